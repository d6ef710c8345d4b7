package io.lockgraft.engine.lease;

import io.lockgraft.engine.hold.Lease;
import io.lockgraft.engine.hold.LeasePart;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Renewal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * One look at every lease: renews all that are due in one batch, and notices the lost ones and holds that last for too
 * long. One that is seen twice, because several readers have it or it is for several keys, is no longer due the second
 * time.
 */
final class KeeperRound {
    private final LockStore store;
    private final KeeperActions actions;
    private final Keeper keeper;
    private final long now;
    private final List<Lease> due = new ArrayList<>();
    private final List<Lease> nearlyDue = new ArrayList<>();
    private long next;

    KeeperRound(LockStore store, KeeperActions actions, Keeper keeper, long now, long idle) {
        this.store = store;
        this.actions = actions;
        this.keeper = keeper;
        this.now = now;
        this.next = idle;
    }

    /** Returns when the next one is due. */
    long walk() {
        actions.eachLease(this::look);
        if (!due.isEmpty()) {
            for (Lease lease : nearlyDue) {
                if (lease.clock().isNearlyDue(now)) {
                    lease.clock().startRenewal(now);
                    due.add(lease);
                }
            }
            renew(due);
        }
        return next;
    }

    private void look(Lease lease) {
        if (lease.isOver()) {
            return;
        }
        if (lease.clock().isPast(now)) {
            keeper.expire(lease);
            return;
        }
        if (lease.isLate(now)) {
            actions.returnLingering(lease);
        }
        for (LeasePart each : lease.holders()) {
            if (!each.state().isOver()) {
                actions.checkDuration(each, now);
            }
        }
        if (lease.isOver()) {
            // Given up because of that, or before: a call that has taken one again is looked after.
            return;
        }
        if (lease.clock().isDue(now)) {
            due.add(lease);
            if (lease.clock().startRenewal(now)) {
                tellRisk(lease, null);
            }
        } else if (lease.clock().isNearlyDue(now)) {
            nearlyDue.add(lease);
        }
        next = lease.dueAt() - next < 0 ? lease.dueAt() : next;
    }

    /** @param round those that are due as far as is known; the JVM may have been paused since that was looked at */
    private void renew(List<Lease> round) {
        long sending = System.nanoTime();
        List<Lease> due = new ArrayList<>(round.size());
        List<Grant> batch = new ArrayList<>(round.size());
        for (Lease lease : round) {
            if (lease.clock().isPast(sending)) {
                keeper.expire(lease);
            } else {
                due.add(lease);
                batch.add(lease.grant());
            }
        }
        List<CompletableFuture<Renewal>> answers;
        try {
            answers = store.renew(batch);
        } catch (RuntimeException | LinkageError e) {
            due.forEach(lease -> doubt(lease, e));
            keeper.wake();
            return;
        }
        for (int i = 0; i < due.size(); i++) {
            Lease lease = due.get(i);
            answers.get(i)
                    .whenComplete(
                            (said, failure) -> answered(lease, failure == null ? said : Renewal.unknown(failure)));
        }
    }

    private void answered(Lease lease, Renewal said) {
        if (said.isHeld()) {
            lease.clock().confirm(said.since());
        } else if (said.isLost()) {
            // A renewal that the release overtakes finds it gone as well.
            if (!lease.isOver()) {
                keeper.lose(lease, "the lock server does not have it any more");
            }
        } else {
            doubt(lease, said.cause());
            keeper.wake();
        }
    }

    private static void doubt(Lease lease, Throwable failure) {
        if (lease.clock().doubt(System.nanoTime())) {
            tellRisk(lease, failure);
        }
    }

    private static void tellRisk(Lease lease, Throwable failure) {
        long left = lease.clock().endsAt() - System.nanoTime();
        lease.reportingHold().site().events().atRisk(lease.grant().request(), left, failure);
    }
}
