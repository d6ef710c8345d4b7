package io.lockgraft.engine.lease;

import io.lockgraft.api.LockLostException;
import io.lockgraft.engine.event.Loss;
import io.lockgraft.engine.event.RuleListener;
import io.lockgraft.engine.hold.HoldEnds;
import io.lockgraft.engine.hold.Lease;
import io.lockgraft.engine.hold.LeasePart;
import io.lockgraft.engine.thread.Parking;
import io.lockgraft.engine.thread.StoreThread;
import io.lockgraft.rules.OnLost;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.UnprovenException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/**
 * The end of a grant: given back, and told and counted what the store says to that, where it does not say at once that
 * all was well. Only a caller that shall learn of a loss waits for the answer.
 */
public final class Release implements HoldEnds.Ended, BiConsumer<Boolean, Throwable> {
    /** What an answer may take that was given when the lease ended. */
    private static final long GRACE = TimeUnit.MILLISECONDS.toNanos(80);

    private final LeasePart part;
    private final boolean wasHeld;
    private final long begun;
    private final CompletableFuture<Boolean> answer;
    private final boolean needsProof;
    private final CompletableFuture<Boolean> told;
    private volatile Loss loss;

    private Release(
            LeasePart part,
            boolean wasHeld,
            long begun,
            CompletableFuture<Boolean> answer,
            CompletableFuture<Boolean> proven) {
        this.part = part;
        this.wasHeld = wasHeld;
        this.begun = begun;
        this.loss = wasHeld ? null : part.loss();
        this.answer = answer;
        this.needsProof = proven != answer;
        this.told = proven.whenComplete(this);
    }

    /**
     * Gives the grant back, which must have ended. Does not wait for anything. Null where that was all.
     *
     * @param wasHeld whether it was not known to be lost
     * @param rest how long the store keeps it locked all the same, in nanoseconds; 0 for not at all
     */
    static Release of(StoreThread store, LeasePart part, boolean wasHeld, long rest) {
        boolean matters = rest > 0 || part.terms().onLost() == OnLost.THROW;
        // A pause behind the command is none of the body's.
        long begun = matters ? System.nanoTime() : 0;
        Grant its = part.lease().grant();
        CompletableFuture<Boolean> answer =
                rest > 0 ? store.ask(() -> its.releaseAfter(millis(rest))) : store.ask(its::release);
        CompletableFuture<Boolean> proven = wasHeld ? store.proven(its, answer) : answer;
        if (wasHeld && isOurs(proven)) {
            return null;
        }
        return new Release(part, wasHeld, matters ? begun : System.nanoTime(), answer, proven);
    }

    /**
     * Gives back what lingered, in no call's name: what has gone wrong with it is told, but happened to none. Does not
     * wait for anything.
     *
     * @return whether the store has it back
     */
    public static CompletableFuture<Boolean> lingered(StoreThread store, Lease lease) {
        Grant its = lease.grant();
        // A renewal that the release overtakes finds it gone as well.
        String lost = lease.lost();
        CompletableFuture<Boolean> answer = store.ask(its::release);
        (lost == null ? store.proven(its, answer) : answer).whenComplete((ours, failure) -> {
            RuleListener events = lease.speaker().site().events();
            String why = lost != null ? lost : whyLostBy(ours, failure);
            if (why != null) {
                events.lostIdle(its.request(), why);
            }
            tellLate(events, its, 0, failure);
        });
        return answer;
    }

    private static boolean isOurs(CompletableFuture<Boolean> answer) {
        return answer.isDone() && !answer.isCompletedExceptionally() && answer.join();
    }

    /** Whether the store has it back. */
    CompletableFuture<Boolean> answer() {
        return answer;
    }

    /** What the store says, once; on the backend's thread, or on the one that asked. */
    @Override
    public void accept(Boolean ours, Throwable failure) {
        String why = wasHeld ? whyLost(ours, failure) : null;
        LeasePart used = part.lease().used(part);
        if (why != null && used != null) {
            loss = new Loss(used, begun, why);
            used.events().lostAtEnd(used, loss);
        } else if (why != null && part.lease().hasRunShared()) {
            part.events().lostIdle(part.request(), why);
        }
        tellLate(part.events(), part.lease().grant(), part.restNanos(begun), failure);
    }

    /** Where the store has not said that it has the lock back. */
    private static void tellLate(RuleListener events, Grant grant, long rest, Throwable failure) {
        Throwable why = failure instanceof UnprovenException ? failure.getCause() : failure;
        if (why != null) {
            events.releasedLate(grant, rest, why);
        }
    }

    /** What the store's answer means for what was given back; null where it was not lost, as far as is known. */
    private static String whyLostBy(Boolean ours, Throwable failure) {
        if (failure == null) {
            return ours ? null : "the lock server did not have it any more when it was released";
        }
        return failure instanceof UnprovenException ? failure.getMessage() : null;
    }

    private String whyLost(Boolean ours, Throwable failure) {
        String why = whyLostBy(ours, failure);
        if (why != null || failure == null) {
            return why;
        }
        // Lost while it was offered, no call was to be told.
        return isOverByTheClock()
                ? "its lease was over when it was released, and the lock server did not answer"
                : part.lease().lost();
    }

    /**
     * The exception that the caller shall get, or null. Waits for the store's answer, where the rule needs it: until
     * the command's timeout, and never longer than the lease lasts by the local clock. What the store has not said by
     * then is no loss, as long as the lease was not over when the body ended and the store's word is enough. An
     * interrupt does not end it, and is kept.
     */
    @Override
    public LockLostException lost() {
        if (part.terms().onLost() != OnLost.THROW) {
            return null;
        }
        if (wasHeld && !Parking.awaitInAnyCase(told, lastAnswer())) {
            if (isOverByTheClock()) {
                return new Loss(part, begun, "its lease was over when it was released").exception();
            }
            if (needsProof) {
                return new Loss(part, begun, "nobody confirmed in time that it was held until its release").exception();
            }
        }
        Loss found = loss;
        return found == null ? null : found.exception();
    }

    private long lastAnswer() {
        return begun + Math.max(part.lease().clock().endsAt() - begun, 0) + GRACE;
    }

    private boolean isOverByTheClock() {
        return part.lease().clock().isPast(begun);
    }

    /** Rounded up: what the rule promises is the least. */
    private static long millis(long nanos) {
        return TimeUnit.NANOSECONDS.toMillis(nanos + TimeUnit.MILLISECONDS.toNanos(1) - 1);
    }
}
