package io.lockgraft.store.redis;

import io.lockgraft.spi.LockKind;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * How long a free lock is kept for the waiter whose turn it is: enough to be woken and to ask over its own network.
 * More than that costs others time only behind a waiter that has died or stands still, and once: it then loses its
 * place.
 */
final class Patience {
    /** After this a silent waiter counts as dead. A fair waiter is waited for so long. */
    static final long MOST = 5000;

    /** A garbage collection, or a container that is throttled twice, mostly for 100 ms each. */
    private static final long PAUSE = 200;

    /** What is slower stands still rather than far away; twice this is what it adds to a patience at most. */
    private static final long SLOWEST = TimeUnit.MILLISECONDS.toNanos(500);

    private final LongSupplier clock;
    private long slowest; // guarded by this
    private long at; // guarded by this

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

    /** The longest of late: every question and every second takes some of it off. */
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
     * patience: a waiter that is the first, because those in front have left, must not be late for its turn.
     */
    long forAnother() {
        return TimeUnit.MILLISECONDS.toNanos(PAUSE) / 4 + roundTrip() / 2;
    }
}
