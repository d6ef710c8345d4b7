package io.lockgraft.engine.later;

import io.lockgraft.bootstrap.Token;

/**
 * A method that is woven and takes no lock of its own: where a transaction of a framework begins or ends, or one that
 * {@code hold.until} names. Thread-safe.
 */
public interface Watch {
    /** Called before its body. Returns the token of the call, {@link Token#NONE} if nothing is done after the body. */
    Token enter(TransactionLocks locks, Object self, Object[] arguments) throws Throwable;
}
