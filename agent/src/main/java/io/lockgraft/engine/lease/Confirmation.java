package io.lockgraft.engine.lease;

import io.lockgraft.api.LockLostException;
import io.lockgraft.engine.hold.HoldShare;
import io.lockgraft.engine.hold.Lease;
import io.lockgraft.engine.report.Loss;
import io.lockgraft.engine.thread.Parking;
import io.lockgraft.engine.thread.StoreThread;
import io.lockgraft.spi.LockStore;
import java.util.Collections;
import java.util.concurrent.CompletableFuture;

/** Asks the store whether a lock is still held, before something is done that cannot be taken back. */
public final class Confirmation {
    private Confirmation() {}

    /** The exception where it is not; null where it is, or where the store does not answer while the lease lasts. */
    public static LockLostException ask(LockStore backend, HoldShare grant) {
        Lease lease = grant.lease();
        long asked = System.nanoTime();
        CompletableFuture<Boolean> answer = StoreThread.ask(
                () -> backend.renew(Collections.singletonList(lease.grant())).get(0));
        Parking.awaitInAnyCase(answer, lease.endsAt());
        boolean said = answer.isDone() && !answer.isCompletedExceptionally();
        if (said && answer.join()) {
            return null;
        }
        if (said) {
            return new Loss(grant, asked, "the lock server does not have it any more").exception();
        }
        return lease.isPast(System.nanoTime())
                ? new Loss(grant, asked, "the lock server did not confirm it before its lease ended").exception()
                : null;
    }
}
