package io.lockgraft.engine.call;

import io.lockgraft.engine.later.ReturnedWork;
import io.lockgraft.engine.site.ResultKind;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;

/** Results that a method returns before its work is done. */
public interface Results extends ReturnedWork {
    /** In place of this result one whose work runs under the lock; the same where it cannot be made. */
    Object guarded(Object returned, LaterLock lock);

    /**
     * In place of a call whose result is {@link ResultKind#SUBSCRIBED} one of this type that gives what this gives,
     * each time that it is subscribed to; null where none can be made.
     */
    Object decided(String returnType, ClassLoader loader, Callable<Object> outcome);

    /** Where the current thread must not be blocked: what runs the rest on it. Null where it may be. */
    Executor eventLoop();

    /** What a call gets at once that must not be blocked; null where there is nothing of its return type. */
    Object promised(LaterLock lock, Executor eventLoop);
}
