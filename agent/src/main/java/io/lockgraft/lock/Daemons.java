package io.lockgraft.lock;

import java.lang.reflect.Constructor;
import java.security.AccessController;
import java.security.PrivilegedAction;

/**
 * Starts threads that keep neither the JVM alive nor the application whose call happened to start them. They take
 * nothing along from that thread: not its context class loader, its group or its inheritable thread locals (which Java
 * 8 cannot leave behind), nor, since they are made in a privileged block, the protection domains of the classes on its
 * stack, which lead to their loader. Without a lambda: it may be needed before main, where an early Java 8 crashes on one.
 */
public final class Daemons {
    /** The one with the switch for inheritable thread locals; null on Java 8. */
    private static final Constructor<Thread> INHERITING_NOTHING = inheritingNothing();

    private Daemons() {}

    public static Thread start(final String name, final Runnable work) {
        return AccessController.doPrivileged(new PrivilegedAction<Thread>() {
            @Override
            public Thread run() {
                Thread thread = make(name, work);
                thread.setDaemon(true);
                thread.setContextClassLoader(null);
                thread.start();
                return thread;
            }
        });
    }

    private static Thread make(String name, Runnable work) {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        if (INHERITING_NOTHING != null) {
            try {
                return INHERITING_NOTHING.newInstance(group, work, name, 0L, false);
            } catch (ReflectiveOperationException e) {
                // Then with them.
            }
        }
        return new Thread(group, work, name);
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
