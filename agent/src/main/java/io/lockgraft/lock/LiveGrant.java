package io.lockgraft.lock;

import io.lockgraft.backend.Grant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * A grant and what becomes of it: the one place that moves its state. Renewed by the keeper's thread, answered on the
 * backend's threads, released by the thread that ends the call.
 */
final class LiveGrant {
    /** Not sooner than this after a failed renewal is the next one sent. */
    private static final long SHORTEST_RETRY = TimeUnit.MILLISECONDS.toNanos(20);

    private static final long LONGEST_RETRY = TimeUnit.SECONDS.toNanos(1);

    private final Hold hold;
    private final Grant grant;
    private final HoldTerms terms;
    private final Body body;
    private final Limit limit;
    private final long received = System.nanoTime();
    private final long lease;
    private final AtomicReference<GrantState> state = new AtomicReference<>(GrantState.HELD);
    private volatile long confirmed;
    private volatile long renewAt;
    private volatile Loss loss;

    LiveGrant(Hold hold, Grant grant) {
        this.hold = hold;
        this.grant = grant;
        this.terms = hold.site().terms();
        this.body = terms.mayInterrupt() ? new Body(hold.thread()) : null;
        this.limit = terms.atMost() == null
                ? null
                : new Limit(grant.sentAt(), terms.atMost().toNanos());
        this.lease = grant.request().leaseNanos();
        this.confirmed = grant.sentAt();
        this.renewAt = confirmed + lease / 3;
    }

    Hold hold() {
        return hold;
    }

    Grant grant() {
        return grant;
    }

    GrantState state() {
        return state.get();
    }

    HoldTerms terms() {
        return terms;
    }

    /** Null where the rule never wants it interrupted. */
    Body body() {
        return body;
    }

    /** Null where the hold may last as long as it likes. */
    Limit limit() {
        return limit;
    }

    /** How it was lost, where its state is that. */
    Loss loss() {
        return loss;
    }

    /** Since the request that got it was sent. */
    long ageNanos(long now) {
        return now - grant.sentAt();
    }

    /** What is missing to {@code hold.atLeast}: counted from when we knew of the grant, so never too short. Not negative. */
    long restNanos(long now) {
        return Math.max(0, terms.atLeastNanos() - (now - received));
    }

    /** Whether a body may begin under it now. */
    boolean isGood() {
        return !state().isOver() && !isPast(System.nanoTime());
    }

    /** When the lease is over by the local clock, unless a renewal is confirmed before. */
    long endsAt() {
        return confirmed + lease;
    }

    boolean isPast(long now) {
        return now - endsAt() >= 0;
    }

    /** When the keeper must look at it again. */
    long dueAt() {
        long due = endsAt();
        if (terms.isRenewed() && renewAt - due < 0) {
            due = renewAt;
        }
        if (limit != null && limit.isOpen() && limit.dueAt() - due < 0) {
            due = limit.dueAt();
        }
        return due;
    }

    boolean isDue(long now) {
        return terms.isRenewed() && now - renewAt >= 0;
    }

    /** Whether it goes with a batch that is sent anyway: a little early is better than a batch of its own. */
    boolean isNearlyDue(long now) {
        return terms.isRenewed() && state() == GrantState.HELD && !isAsked() && now + lease / 12 - renewAt >= 0;
    }

    /** Whether a renewal has been sent since the last one that was confirmed. */
    private boolean isAsked() {
        return renewAt - (confirmed + lease / 3) > 0;
    }

    /** A renewal is being sent; the one before it, if it has not been answered in all this time, is in doubt: true the first time. */
    boolean sending(long now) {
        boolean doubtful = isAsked() && move(GrantState.AT_RISK);
        renewAt = now + lease / 6;
        return doubtful;
    }

    /** The store confirmed the renewal that was sent then. */
    void confirm(long sentAt) {
        if (sentAt - confirmed > 0) {
            confirmed = sentAt;
            renewAt = sentAt + lease / 3;
        }
        move(GrantState.HELD);
    }

    /** A renewal failed: ask again soon. True the first time. */
    boolean doubt(long now) {
        renewAt = now + Math.max(SHORTEST_RETRY, Math.min(LONGEST_RETRY, lease / 12));
        return move(GrantState.AT_RISK);
    }

    /** True for the one caller that finds it lost first. */
    boolean lose(String why) {
        loss = new Loss(this, System.nanoTime(), why);
        return move(GrantState.LOST);
    }

    /** Gives it back, even where it seems lost: the store may know better. */
    CompletableFuture<Boolean> release() {
        return sent(grant::release);
    }

    /** Gives it back that many milliseconds from now. */
    CompletableFuture<Boolean> releaseAfter(long millis) {
        return sent(() -> grant.releaseAfter(millis));
    }

    private static CompletableFuture<Boolean> sent(Supplier<CompletableFuture<Boolean>> command) {
        try {
            return command.get();
        } catch (RuntimeException e) {
            CompletableFuture<Boolean> failed = new CompletableFuture<>();
            failed.completeExceptionally(e);
            return failed;
        }
    }

    /**
     * The call is over: its body is not interrupted from now on, no renewal is sent, and none that is answered means
     * anything. False where there is nothing to give back, because that has been done.
     */
    boolean end() {
        if (body != null) {
            body.end();
        }
        return move(GrantState.RELEASED) || state() == GrantState.LOST;
    }

    /** It is given back while its method runs on. False: it is over already. */
    boolean endEarly() {
        return move(GrantState.RELEASED_EARLY);
    }

    private boolean move(GrantState next) {
        GrantState now = state.get();
        while (now.canBecome(next)) {
            if (state.compareAndSet(now, next)) {
                return true;
            }
            now = state.get();
        }
        return false;
    }
}
