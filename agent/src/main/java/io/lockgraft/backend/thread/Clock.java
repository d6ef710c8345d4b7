package io.lockgraft.backend.thread;

import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * Runs short work later, on one daemon thread of its own: deadlines must not depend on a client that may be stuck. The
 * thread starts with the first piece of work.
 */
public final class Clock implements AutoCloseable {
    /**
     * Work that is due before all other wakes the thread when it comes in, and most work is a deadline that is taken
     * back long before. So a beat is put in front of it, to which the thread sleeps on; a call over loopback is a tenth
     * quicker.
     */
    private static final long BEAT = TimeUnit.MILLISECONDS.toNanos(50);

    private final ScheduledThreadPoolExecutor executor;
    private volatile long nextBeat = System.nanoTime();

    public Clock(ThreadFactory threads) {
        executor = new ScheduledThreadPoolExecutor(1, threads);
        executor.setRemoveOnCancelPolicy(true);
        executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    /** Null where the clock has been closed. */
    public Future<?> after(long nanos, Runnable work) {
        try {
            long now = System.nanoTime();
            if (nanos > BEAT && now - nextBeat >= 0) {
                nextBeat = now + BEAT;
                executor.schedule(() -> {}, BEAT, TimeUnit.NANOSECONDS);
            }
            return executor.schedule(work, Math.max(0, nanos), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            return null;
        }
    }

    /** Takes back what {@link #after} has given. */
    public static void cancel(Future<?> scheduled) {
        if (scheduled != null) {
            scheduled.cancel(false);
        }
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
