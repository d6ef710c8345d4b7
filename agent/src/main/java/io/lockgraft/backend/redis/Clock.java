package io.lockgraft.backend.redis;

import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * Runs short work later, on one daemon thread of its own: deadlines must not depend on a client that may be stuck. The
 * thread starts with the first piece of work.
 */
final class Clock implements AutoCloseable {
    private final ScheduledThreadPoolExecutor executor;

    Clock() {
        this(new DaemonThreads("lockgraft-redis-clock"));
    }

    Clock(ThreadFactory threads) {
        executor = new ScheduledThreadPoolExecutor(1, threads);
        executor.setRemoveOnCancelPolicy(true);
        executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    /** Null where the clock has been closed. */
    Future<?> after(long nanos, Runnable work) {
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
