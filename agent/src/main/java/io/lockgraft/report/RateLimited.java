package io.lockgraft.report;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * A warning that a busy application could say a thousand times a second: once in an interval it is said, and then it
 * tells how often it was not. No lambda of its own: the first are made before main, where an early Java 8 crashes on
 * one.
 */
public final class RateLimited {
    private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);

    private static final LongSupplier CLOCK = new LongSupplier() {
        @Override
        public long getAsLong() {
            return System.nanoTime();
        }
    };

    private final long interval;
    private final LongSupplier clock;
    private final AtomicLong nextAt;
    private final AtomicLong unsaid = new AtomicLong();

    /** Once a minute. */
    public RateLimited() {
        this(MINUTE, CLOCK);
    }

    /** Once in this many nanoseconds. */
    public RateLimited(long interval) {
        this(interval, CLOCK);
    }

    RateLimited(long interval, LongSupplier clock) {
        this.interval = interval;
        this.clock = clock;
        this.nextAt = new AtomicLong(clock.getAsLong());
    }

    /** The message is made only if it is said. */
    public void warn(Supplier<String> message) {
        warn(message, null);
    }

    public void warn(Supplier<String> message, Throwable cause) {
        long now = clock.getAsLong();
        long next = nextAt.get();
        if (now - next < 0 || !nextAt.compareAndSet(next, now + interval)) {
            unsaid.incrementAndGet();
            return;
        }
        long more = unsaid.getAndSet(0);
        String text = message.get();
        if (more > 0) {
            text += " (and " + more + " more like it since the last such line)";
        }
        Log.warn(text, cause);
    }
}
