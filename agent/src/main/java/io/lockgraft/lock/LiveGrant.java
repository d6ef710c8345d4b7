package io.lockgraft.lock;

import io.lockgraft.backend.Grant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

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
    private final boolean renewed;
    private final long lease;
    private final AtomicReference<GrantState> state = new AtomicReference<>(GrantState.HELD);
    private volatile long confirmed;
    private volatile long renewAt;

    LiveGrant(Hold hold, Grant grant, boolean renewed) {
        this.hold = hold;
        this.grant = grant;
        this.renewed = renewed;
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

    boolean isRenewed() {
        return renewed;
    }

    /** Since the request that got it was sent. */
    long ageNanos(long now) {
        return now - grant.sentAt();
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
        long end = endsAt();
        return renewed && renewAt - end < 0 ? renewAt : end;
    }

    boolean isDue(long now) {
        return renewed && now - renewAt >= 0;
    }

    /** Whether it goes with a batch that is sent anyway: a little early is better than a batch of its own. */
    boolean isNearlyDue(long now) {
        return renewed && state() == GrantState.HELD && !isAsked() && now + lease / 12 - renewAt >= 0;
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
    boolean lose() {
        return move(GrantState.LOST);
    }

    /** Gives it back, even where it seems lost: the store may know better. */
    CompletableFuture<Boolean> release() {
        try {
            return grant.release();
        } catch (RuntimeException e) {
            CompletableFuture<Boolean> failed = new CompletableFuture<>();
            failed.completeExceptionally(e);
            return failed;
        }
    }

    /** No renewal is sent, and none that is answered means anything, from now on. False: it was lost before. */
    boolean end() {
        return move(GrantState.RELEASED);
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
