package io.lockgraft.report;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * A warning that a busy application could say a thousand times a second: once a minute it is said, and then it tells
 * how often it was not.
 */
public final class RateLimited {
    private static final long INTERVAL = TimeUnit.MINUTES.toNanos(1);

    private final LongSupplier clock;
    private final AtomicLong nextAt;
    private final AtomicLong unsaid = new AtomicLong();

    public RateLimited() {
        this(System::nanoTime);
    }

    RateLimited(LongSupplier clock) {
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
        if (now - next < 0 || !nextAt.compareAndSet(next, now + INTERVAL)) {
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
