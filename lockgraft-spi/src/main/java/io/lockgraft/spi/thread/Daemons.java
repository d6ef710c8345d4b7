package io.lockgraft.spi.thread;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.security.AccessController;
import java.security.PrivilegedAction;

/**
 * Makes threads that keep neither the JVM nor an application alive. They inherit nothing from the thread that makes
 * them: no context class loader, no group, no thread locals. A privileged block keeps the protection domains of the
 * caller's stack away, which lead to class loaders. No lambda: it may run before main, where an early Java 8 crashes on
 * one.
 */
public final class Daemons {
    /** The one with the switch for inheritable thread locals; null on Java 8. */
    private static final Constructor<Thread> INHERITING_NOTHING = inheritingNothing();

    /** Enough for the client's code, also where the application sets a small -Xss. Only what is used takes memory. */
    private static final long STACK_BYTES = 1 << 20;

    private Daemons() {}

    public static Thread start(String name, Runnable work) {
        Thread thread = make(name, work, null);
        thread.start();
        return thread;
    }

    /** @param loader the thread's context class loader */
    static Thread make(final String name, final Runnable work, final ClassLoader loader) {
        return AccessController.doPrivileged(new PrivilegedAction<Thread>() {
            @Override
            public Thread run() {
                Thread thread = clean(name, work);
                thread.setDaemon(true);
                thread.setPriority(Thread.NORM_PRIORITY);
                thread.setContextClassLoader(loader);
                return thread;
            }
        });
    }

    private static Thread clean(String name, Runnable work) {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        if (INHERITING_NOTHING != null) {
            try {
                return INHERITING_NOTHING.newInstance(group, work, name, STACK_BYTES, false);
            } catch (ReflectiveOperationException e) {
                // Then with them.
            }
        }
        Thread thread = new Thread(group, work, name, STACK_BYTES);
        try {
            // Java 8 has no constructor for it; its reflection reaches the field.
            Field inherited = Thread.class.getDeclaredField("inheritableThreadLocals");
            inherited.setAccessible(true);
            inherited.set(thread, null);
        } catch (ReflectiveOperationException | RuntimeException e) {
            // The thread works all the same.
        }
        return thread;
    }

    private static Constructor<Thread> inheritingNothing() {
        try {
            return Thread.class.getConstructor(
                    ThreadGroup.class, Runnable.class, String.class, long.class, boolean.class);
        } catch (NoSuchMethodException java8) {
            return null;
        }
    }
}
