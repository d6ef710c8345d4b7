package io.lockgraft.engine.look;

import io.lockgraft.spi.log.Log;
import java.lang.reflect.Method;

/** A thread as a thread dump names it. Immutable. */
public final class ThreadView {
    /** {@code Thread.threadId}, which no class overrides; null before Java 19. */
    private static final Method THREAD_ID = threadId();

    private final String name;
    private final long number;

    private ThreadView(String name, long number) {
        this.name = name;
        this.number = number;
    }

    /** Returns null for null: an asynchronous call that waits without a thread. */
    static ThreadView of(Thread thread) {
        return thread == null ? null : new ThreadView(Log.name(thread), number(thread));
    }

    private static Method threadId() {
        try {
            return Thread.class.getMethod("threadId");
        } catch (NoSuchMethodException e) {
            return null;
        }
    }

    /**
     * An application's thread may override {@code getId}: its code is not called here. Nor is its class asked whether
     * it does, which would load the classes that its methods name.
     */
    private static long number(Thread thread) {
        try {
            if (THREAD_ID != null) {
                return (Long) THREAD_ID.invoke(thread);
            }
        } catch (ReflectiveOperationException e) {
            return 0;
        }
        ClassLoader its = thread.getClass().getClassLoader();
        boolean ofTheJdk =
                its == null || its == ClassLoader.getSystemClassLoader().getParent();
        return ofTheJdk || its == ThreadView.class.getClassLoader() ? thread.getId() : 0;
    }

    public String name() {
        return name;
    }

    /** 0 where it is not known. */
    public long number() {
        return number;
    }

    /** {@code exec-7 #71}. */
    @Override
    public String toString() {
        return number == 0 || name.equals("#" + number) ? name : name + " #" + number;
    }
}
