package io.lockgraft.lock;

import io.lockgraft.api.LockLostException;
import io.lockgraft.backend.UnprovenException;
import io.lockgraft.rules.OnLost;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/**
 * The end of a grant: given back, and told and counted what the store says to that, where it does not say at once that
 * all was well. Nobody waits for the answer but a caller who shall learn of a loss.
 */
final class Ending implements BiConsumer<Boolean, Throwable> {
    /** What an answer may take that was given when the lease ended. */
    private static final long GRACE = TimeUnit.MILLISECONDS.toNanos(80);

    private final LiveGrant grant;
    private final boolean wasHeld;
    private final long begun;
    private final CompletableFuture<Boolean> answer;
    private final CompletableFuture<Boolean> told;
    private volatile Loss loss;

    private Ending(LiveGrant grant, boolean wasHeld, long begun, CompletableFuture<Boolean> answer) {
        this.grant = grant;
        this.wasHeld = wasHeld;
        this.begun = begun;
        this.loss = wasHeld ? null : grant.loss();
        this.answer = answer;
        this.told = answer.whenComplete(this);
    }

    /**
     * Gives the grant back, which must have ended. Does not wait for anything. Null where that was all.
     *
     * @param wasHeld whether it was not known to be lost
     * @param rest how long the store keeps it locked all the same, in nanoseconds; 0 for not at all
     */
    static Ending of(LiveGrant grant, boolean wasHeld, long rest) {
        boolean matters = rest > 0 || grant.terms().onLost() == OnLost.THROW;
        // A pause behind the command is none of the body's.
        long begun = matters ? System.nanoTime() : 0;
        CompletableFuture<Boolean> answer = rest > 0
                ? grant.lease().releaseAfter(millis(rest))
                : grant.lease().release();
        if (wasHeld && isOurs(answer)) {
            return null;
        }
        return new Ending(grant, wasHeld, matters ? begun : System.nanoTime(), answer);
    }

    private static boolean isOurs(CompletableFuture<Boolean> answer) {
        return answer.isDone() && !answer.isCompletedExceptionally() && answer.join();
    }

    CompletableFuture<Boolean> answer() {
        return answer;
    }

    /** What the store says, once; on the backend's thread, or on the one that asked. */
    @Override
    public void accept(Boolean ours, Throwable failure) {
        LiveGrant used = grant.lease().used(grant);
        boolean isReleased = failure == null || failure instanceof UnprovenException && failure.getCause() == null;
        String why = wasHeld && used != null ? whyLost(ours, failure) : null;
        if (why != null) {
            loss = new Loss(used, begun, why);
            report(used).lostAtEnd(used, loss);
        }
        if (!isReleased) {
            report(grant).releasedLate(grant.request(), grant.restNanos(begun), failure);
        }
    }

    /** Null where it is not, as far as is known. */
    private String whyLost(Boolean ours, Throwable failure) {
        if (failure == null) {
            return ours ? null : "the lock server did not have it any more when it was released";
        }
        if (isOverByTheClock()) {
            return "its lease was over when it was released, and the lock server did not answer";
        }
        return failure instanceof UnprovenException ? failure.getMessage() : null;
    }

    /**
     * The exception that the caller shall get, or null. Waits for the store's answer, where the rule needs it: until
     * the command's timeout, and never longer than the lease lasts by the local clock. What the store has not said by
     * then is no loss, as long as the lease was not over when the body ended. An interrupt does not end it, and is
     * kept.
     */
    LockLostException lost() {
        if (grant.terms().onLost() != OnLost.THROW) {
            return null;
        }
        if (wasHeld && !Parking.awaitInAnyCase(told, lastAnswer()) && isOverByTheClock()) {
            return new Loss(grant, begun, "its lease was over when it was released").exception();
        }
        Loss found = loss;
        return found == null ? null : found.exception();
    }

    private long lastAnswer() {
        return begun + Math.max(grant.lease().endsAt() - begun, 0) + GRACE;
    }

    private boolean isOverByTheClock() {
        return grant.lease().isPast(begun);
    }

    private static HoldReport report(LiveGrant grant) {
        return grant.hold().site().report().holds();
    }

    /** Rounded up: what the rule promises is the least. */
    private static long millis(long nanos) {
        return TimeUnit.NANOSECONDS.toMillis(nanos + TimeUnit.MILLISECONDS.toNanos(1) - 1);
    }
}
