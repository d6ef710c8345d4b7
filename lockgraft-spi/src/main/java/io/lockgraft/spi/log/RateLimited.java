package io.lockgraft.spi.log;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * A line that a busy application could say a thousand times a second. It is said once in an interval, or a few times
 * where each is about something else. The next one tells how often it was left out.
 */
public class RateLimited {
    /** In nanoseconds. */
    public static final long MINUTE = TimeUnit.MINUTES.toNanos(1);

    private final int times;
    private final long interval;
    private final AtomicLong intervalEnd;
    private final AtomicInteger said = new AtomicInteger();
    private final AtomicLong unsaid = new AtomicLong();

    /** Once a minute. */
    public RateLimited() {
        this(1, MINUTE);
    }

    /** So many times in so many nanoseconds. */
    public RateLimited(int times, long interval) {
        this.times = times;
        this.interval = interval;
        this.intervalEnd = new AtomicLong(now());
    }

    /** As System.nanoTime; for tests. */
    long now() {
        return System.nanoTime();
    }

    /** The message is made only if it is said. */
    public void warn(Supplier<String> message) {
        warn(message, null);
    }

    public void warn(Supplier<String> message, Throwable cause) {
        String text = text(message);
        if (text != null) {
            Log.warn(text, cause);
        }
    }

    /** For what breaks a promise. */
    public void error(Supplier<String> message, Throwable cause) {
        String text = text(message);
        if (text != null) {
            Log.error(text, cause);
        }
    }

    /** For what is no fault. */
    public void info(Supplier<String> message) {
        String text = text(message);
        if (text != null) {
            Log.info(text);
        }
    }

    /** Null where it is not said now. */
    private String text(Supplier<String> message) {
        long now = now();
        long end = intervalEnd.get();
        long more = 0;
        if (now - end >= 0 && intervalEnd.compareAndSet(end, now + interval)) {
            said.set(1);
            more = unsaid.getAndSet(0);
        } else if (said.get() >= times || said.incrementAndGet() > times) {
            unsaid.incrementAndGet();
            return null;
        }
        String text = message.get();
        return more == 0 ? text : text + " (and " + more + " more like it since the last such line)";
    }
}
