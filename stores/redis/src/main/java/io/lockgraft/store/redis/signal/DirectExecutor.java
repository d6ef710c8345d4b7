package io.lockgraft.store.redis.signal;

import java.util.Collections;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Runs work at once, on the thread that brings it. Redisson hands each message of a channel to another thread, which
 * mostly sleeps: so one thread less has to be woken between a release and the question that follows it.
 */
final class DirectExecutor extends AbstractExecutorService {
    @Override
    public void execute(Runnable work) {
        work.run();
    }

    /** Nothing to shut down: it lives as long as the threads that bring work. */
    @Override
    public void shutdown() {}

    @Override
    public List<Runnable> shutdownNow() {
        return Collections.emptyList();
    }

    @Override
    public boolean isShutdown() {
        return false;
    }

    @Override
    public boolean isTerminated() {
        return false;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
        return false;
    }
}
