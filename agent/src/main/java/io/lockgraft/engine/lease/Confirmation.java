package io.lockgraft.engine.lease;

import io.lockgraft.api.LockLostException;
import io.lockgraft.engine.event.Loss;
import io.lockgraft.engine.hold.Hold;
import io.lockgraft.engine.hold.HoldShare;
import io.lockgraft.engine.hold.Lease;
import io.lockgraft.engine.thread.Parking;
import io.lockgraft.engine.thread.StoreThread;
import io.lockgraft.rules.OnLost;
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
        HoldShare grant = hold.grant();
        if (grant != null && grant.terms().onLost() == OnLost.THROW) {
            return ask(grant);
        }
        for (Hold outer : hold.outers()) {
            LockLostException lost = of(outer);
            if (lost != null) {
                return lost;
            }
        }
        return null;
    }

    private LockLostException ask(HoldShare grant) {
        Lease lease = grant.lease();
        long asked = System.nanoTime();
        CompletableFuture<Boolean> answer = store.ask(() -> store.lockStore()
                .renew(Collections.singletonList(lease.grant()))
                .get(0));
        Parking.awaitInAnyCase(answer, lease.clock().endsAt());
        boolean said = answer.isDone() && !answer.isCompletedExceptionally();
        boolean good = said ? answer.join() : !lease.clock().isPast(System.nanoTime());
        String why = said
                ? "the lock server does not have it any more"
                : "the lock server did not confirm it before its lease ended";
        return good ? null : new Loss(grant, asked, why).exception();
    }
}
