package io.lockgraft.engine.thread;

import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.function.BiFunction;

/**
 * Runs the agent's own work with the agent's own permissions. Under a security manager (Java 8 to 23) the frames of the
 * application that called the locked method would otherwise have to be allowed to connect to the lock server.
 */
public final class Privileged {
    private Privileged() {}

    public static <T> T call(PrivilegedAction<T> work) {
        return System.getSecurityManager() == null ? work.run() : AccessController.doPrivileged(work);
    }

    /** Makes no object where there is no security manager: a call must be able to end when the heap is full. */
    public static <A, B, T> T call(BiFunction<A, B, T> work, A first, B second) {
        return System.getSecurityManager() == null ? work.apply(first, second) : call(() -> work.apply(first, second));
    }
}
