package io.lockgraft.backend.thread;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Makes the backend's threads: daemons, so that {@code main} may end, and clean, so that a web application can be
 * unloaded. The first of them is made on a thread of the application; what a thread takes over from its maker (the
 * context class loader, inheritable thread-locals, the access control context) would keep that application in memory.
 */
public final class DaemonThreads implements ThreadFactory, Executor {
    private static final Constructor<Thread> WITHOUT_THREAD_LOCALS = withoutThreadLocals();

    private final String prefix;
    private final AtomicInteger count = new AtomicInteger();

    public DaemonThreads(String prefix) {
        this.prefix = prefix;
    }

    @Override
    public Thread newThread(Runnable work) {
        String name = prefix + '-' + count.incrementAndGet();
        return AccessController.doPrivileged((PrivilegedAction<Thread>) () -> {
            Thread thread = clean(work, name);
            thread.setDaemon(true);
            thread.setPriority(Thread.NORM_PRIORITY);
            thread.setContextClassLoader(DaemonThreads.class.getClassLoader());
            return thread;
        });
    }

    /** A thread of its own for each piece of work: Netty's event loops, which run as long as the client does. */
    @Override
    public void execute(Runnable work) {
        newThread(work).start();
    }

    private static Thread clean(Runnable work, String name) {
        if (WITHOUT_THREAD_LOCALS != null) {
            try {
                return WITHOUT_THREAD_LOCALS.newInstance(null, work, name, 0L, false);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }
        Thread thread = new Thread(work, name);
        try {
            // Java 8 has no constructor for it; its reflection reaches the field.
            Field inherited = Thread.class.getDeclaredField("inheritableThreadLocals");
            inherited.setAccessible(true);
            inherited.set(thread, null);
        } catch (ReflectiveOperationException | RuntimeException ignored) {
            // The thread works all the same.
        }
        return thread;
    }

    private static Constructor<Thread> withoutThreadLocals() {
        try {
            return Thread.class.getConstructor(
                    ThreadGroup.class, Runnable.class, String.class, long.class, boolean.class);
        } catch (NoSuchMethodException e) {
            return null; // Java 8
        }
    }
}
