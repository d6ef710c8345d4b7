package io.lockgraft.engine.lease;

import io.lockgraft.api.LockLostException;
import io.lockgraft.engine.event.Loss;
import io.lockgraft.engine.event.RuleListener;
import io.lockgraft.engine.hold.HoldReleaser;
import io.lockgraft.engine.hold.Lease;
import io.lockgraft.engine.hold.LeasePart;
import io.lockgraft.engine.thread.Parking;
import io.lockgraft.engine.thread.StoreThread;
import io.lockgraft.rules.OnLost;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.Renewal;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/**
 * The end of a lease: given back, and told and counted what the store says to that, where it does not say at once that
 * all was well. Only a caller that shall learn of a loss waits for the answer.
 */
public final class Release implements HoldReleaser.Ended, BiConsumer<Renewal, Throwable> {
    /** Time for the way back of an answer that was given when the lease ended. */
    private static final long GRACE = TimeUnit.MILLISECONDS.toNanos(80);

    private final LeasePart part;
    private final boolean wasHeld;
    private final long begun;
    private final CompletableFuture<Renewal> answer;
    private volatile Loss loss;

    private Release(LeasePart part, boolean wasHeld, long begun, CompletableFuture<Renewal> asked) {
        this.part = part;
        this.wasHeld = wasHeld;
        this.begun = begun;
        this.loss = wasHeld ? null : part.loss();
        this.answer = asked.whenComplete(this);
    }

    /**
     * Gives back the part's lease, which must have ended. Does not wait for anything. Null where that was all.
     *
     * @param wasHeld whether it was not known to be lost
     * @param rest how long the store keeps it locked all the same, in nanoseconds; 0 for not at all
     */
    static Release of(StoreThread store, LeasePart part, boolean wasHeld, long rest) {
        boolean matters = rest > 0 || part.terms().onLost() == OnLost.THROW;
        // A pause behind the command is none of the body's.
        long begun = matters ? System.nanoTime() : 0;
        Grant its = part.lease().grant();
        CompletableFuture<Renewal> asked =
                rest > 0 ? store.ask(() -> its.releaseAfter(millis(rest))) : store.ask(its::release);
        if (wasHeld && isHeld(asked)) {
            return null;
        }
        return new Release(part, wasHeld, matters ? begun : System.nanoTime(), asked);
    }

    /**
     * Gives back what lingered, in no call's name: what has gone wrong with it is told, but happened to none. Does not
     * wait for anything.
     *
     * @return true if the store has it back
     */
    public static CompletableFuture<?> ofLingering(StoreThread store, Lease lease) {
        Grant its = lease.grant();
        // Not behind the release, which a renewal may see.
        String lost = lease.lost();
        return store.ask(its::release).whenComplete((answer, failure) -> {
            Renewal said = said(answer, failure);
            RuleListener events = lease.reportingHold().site().events();
            String why = lost != null ? lost : whyLostBy(said);
            if (why != null) {
                events.lostIdle(its.request(), why);
            }
            tellLate(events, its, 0, said);
        });
    }

    private static boolean isHeld(CompletableFuture<Renewal> answer) {
        return answer.isDone()
                && !answer.isCompletedExceptionally()
                && answer.join().isHeld();
    }

    private static Renewal said(Renewal answer, Throwable failure) {
        return failure == null ? answer : Renewal.unknown(failure);
    }

    /** Completes when what the store says has been told. */
    CompletableFuture<?> answer() {
        return answer;
    }

    /** Takes the store's answer, once; on the store's thread, or on the one that asked. */
    @Override
    public void accept(Renewal answered, Throwable failure) {
        Renewal said = said(answered, failure);
        String why = wasHeld ? whyLost(said) : null;
        LeasePart used = part.lease().used(part);
        if (why != null && used != null) {
            loss = new Loss(used, begun, why);
            used.events().lostAtEnd(used, loss);
        } else if (why != null && part.lease().hasRunShared()) {
            part.events().lostIdle(part.request(), why);
        }
        tellLate(part.events(), part.lease().grant(), part.restNanos(begun), said);
    }

    /** Tells that the store has not said that it has the lock back, if it has not. */
    private static void tellLate(RuleListener events, Grant grant, long rest, Renewal said) {
        if (said.cause() != null) {
            events.releasedLate(grant, rest, said.cause());
        }
    }

    /** Why the lease was lost by the store's answer; null if it was not, as far as is known. */
    private static String whyLostBy(Renewal said) {
        return said.isLost() && said.why() == null
                ? "the lock server did not have it any more when it was released"
                : said.why();
    }

    private String whyLost(Renewal said) {
        if (said.isHeld() || said.isLost()) {
            return whyLostBy(said);
        }
        // Lost while it was offered, no call was to be told.
        return isOverByTheClock()
                ? "its lease was over when it was released, and the lock server did not answer"
                : part.lease().lost();
    }

    /**
     * The exception that the caller shall get, or null. Waits for the store's answer, where the rule needs it: until
     * the command's timeout, and never longer than the lease lasts by the local clock. What the store has not said by
     * then is no loss, as long as the lease was not over when the body ended. An interrupt does not end it, and is
     * kept.
     */
    @Override
    public LockLostException lost() {
        if (part.terms().onLost() != OnLost.THROW) {
            return null;
        }
        if (wasHeld && !Parking.awaitInAnyCase(answer, lastAnswer()) && isOverByTheClock()) {
            return new Loss(part, begun, "its lease was over when it was released").exception();
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
