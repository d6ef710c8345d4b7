package io.lockgraft.store.compound.all;

import io.lockgraft.spi.Grant;
import io.lockgraft.spi.Renewal;
import io.lockgraft.spi.thread.Pauses;
import java.util.Collections;
import java.util.concurrent.CompletableFuture;

/** What one store has granted to an attempt that is still on its way. Of the attempt's steps. */
final class Taken {
    final Grant grant;
    private long since;

    /** Under way; null where there is none. */
    private CompletableFuture<Renewal> renewal;

    /** Not before then is the store asked again: the last time it did not say. */
    private long notBefore;

    Taken(Grant grant, long since) {
        this.grant = grant;
        this.since = since;
        this.notBefore = since;
    }

    /** From when on its lease runs. */
    long since() {
        return since;
    }

    /** Begins to renew it, if that is not under way or too early; then goes on with this. */
    void renew(Part part, long now, Runnable then) {
        if (renewal == null && now - notBefore >= 0) {
            renewal = AllStore.renew(part, Collections.singletonList(grant)).get(0);
            renewal.whenComplete((said, failure) -> then.run());
        }
    }

    /**
     * Takes in the answer to a renewal. Returns true if that was a loss.
     *
     * @param pauses before the store is asked again that does not say
     */
    boolean isFoundLost(Pauses pauses) {
        CompletableFuture<Renewal> done = renewal;
        if (done == null || !done.isDone()) {
            return false;
        }
        renewal = null;
        Renewal said = done.isCompletedExceptionally() ? Renewal.unknown(null) : done.join();
        if (said.isHeld()) {
            since = said.since();
        } else {
            notBefore = System.nanoTime() + pauses.next();
        }
        return said.isLost();
    }
}
