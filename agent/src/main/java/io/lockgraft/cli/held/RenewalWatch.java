package io.lockgraft.cli.held;

import io.lockgraft.cli.connect.StoreFailure;
import io.lockgraft.spi.StoredLock;
import java.util.concurrent.TimeUnit;

/**
 * Looks at a lock until it is known whether its owner still renews it. An owner that renews has begun its lease anew
 * before half of what the first look saw is over: it does so each third of its lease, so the first look saw two thirds
 * or more.
 */
final class RenewalWatch {
    private static final long SHORTEST_PAUSE = 20;
    private static final long LONGEST_PAUSE = 500;

    private final long leftAtFirst;

    /** What a look may be wrong by: some stores tell whole seconds. */
    private final long slack;

    /** One more look. */
    interface Look {
        /** Returns the lock as it is now; null where the owner has it no more. */
        StoredLock again() throws StoreFailure;
    }

    /** @param first whose lease tells its end */
    RenewalWatch(StoredLock first) {
        this.leftAtFirst = first.leftMillis();
        this.slack = leftAtFirst / 6;
    }

    /** How long it may take, in milliseconds. */
    long longest() {
        return leftAtFirst / 2;
    }

    enum Finding {
        RENEWED,
        NOT_RENEWED,
        GONE
    }

    /**
     * By the store's clock, which counts what is left of the lease. A lease of which as much is left after all that
     * time is taken for one that is renewed.
     */
    Finding watch(Look look) throws StoreFailure, InterruptedException {
        long pause = Math.max(SHORTEST_PAUSE, Math.min(LONGEST_PAUSE, leftAtFirst / 20));
        long least = leftAtFirst;
        long giveUp = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(leftAtFirst);
        boolean isHalfOver = false;
        while (true) {
            Thread.sleep(pause);
            StoredLock now = look.again();
            if (now == null) {
                return Finding.GONE;
            }
            // An entry that tells no lease any more proves no death.
            boolean isRaised = now.leftMillis() > least + slack || now.leftMillis() < 0;
            least = Math.min(least, now.leftMillis());
            if (isRaised || least > longest() && System.nanoTime() - giveUp > 0) {
                return Finding.RENEWED;
            }
            if (isHalfOver) {
                return Finding.NOT_RENEWED;
            }
            // Once more then: told in whole seconds, a lease that is just begun anew may look half over for a moment.
            isHalfOver = least <= longest();
        }
    }
}
