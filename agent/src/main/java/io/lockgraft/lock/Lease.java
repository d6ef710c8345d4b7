package io.lockgraft.lock;

import io.lockgraft.backend.Grant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * What the store has granted to this JVM, for as long as that lasts: renewed by the keeper's thread, answered on the
 * backend's threads, and held by one call after the other ({@link LiveGrant}), of whom the last gives it back.
 *
 * <p>Two may meet over it without a lock: one that finds it lost, and a call that ends and passes it on. The one writes
 * that it is lost and then looks who holds it; the other writes who holds it and then looks whether it is lost. So at
 * least one of them sees both, and the state of the {@link LiveGrant} lets only one of them tell.
 */
final class Lease {
    /** Not sooner than this after a failed renewal is the next one sent. */
    private static final long SHORTEST_RETRY = TimeUnit.MILLISECONDS.toNanos(20);

    private static final long LONGEST_RETRY = TimeUnit.SECONDS.toNanos(1);

    private final Grant grant;
    private final boolean renewed;
    private final long length;
    private final long came = System.nanoTime();
    private final AtomicBoolean atRisk = new AtomicBoolean();
    private volatile LiveGrant holder;
    private volatile long confirmed;
    private volatile long renewAt;
    private volatile String lost;
    private volatile boolean over;
    /** How often it was passed on; by whoever has the gate's lock. */
    private int passed;

    Lease(Grant grant, boolean renewed) {
        this.grant = grant;
        this.renewed = renewed;
        this.length = grant.request().leaseNanos();
        this.confirmed = grant.sentAt();
        this.renewAt = confirmed + length / 3;
    }

    Grant grant() {
        return grant;
    }

    /** The grant of the hold that has it now, or had it last. */
    LiveGrant holder() {
        return holder;
    }

    /** The first hold begins under it. */
    void begin(Hold first) {
        first.runs(this, grant.sentAt(), came, grant.token());
        holder = first.grant();
    }

    /**
     * Whether a call that ends may pass it on to this one. Not where a loss would go to the wrong one: it is surely held,
     * and who asks the store at its end, because the rule wants to know, gets its answer from there.
     */
    boolean mayPass(LiveGrant from, Hold to, long now) {
        return renewed
                && lost == null
                && !atRisk.get()
                && !isPast(now)
                && from.terms().mayPass(passed, now - came)
                && to.site().terms().mayReceive(passed, now - came)
                && to.keys().size() == 1
                && to.site().rule().lock() == grant.request().kind()
                && to.site().leaseMillis() == grant.request().leaseMillis()
                && (grant.token() == 0 || passed + 1 < grant.tokens());
    }

    /** By whoever has the gate's lock. Makes no object. */
    void passTo(Hold next, long now) {
        passed++;
        next.runs(this, now, now, grant.token() == 0 ? 0 : grant.token() + passed);
        holder = next.grant();
    }

    /** When the lease is over by the local clock, unless a renewal is confirmed before. */
    long endsAt() {
        return confirmed + length;
    }

    boolean isPast(long now) {
        return now - endsAt() >= 0;
    }

    boolean isRenewed() {
        return renewed;
    }

    /** When the keeper must look at it again. */
    long dueAt() {
        long due = endsAt();
        if (renewed && renewAt - due < 0) {
            due = renewAt;
        }
        Limit limit = holder.limit();
        if (limit != null && limit.isOpen() && limit.dueAt() - due < 0) {
            due = limit.dueAt();
        }
        return due;
    }

    boolean isDue(long now) {
        return renewed && now - renewAt >= 0;
    }

    /** Whether it goes with a batch that is sent anyway: a little early is better than a batch of its own. */
    boolean isNearlyDue(long now) {
        return renewed && !atRisk.get() && !isAsked() && now + length / 12 - renewAt >= 0;
    }

    /** Whether a renewal has been sent since the last one that was confirmed. */
    private boolean isAsked() {
        return renewAt - (confirmed + length / 3) > 0;
    }

    /** A renewal is being sent; the one before it, if it has not been answered in all this time, is in doubt: true the first time. */
    boolean sending(long now) {
        boolean doubtful = isAsked() && isNewlyAtRisk();
        renewAt = now + length / 6;
        return doubtful;
    }

    /** The store confirmed the renewal that was sent then. */
    void confirm(long sentAt) {
        if (sentAt - confirmed > 0) {
            confirmed = sentAt;
            renewAt = sentAt + length / 3;
        }
        atRisk.set(false);
    }

    /** A renewal failed: ask again soon. True the first time. */
    boolean doubt(long now) {
        renewAt = now + Math.max(SHORTEST_RETRY, Math.min(LONGEST_RETRY, length / 12));
        return isNewlyAtRisk();
    }

    private boolean isNewlyAtRisk() {
        return !holder.state().isOver() && atRisk.compareAndSet(false, true);
    }

    /** Still within its length, but the last renewal was not answered, or failed. */
    boolean isAtRisk() {
        return atRisk.get();
    }

    /** The grant of the hold that has thereby lost it; null where none has, or it has been told already. */
    LiveGrant lose(String why) {
        lost = why;
        LiveGrant loser = holder;
        return loser.lose(why) ? loser : null;
    }

    /** Why it is lost, or null. */
    String lost() {
        return lost;
    }

    /** Nobody will hold it again: it has been lost, or is being given back. */
    void end() {
        over = true;
    }

    boolean isOver() {
        return over;
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
}
