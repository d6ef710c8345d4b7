package io.lockgraft.asynchronous;

import io.lockgraft.engine.call.LaterLock;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.Supplier;

/** Callables and suppliers that take the lock each time that they are called. */
final class GuardedCalls {
    private GuardedCalls() {}

    /** The same where it is neither. */
    static Object of(Object returned, LaterLock lock) {
        if (returned instanceof Callable && lock.returnType().equals("java.util.concurrent.Callable")) {
            return (Callable<Object>) () -> call(lock, returned, value -> (Callable<?>) value);
        }
        if (returned instanceof Supplier && lock.returnType().equals("java.util.function.Supplier")) {
            return (Supplier<Object>) () -> call(lock, returned, value -> ((Supplier<?>) value)::get);
        }
        return returned;
    }

    /** A supplier declares no exception; that of an outcome reaches the caller as it is. */
    private static Object call(LaterLock lock, Object returned, Function<Object, Callable<?>> how) {
        try {
            return lock.call(returned, how);
        } catch (Throwable e) {
            throw Types.<RuntimeException>asItIs(e);
        }
    }
}
