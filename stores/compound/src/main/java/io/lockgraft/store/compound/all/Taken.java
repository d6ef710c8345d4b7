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
    private long confirmedAt;
    private long askedAt;

    /** Under way; null where there is none. */
    private CompletableFuture<Renewal> renewal;

    /** Not before then is the store asked again: the last time it did not say. */
    private long notBefore;

    /** @param askedAt when the question was sent that was granted */
    Taken(Grant grant, long askedAt) {
        this.grant = grant;
        this.since = grant.sentAt();
        this.confirmedAt = since - askedAt > 0 ? since : askedAt;
        this.notBefore = since;
    }

    /** From when its lease counts: that of a session may have begun before the question. */
    long since() {
        return since;
    }

    /** When the question was sent that the store has granted or confirmed last, or a later moment. */
    long confirmedAt() {
        return confirmedAt;
    }

    /** Begins to renew it, if that is not under way or too early; then goes on with this. */
    void renew(Part part, long now, Runnable then) {
        if (renewal == null && now - notBefore >= 0) {
            askedAt = now;
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
            confirmedAt = askedAt;
        } else {
            notBefore = System.nanoTime() + pauses.next();
        }
        return said.isLost();
    }
}
