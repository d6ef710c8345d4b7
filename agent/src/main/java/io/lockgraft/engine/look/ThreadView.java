package io.lockgraft.engine.look;

import io.lockgraft.spi.log.Log;

/** A thread as a thread dump names it. Immutable. */
public final class ThreadView {
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

    /** An application's thread may override {@code getId}: its code is not called here. */
    private static long number(Thread thread) {
        try {
            Class<?> declares = thread.getClass().getMethod("getId").getDeclaringClass();
            return declares == Thread.class ? thread.getId() : 0;
        } catch (NoSuchMethodException | LinkageError e) {
            return 0;
        }
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
