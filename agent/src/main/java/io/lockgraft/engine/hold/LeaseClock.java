package io.lockgraft.engine.hold;

import io.lockgraft.spi.Grant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/**
 * A grant of the store's over time, by the local clock: until when it lasts, when it is renewed next, whether it is at
 * risk, lost or over. The keeper moves it on, and the store's answers do. A part of {@link Lease}, and no object of its
 * own: a call makes as few as it can.
 */
public abstract class LeaseClock {
    private static final AtomicIntegerFieldUpdater<LeaseClock> STATE =
            AtomicIntegerFieldUpdater.newUpdater(LeaseClock.class, "state");

    private static final int SURE = 0;
    private static final int AT_RISK = 1;
    private static final int OVER = 2;

    /** Not sooner than this after a failed renewal is the next one sent. */
    private static final long SHORTEST_RETRY = TimeUnit.MILLISECONDS.toNanos(20);

    private static final long LONGEST_RETRY = TimeUnit.SECONDS.toNanos(1);

    private final Grant grant;
    private final boolean renewed;
    private final long length;
    private final long sentAt;
    private volatile int state;

    /** What has moved since the grant was asked for, in nanoseconds: nothing at first, and so nothing to write then. */
    private volatile long confirmedLater;

    private volatile long renewLater;
    private volatile String lost;

    LeaseClock(Grant grant, boolean renewed) {
        this.grant = grant;
        this.renewed = renewed;
        this.length = grant.request().leaseNanos();
        this.sentAt = grant.sentAt();
    }

    public final Grant grant() {
        return grant;
    }

    /** Whether the store has surely given it to us, and nothing is wrong with it. */
    final boolean isSure(long now) {
        return renewed && lost == null && state == SURE && !isPast(now);
    }

    /** When the request or the renewal was sent that the store has confirmed last. */
    private long confirmed() {
        return sentAt + confirmedLater;
    }

    private long renewAt() {
        return sentAt + length / 3 + renewLater;
    }

    private void renewAt(long time) {
        renewLater = time - sentAt - length / 3;
    }

    /** When the lease is over by the local clock, unless a renewal is confirmed before. */
    public final long endsAt() {
        return confirmed() + length;
    }

    /** When the next renewal is due, or the lease ends, whichever comes first. */
    final long nextLook() {
        long ends = endsAt();
        return renewed && renewAt() - ends < 0 ? renewAt() : ends;
    }

    public final boolean isPast(long now) {
        return now - endsAt() >= 0;
    }

    public final boolean isRenewed() {
        return renewed;
    }

    public final boolean isDue(long now) {
        return renewed && now - renewAt() >= 0;
    }

    /** Whether it goes with a batch that is sent anyway: a little early is better than a batch of its own. */
    public final boolean isNearlyDue(long now) {
        return renewed && state == SURE && !isAsked() && now + length / 12 - renewAt() >= 0;
    }

    /** Whether a renewal has been sent since the last one that was confirmed. */
    private boolean isAsked() {
        return renewAt() - (confirmed() + length / 3) > 0;
    }

    /**
     * A renewal is being sent; the one before it, if it has not been answered in all this time, is in doubt: true the
     * first time.
     */
    public final boolean sending(long now) {
        boolean doubtful = isAsked() && isNewlyAtRisk();
        renewAt(now + length / 6);
        return doubtful;
    }

    /** The store confirmed the renewal that was sent then. */
    public final void confirm(long renewalSentAt) {
        if (renewalSentAt - confirmed() > 0) {
            confirmedLater = renewalSentAt - sentAt;
            renewAt(renewalSentAt + length / 3);
        }
        STATE.compareAndSet(this, AT_RISK, SURE);
    }

    /** A renewal failed: ask again soon. True the first time. */
    public final boolean doubt(long now) {
        renewAt(now + Math.max(SHORTEST_RETRY, Math.min(LONGEST_RETRY, length / 12)));
        return isNewlyAtRisk();
    }

    private boolean isNewlyAtRisk() {
        return STATE.compareAndSet(this, SURE, AT_RISK);
    }

    /** Still within its length, but the last renewal was not answered, or failed. */
    public final boolean isAtRisk() {
        return state == AT_RISK;
    }

    /** From now on no call gets it any more; those that have it are told by {@link HoldShare#lose}. */
    public final void lose(String why) {
        lost = why;
    }

    /** Why it is lost, or null. */
    public final String lost() {
        return lost;
    }

    /**
     * No call will hold it again: it has been lost, or is being given back. What learns of the release that follows
     * sees this, too; a fence for those that do not would cost a call more than it helps them.
     */
    public final void end() {
        STATE.lazySet(this, OVER);
    }

    public final boolean isOver() {
        return state == OVER;
    }
}
