package io.lockgraft.report;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Warnings that a hot path can repeat: of each subject one line in an interval, and the next line tells how many were left
 * out. Writes under no lock.
 */
public final class RateLimitedLog {
    /** Subjects are rules and loggers, which are few; should they be keys after all, memory stays bounded. */
    private static final int SUBJECTS = 1000;

    private final long interval;
    private final LongSupplier nanoTime;
    private final ConcurrentMap<String, Window> windows = new ConcurrentHashMap<>();

    public RateLimitedLog(long interval, TimeUnit unit) {
        this(interval, unit, System::nanoTime);
    }

    RateLimitedLog(long interval, TimeUnit unit, LongSupplier nanoTime) {
        this.interval = unit.toNanos(interval);
        this.nanoTime = nanoTime;
    }

    public void warn(String subject, String message) {
        warn(subject, message, null);
    }

    public void warn(String subject, String message, Throwable cause) {
        if (windows.size() >= SUBJECTS) {
            windows.clear();
        }
        int leftOut = windows.computeIfAbsent(subject, s -> new Window()).enter(nanoTime.getAsLong());
        if (leftOut >= 0) {
            Log.warn(
                    leftOut == 0 ? message : message + " (and " + leftOut + " more like it since the last such line)",
                    cause);
        }
    }

    /** One subject's current interval. */
    private final class Window {
        private boolean open;
        private int leftOut;
        private long since;

        /** How many lines were left out before this one, or -1 where this one is to be left out as well. */
        synchronized int enter(long now) {
            if (open && now - since < interval) {
                leftOut++;
                return -1;
            }
            open = true;
            since = now;
            int before = leftOut;
            leftOut = 0;
            return before;
        }
    }
}
