package io.lockgraft.engine.lease;

import io.lockgraft.engine.hold.HoldShare;
import io.lockgraft.engine.hold.Lease;

/** What follows when a lease is lost, whatever finds that: a round of the keeper, an answer to a renewal, the store. */
public final class Losses {
    private final Keeper.Actions actions;

    public Losses(Keeper.Actions actions) {
        this.actions = actions;
    }

    /** The store itself tells of it, on a thread of its own. */
    void told(Lease lease, String why) {
        if (!lease.isOver()) {
            lose(lease, why);
        }
    }

    /** The lease has ended by the local clock. */
    void expire(Lease lease) {
        lose(
                lease,
                lease.isRenewed()
                        ? "the lock server did not confirm it before its lease ended"
                        : "its lease ended, and the rule says renew: false");
    }

    /** It is looked after until the loss is known: where there is no memory for that, the next round finds it again. */
    void lose(Lease lease, String why) {
        lease.lose(why);
        tell(lease);
        if (lease.isIdle()) {
            actions.lingered(lease);
        }
        lease.end();
    }

    /** Tells those that have it that it is lost; again where a call got it in the moment of the loss. */
    public void tell(Lease lease) {
        for (HoldShare each : lease.holders()) {
            if (each.lose(lease.lost())) {
                actions.lost(each);
            }
        }
    }
}
