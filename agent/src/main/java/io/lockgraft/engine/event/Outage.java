package io.lockgraft.engine.event;

import io.lockgraft.bootstrap.LogLine;
import io.lockgraft.engine.outcome.NoLock;
import io.lockgraft.spi.log.Log;
import io.lockgraft.spi.log.RateLimited;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Tells on the log whether the calls of one rule find the store: a line when it is gone, one a minute while
 * it stays so, and one when it is back. A call that finds it costs one volatile read.
 *
 * <p>A part of a store's servers may be gone, so that some calls succeed and others do not. Then the state would change
 * with every call. So an outage that follows another one within a minute ends only after a pause without refusals.
 */
final class Outage {
    private static final long SOON = TimeUnit.MINUTES.toNanos(1);
    private static final long PAUSE = TimeUnit.SECONDS.toNanos(5);
    /** From so many seconds on, whole seconds are exact enough. */
    private static final long SECONDS = 10;

    private final String rule;
    private final AtomicReference<Period> current = new AtomicReference<>();
    private volatile Period last;

    Outage(String rule) {
        this.rule = rule;
    }

    /**
     * A call that did not find the store.
     *
     * @param consequence what follows for the call, as a sentence with a space in front; or nothing
     */
    void refused(NoLock miss, String consequence) {
        refused(miss, consequence, System.nanoTime());
    }

    void refused(NoLock miss, String consequence, long now) {
        Period period = current.get();
        while (period == null) {
            Period fresh = new Period(now, miss.waitedNanos(), last);
            period = current.compareAndSet(null, fresh) ? fresh : current.get();
        }
        String since = period.since;
        period.calls.incrementAndGet();
        period.latest = now;
        period.lines.warn(
                () -> miss.reason() + " Unavailable since " + since + "." + consequence,
                Log.isDebug() ? miss.cause() : null);
    }

    /** A call that the store has answered. */
    void answered() {
        if (current.get() != null) {
            answered(System.nanoTime());
        }
    }

    void answered(long now) {
        Period period = current.get();
        if (period == null || period.flaps && now - period.latest < PAUSE) {
            return;
        }
        last = period;
        if (current.compareAndSet(period, null)) {
            long calls = period.calls.get();
            Log.warn("rule '" + rule + "': the lock server is back after " + length(now - period.begun) + "; "
                    + (calls == 1 ? "1 call" : calls + " calls") + " did not get the lock");
        }
    }

    private static String length(long nanos) {
        long seconds = TimeUnit.NANOSECONDS.toSeconds(nanos);
        return seconds < SECONDS ? TimeUnit.NANOSECONDS.toMillis(nanos) + " ms" : seconds + " s";
    }

    /** One outage: from the first refusal to the next answer. */
    private static final class Period {
        final long begun;
        final String since;
        final boolean flaps;
        final RateLimited lines = new RateLimited();
        final AtomicLong calls = new AtomicLong();
        volatile long latest;

        /**
         * @param waited how long the first refused call has waited: the server is gone since then
         * @param last the one before, or null
         */
        Period(long now, long waited, Period last) {
            this.begun = now - waited;
            this.since = LogLine.time(System.currentTimeMillis() - TimeUnit.NANOSECONDS.toMillis(waited));
            this.flaps = last != null && now - last.latest < SOON;
            this.latest = now;
        }
    }
}
