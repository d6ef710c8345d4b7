package io.lockgraft.asynchronous;

import io.lockgraft.engine.call.LaterLock;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/** Callables and suppliers that take the lock each time that they are called. */
final class GuardedCalls {
    private GuardedCalls() {}

    /** The same where it is neither. */
    static Object of(Object returned, LaterLock lock) {
        if (returned instanceof Callable && lock.returnType().equals("java.util.concurrent.Callable")) {
            Callable<?> callable = (Callable<?>) returned;
            return (Callable<Object>) () -> call(lock, callable, instead -> ((Callable<?>) instead).call());
        }
        if (returned instanceof Supplier && lock.returnType().equals("java.util.function.Supplier")) {
            Supplier<?> supplier = (Supplier<?>) returned;
            return (Supplier<Object>) () -> call(lock, supplier::get, instead -> ((Supplier<?>) instead).get());
        }
        return returned;
    }

    /** A supplier declares no exception; that of an outcome reaches the caller as it is. */
    private static Object call(LaterLock lock, Callable<?> body, LaterLock.Instead instead) {
        try {
            return lock.call(body, value -> value == null ? null : instead.of(value));
        } catch (Throwable e) {
            throw Types.<RuntimeException>asItIs(e);
        }
    }
}
