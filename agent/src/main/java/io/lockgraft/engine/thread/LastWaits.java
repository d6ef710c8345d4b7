package io.lockgraft.engine.thread;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The waits for releases while the JVM ends, which may halt before their bytes are out: of calls that shutdown hooks
 * make, for one. As long as the store answers, each release is waited for. What it leaves unanswered is waited for half
 * a second in all, whatever waits, and then no more.
 */
public final class LastWaits {
    public static final long PATIENCE = TimeUnit.MILLISECONDS.toNanos(500);

    private final AtomicLong left;

    /** @param nanos for what is not answered, in all */
    public LastWaits(long nanos) {
        this.left = new AtomicLong(nanos);
    }

    public void await(CompletableFuture<?> released) {
        long begun = System.nanoTime();
        if (!Parking.awaitInAnyCase(released, begun + left.get())) {
            left.addAndGet(-Math.max(System.nanoTime() - begun, 0));
        }
    }
}
