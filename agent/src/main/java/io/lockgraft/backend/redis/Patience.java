package io.lockgraft.backend.redis;

import io.lockgraft.rules.LockKind;
import java.util.concurrent.TimeUnit;

/**
 * How long a free lock is kept for the waiter whose turn it is. It must be enough to be woken and to ask, over its own
 * network and not that of whoever is near; more than that costs the others something only where a waiter has died or
 * stands still, and once, for it has then lost its place.
 */
final class Patience {
    /** After which a waiter that says nothing counts as dead anyhow; fair waiters are waited for so long. */
    static final long MOST = 5000;

    /** A collection of garbage; or a container without its share of the processor, mostly for 100 ms at a time, twice. */
    private static final long PAUSE = 200;

    private volatile long roundTrip;

    /** How long a contended question took to be answered: the longest of late. */
    void took(long nanos) {
        long known = roundTrip;
        roundTrip = Math.max(nanos, known - known / 8);
    }

    /**
     * In milliseconds. The message of a release and the question that follows it are one round trip; twice that, for they
     * may be slower than the last ones.
     *
     * @param gap after how long the waiter asks where no message wakes it, in nanoseconds; 0 where messages arrive
     */
    long millis(LockKind kind, long gap) {
        return kind == LockKind.FAIR
                ? MOST
                : Math.min(MOST, PAUSE + TimeUnit.NANOSECONDS.toMillis(2 * roundTrip + gap));
    }

    /**
     * After how many nanoseconds a waiter looks whether the one in front of it has used a release. Much less than the
     * patience: who takes itself for the third and is the first, because those in front have left, is not late for its turn.
     */
    long forAnother() {
        return TimeUnit.MILLISECONDS.toNanos(PAUSE) / 4 + roundTrip / 2;
    }
}
