package io.lockgraft.store.redis;

import io.lockgraft.spi.LockKind;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * How long a free lock is kept for the waiter whose turn it is. It must be enough to be woken and to ask, over its own
 * network and not that of whoever is near; more than that costs the others something only where a waiter has died or
 * stands still, and once, for it has then lost its place.
 */
final class Patience {
    /** After which a waiter that says nothing counts as dead anyhow; fair waiters are waited for so long. */
    static final long MOST = 5000;

    /**
     * A collection of garbage; or a container without its share of the processor, mostly for 100 ms at a time, twice.
     */
    private static final long PAUSE = 200;

    /** What is slower stands still rather than far away; twice this is what it adds to a patience at most. */
    private static final long SLOWEST = TimeUnit.MILLISECONDS.toNanos(500);

    private final LongSupplier clock;
    private long slowest; // guarded by this
    private long at; // guarded by this

    Patience() {
        this(System::nanoTime);
    }

    /** @param clock in nanoseconds */
    Patience(LongSupplier clock) {
        this.clock = clock;
    }

    /** How long a contended question took to be answered. */
    synchronized void took(long nanos) {
        long known = roundTrip();
        slowest = Math.max(Math.min(nanos, SLOWEST), known - known / 8);
        at = clock.getAsLong();
    }

    /** The longest of late: every question and every second takes some of it off, for a key may be asked for seldom. */
    private synchronized long roundTrip() {
        return slowest == 0 ? 0 : (long) (slowest * Math.pow(0.5, (clock.getAsLong() - at) / 1e9));
    }

    /**
     * In milliseconds. The message of a release and the question that follows it are one round trip; twice that, for
     * they may be slower than the last ones.
     *
     * @param gap after how long the waiter asks where no message wakes it, in nanoseconds; 0 where messages arrive
     */
    long millis(LockKind kind, long gap) {
        return kind == LockKind.FAIR
                ? MOST
                : Math.min(MOST, PAUSE + TimeUnit.NANOSECONDS.toMillis(2 * roundTrip() + gap));
    }

    /**
     * After how many nanoseconds a waiter looks whether the one in front of it has used a release. Much less than the
     * patience: who takes itself for the third and is the first, because those in front have left, is not late for its
     * turn.
     */
    long forAnother() {
        return TimeUnit.MILLISECONDS.toNanos(PAUSE) / 4 + roundTrip() / 2;
    }
}
