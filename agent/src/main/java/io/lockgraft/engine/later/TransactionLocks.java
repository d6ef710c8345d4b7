package io.lockgraft.engine.later;

import io.lockgraft.api.LockLostException;
import io.lockgraft.bootstrap.Token;
import io.lockgraft.engine.hold.Work;
import java.lang.reflect.Method;

/** Called where a transaction of the application begins or ends. */
public interface TransactionLocks {
    /**
     * Enters the locked method that a framework is about to call, where it is locked.
     *
     * @param type the class of the object
     * @param called the method, as the caller names it
     * @param self null where the framework gets the object later
     * @return the token to exit when the framework has called it; {@link Token#NONE} where the method is not locked
     */
    Token enterAhead(Class<?> type, Method called, Object self, Object[] arguments) throws Throwable;

    /** A transaction of this thread is about to end: where bodies run around that, it will ask {@link #lostAround}. */
    void endsTransaction();

    /**
     * The exception for a hold under which a body of this thread runs, where its rule wants to know of a loss and it is
     * lost; or null. Asks the store.
     *
     * @param but what has asked for the holds that it keeps already
     */
    LockLostException lostAround(Work but);
}
