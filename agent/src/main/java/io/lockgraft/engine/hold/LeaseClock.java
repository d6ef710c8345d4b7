package io.lockgraft.engine.hold;

import io.lockgraft.spi.Grant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * What a {@link Lease} is by the local clock: until when it lasts, when it is renewed next, and its state. The keeper
 * and the store's answers move it on.
 */
public final class LeaseClock {
    private enum State {
        /** Every renewal that was sent in time has been confirmed. */
        SURE,
        /** Still within its length, but the last renewal was not answered, or failed. */
        AT_RISK,
        /** Lost, or on its way back. */
        OVER
    }

    /** Not sooner than this after a failed renewal is the next one sent. */
    private static final long SHORTEST_RETRY = TimeUnit.MILLISECONDS.toNanos(20);

    private static final long LONGEST_RETRY = TimeUnit.SECONDS.toNanos(1);

    private final boolean renewed;
    private final long length;
    private final long sentAt;
    private final AtomicReference<State> state = new AtomicReference<>(State.SURE);

    /** Nanoseconds from the request of the grant to the last proof; 0 at first, so that nothing is written then. */
    private volatile long confirmedLater;

    private volatile long renewLater;
    /** True if a renewal has been sent since the last one that was confirmed. */
    private volatile boolean asked;

    private volatile String lost;

    LeaseClock(Grant grant, boolean renewed) {
        this.renewed = renewed;
        long wish = renewed ? Long.MAX_VALUE : grant.request().leaseMillis();
        this.length = TimeUnit.MILLISECONDS.toNanos(Math.min(wish, grant.leaseMillis()));
        this.sentAt = grant.sentAt();
    }

    /** True if the store has surely given it to us, and nothing is wrong with it. */
    boolean isSure(long now) {
        return renewed && lost == null && state.get() == State.SURE && !isPast(now);
    }

    /** When the question was sent, as far as is known, whose answer proves that the lease is held. */
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
    public long endsAt() {
        return confirmed() + length;
    }

    /** When the next renewal is due, or the lease ends, whichever comes first. */
    long nextLook() {
        long ends = endsAt();
        return renewed && renewAt() - ends < 0 ? renewAt() : ends;
    }

    public boolean isPast(long now) {
        return now - endsAt() >= 0;
    }

    /** True if a lease of this length that runs from {@code since} is not over. */
    public boolean wouldLast(long since, long now) {
        return now - since - length < 0;
    }

    public boolean isRenewed() {
        return renewed;
    }

    public boolean isDue(long now) {
        return renewed && now - renewAt() >= 0;
    }

    /** True if it goes with a batch that is sent anyway: a little early is better than a batch of its own. */
    public boolean isNearlyDue(long now) {
        return renewed && state.get() == State.SURE && !asked && now + length / 12 - renewAt() >= 0;
    }

    /**
     * Records that a renewal is being sent. The one before it is in doubt if it has not been answered in all this time:
     * true the first time.
     */
    public boolean startRenewal(long now) {
        boolean doubtful = asked && isNewlyAtRisk();
        asked = true;
        renewAt(now + length / 6);
        return doubtful;
    }

    /**
     * The store has confirmed it: the lease runs from {@code since}. A store that answers from an older proof than is
     * known changes nothing, and is asked again no sooner than it was going to be.
     */
    public void confirm(long since) {
        asked = false;
        if (since - confirmed() > 0) {
            confirmedLater = since - sentAt;
            long next = since + length / 3;
            renewAt(next - renewAt() > 0 ? next : renewAt());
            state.compareAndSet(State.AT_RISK, State.SURE);
        }
    }

    /** A renewal failed: ask again soon. True the first time. */
    public boolean doubt(long now) {
        renewAt(now + Math.max(SHORTEST_RETRY, Math.min(LONGEST_RETRY, length / 12)));
        return isNewlyAtRisk();
    }

    private boolean isNewlyAtRisk() {
        return state.compareAndSet(State.SURE, State.AT_RISK);
    }

    /** True if it is within its length, but the last renewal was not answered, or failed. */
    public boolean isAtRisk() {
        return state.get() == State.AT_RISK;
    }

    /** Marks it as lost; see {@link Lease#lose}. */
    void lose(String why) {
        lost = why;
    }

    /** Why it is lost, or null. */
    String lost() {
        return lost;
    }

    /**
     * No call will hold it again: it has been lost, or is being given back. What learns of the release that follows
     * sees this, too.
     */
    void end() {
        state.set(State.OVER);
    }

    /**
     * For how long the store has not confirmed it, though it was asked: since the renewal was due that is in doubt. -1
     * where none is.
     */
    public long doubtNanos(long now) {
        return isAtRisk() ? Math.max(0, now - confirmed() - length / 3) : -1;
    }

    boolean isOver() {
        return state.get() == State.OVER;
    }
}
