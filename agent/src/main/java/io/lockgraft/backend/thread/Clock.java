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
    private final ScheduledThreadPoolExecutor executor;

    public Clock(ThreadFactory threads) {
        executor = new ScheduledThreadPoolExecutor(1, threads);
        executor.setRemoveOnCancelPolicy(true);
        executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    /** Null where the clock has been closed. */
    public Future<?> after(long nanos, Runnable work) {
        try {
            return executor.schedule(work, Math.max(0, nanos), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            return null;
        }
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
