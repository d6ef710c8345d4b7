package io.lockgraft.engine.lease;

import io.lockgraft.api.LockLostException;
import io.lockgraft.engine.event.Loss;
import io.lockgraft.engine.hold.Hold;
import io.lockgraft.engine.hold.Lease;
import io.lockgraft.engine.hold.LeasePart;
import io.lockgraft.engine.thread.Parking;
import io.lockgraft.engine.thread.StoreThread;
import io.lockgraft.rules.OnLost;
import io.lockgraft.spi.Renewal;
import java.util.Collections;
import java.util.concurrent.CompletableFuture;

/** Asks a store whether it still has a hold, before the work that relies on the hold is committed. */
final class Confirmation {
    private final StoreThread store;

    Confirmation(StoreThread store) {
        this.store = store;
    }

    /** The exception for a hold that is lost; null where it is not, or where its rule does not want to know. Waits. */
    LockLostException of(Hold hold) {
        LeasePart part = hold.part();
        if (part != null && part.terms().onLost() == OnLost.THROW) {
            // One that we have given back ourselves is no loss.
            return part.lease().isLocal() || part.isReleasedEarly() ? null : ask(part);
        }
        for (Hold outer : hold.outers()) {
            LockLostException lost = of(outer);
            if (lost != null) {
                return lost;
            }
        }
        return null;
    }

    private LockLostException ask(LeasePart part) {
        Lease lease = part.lease();
        long asked = System.nanoTime();
        CompletableFuture<Renewal> answer = store.ask(() -> store.lockStore()
                        .renew(Collections.singletonList(lease.grant()))
                        .get(0))
                .exceptionally(Renewal::unknown);
        Parking.awaitInAnyCase(answer, lease.clock().endsAt());
        String why = whyLost(lease, answer.getNow(null), System.nanoTime());
        return why == null ? null : new Loss(part, asked, why).exception();
    }

    /**
     * Null where it is not lost. What the store has not said is no loss until the lease is over.
     *
     * @param said null where no answer has come
     */
    private static String whyLost(Lease lease, Renewal said, long now) {
        if (said != null && said.isLost()) {
            return "the lock server does not have it any more";
        }
        boolean lasts = said != null && said.isHeld()
                ? lease.clock().wouldLast(said.since(), now)
                : !lease.clock().isPast(now);
        return lasts ? null : "the lock server did not confirm it before its lease ended";
    }
}
