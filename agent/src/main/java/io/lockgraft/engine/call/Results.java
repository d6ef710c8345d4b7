package io.lockgraft.engine.call;

import io.lockgraft.engine.later.ReturnedWork;
import io.lockgraft.engine.site.ResultKind;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;

/** Results that a method returns before its work is done. */
public interface Results extends ReturnedWork {
    /** Wraps a result so that its work runs under the lock; returns it as it is if that cannot be done. */
    Object guarded(Object returned, LaterLock lock);

    /**
     * In place of a call whose result is {@link ResultKind#SUBSCRIBED} one of this type that gives what this gives,
     * each time that it is subscribed to; null where none can be made.
     */
    Object decided(String returnType, ClassLoader loader, Callable<Object> outcome);

    /** Executor of the event loop that the current thread belongs to; null if the thread may be blocked. */
    Executor eventLoop();

    /** Result that a call gets at once which must not be blocked; null if there is none of its return type. */
    Object promised(LaterLock lock, Executor eventLoop);
}
