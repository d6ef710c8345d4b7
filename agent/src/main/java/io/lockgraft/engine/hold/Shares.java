package io.lockgraft.engine.hold;

import java.util.concurrent.atomic.AtomicLongFieldUpdater;

/**
 * How many share one hold: bodies that run, and works that go on after a body. The hold is over with the last of them.
 * Both numbers change together, so that a body that ends while its work goes on leaves no moment without a share.
 */
final class Shares {
    private static final AtomicLongFieldUpdater<Shares> SHARES =
            AtomicLongFieldUpdater.newUpdater(Shares.class, "shares");

    /** One share that is work and no body. */
    private static final long WORK = 1L << 32;

    /** The shares beside the first one in the lower half, less than 0 once it is over; the works in the upper half. */
    private volatile long shares;

    /** One body more; false where the hold is over. */
    boolean enterBody() {
        return addUnlessOver(1);
    }

    /** One work more; false where the hold is over. */
    boolean enterWork() {
        return addUnlessOver(WORK + 1);
    }

    private boolean addUnlessOver(long more) {
        for (long before = shares; before >= 0; before = shares) {
            if (SHARES.compareAndSet(this, before, before + more)) {
                return true;
            }
        }
        return false;
    }

    /** One body less. */
    Left exitBody() {
        long left = SHARES.decrementAndGet(this);
        return left < 0 ? Left.NOTHING : bodies(left) == 0 ? Left.WORKS : Left.BODIES;
    }

    /** One work less; true for the last share. */
    boolean exitWork() {
        return SHARES.addAndGet(this, -WORK - 1) < 0;
    }

    /** A body's share is work from now on. */
    void becomeWork() {
        SHARES.addAndGet(this, WORK);
    }

    boolean isOver() {
        return shares < 0;
    }

    boolean hasBody() {
        long its = shares;
        return its >= 0 && bodies(its) > 0;
    }

    private static long bodies(long shares) {
        return (int) shares + 1 - (shares >> 32);
    }

    /** Shares that are left after a body has exited. */
    enum Left {
        NOTHING,
        WORKS,
        BODIES
    }
}
