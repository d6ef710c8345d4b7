package io.lockgraft.engine.hold;

import java.util.concurrent.TimeUnit;

/**
 * A lease on its way to the next call in a gate's queue, which sleeps. To wake it takes as long as many short calls,
 * and all that time nobody would run. So after a short call the lease is not passed on but offered: who is offered it
 * takes it when it is awake, unless a call that has come meanwhile was faster. What a longer call had is passed on at
 * once, and so is everything to one that has been overtaken for a while.
 *
 * <p>Changed by whoever has the gate's lock.
 */
final class Offer {
    /** A body that lasted so long was not short: beside it, to wake a thread is little. */
    private static final long SHORT = TimeUnit.MICROSECONDS.toNanos(50);

    /** For so long one is overtaken at the most, and by the call that runs then. */
    private static final long LONGEST = TimeUnit.MILLISECONDS.toNanos(1);

    private volatile Lease lease;
    /** Who is being overtaken, and since when; null where nobody is. */
    private Hold sleeper;

    private long since;

    /** What is offered, or null. */
    Lease lease() {
        return lease;
    }

    /** Whether what this hold had is offered to the next one, and not passed on at once. */
    boolean suits(Hold ended, Hold next, long now) {
        if (now - ended.now() >= SHORT) {
            return false;
        }
        if (sleeper != next) {
            sleeper = next;
            since = now;
        }
        return isOpen(now);
    }

    /** Whether others may still overtake. */
    boolean isOpen(long now) {
        return now - since < LONGEST;
    }

    void make(Lease of) {
        lease = of;
    }

    /** Somebody has it now. */
    void end() {
        lease = null;
    }

    /** The sleeper has left the queue. */
    void forget() {
        sleeper = null;
    }
}
