package io.lockgraft.spi;

import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What a store is asked for: one kind of lock on one key or on several, in an owner's name, for a lease, by a deadline.
 * Several keys are one request with one grant: of all of them.
 */
public final class Request {
    /** A call returns no later than 100 ms after its deadline; some of that is for the way back to its thread. */
    private static final long GRACE = TimeUnit.MILLISECONDS.toNanos(70);

    private final LockKind kind;
    private final int permits;
    private final List<String> keys;
    private final Owner owner;
    private final long leaseMillis;
    private final long deadline;
    private final long madeAt;
    private final long tokenAbove;
    private final int tokens;
    private final boolean once;
    private final String entryOf;

    /**
     * @param permits how many owners a semaphore lets in; 1 for every other kind
     * @param keys sorted, without duplicates, and at least one: in this order they are taken, unless the store has
     *     another
     * @param owner another for every attempt
     * @param deadline by System.nanoTime; compare by difference. A deadline that has passed means: try once
     * @param madeAt what System.nanoTime has said last
     */
    public Request(
            LockKind kind, int permits, List<String> keys, Owner owner, long leaseMillis, long deadline, long madeAt) {
        this(kind, permits, keys, owner, leaseMillis, deadline, madeAt, 0, 1, false, null);
    }

    private Request(
            LockKind kind,
            int permits,
            List<String> keys,
            Owner owner,
            long leaseMillis,
            long deadline,
            long madeAt,
            long tokenAbove,
            int tokens,
            boolean once,
            String entryOf) {
        this.kind = kind;
        this.permits = permits;
        this.keys = keys;
        this.owner = owner;
        this.leaseMillis = leaseMillis;
        this.deadline = deadline;
        this.madeAt = madeAt;
        this.tokenAbove = tokenAbove;
        this.tokens = tokens;
        this.once = once;
        this.entryOf = entryOf;
    }

    /**
     * The same for other keys and until another deadline, in the same owner's name, for a store that splits requests.
     * An owner that asks again for what it has gets it again, and holds it once.
     */
    public Request with(List<String> others, long otherDeadline) {
        return new Request(
                kind, permits, others, owner, leaseMillis, otherDeadline, madeAt, tokenAbove, tokens, once, entryOf);
    }

    /** The same, with a token greater than this one; where the owner has the lock already, its token is raised. */
    public Request withTokenAbove(long token) {
        return new Request(kind, permits, keys, owner, leaseMillis, deadline, madeAt, token, tokens, once, entryOf);
    }

    /** The same, with so many tokens in a row, for holds that have the grant one after the other. */
    public Request withTokens(int count) {
        return new Request(kind, permits, keys, owner, leaseMillis, deadline, madeAt, tokenAbove, count, once, entryOf);
    }

    /** The same in another owner's name and for another lease. */
    public Request as(Owner otherOwner, long otherLeaseMillis) {
        return new Request(
                kind, permits, keys, otherOwner, otherLeaseMillis, deadline, madeAt, tokenAbove, tokens, once, entryOf);
    }

    /** The same, made now, for a store that asks one member after the other: each has the time of its own question. */
    public Request madeNow() {
        return new Request(
                kind,
                permits,
                keys,
                owner,
                leaseMillis,
                deadline,
                System.nanoTime(),
                tokenAbove,
                tokens,
                once,
                entryOf);
    }

    /** The same without a wait for a lock that is held: only a slow store has time until the deadline. */
    public Request once() {
        return new Request(
                kind, permits, keys, owner, leaseMillis, deadline, madeAt, tokenAbove, tokens, true, entryOf);
    }

    /** The same; the grant tells the store's entry of this namespace. */
    public Request withEntryOf(String namespace) {
        return new Request(
                kind, permits, keys, owner, leaseMillis, deadline, madeAt, tokenAbove, tokens, once, namespace);
    }

    public LockKind kind() {
        return kind;
    }

    /** How many owners a semaphore lets in. */
    public int permits() {
        return permits;
    }

    /** The whole names of the locks, namespace included. */
    public List<String> keys() {
        return keys;
    }

    public Owner owner() {
        return owner;
    }

    /** A wish: what the store grants is {@link Grant#leaseMillis}. */
    public long leaseMillis() {
        return leaseMillis;
    }

    public long deadline() {
        return deadline;
    }

    /** By System.nanoTime, and no later than it was made. A store that answers at once need not look at the clock. */
    public long madeAt() {
        return madeAt;
    }

    /** A fenced grant's token is greater than this. */
    public long tokenAbove() {
        return tokenAbove;
    }

    /** How many tokens belong to a fenced grant, from its own on: the next grant's is greater than all of them. */
    public int tokens() {
        return tokens;
    }

    /** What is left until the deadline, in nanoseconds; negative once it has passed. */
    public long remaining() {
        return deadline - System.nanoTime();
    }

    /**
     * Until when the answer must be there, by System.nanoTime.
     *
     * @param questionNanos the time of one question to the store
     */
    public long lastAnswer(long questionNanos) {
        return lastAnswer(madeAt, deadline, questionNanos);
    }

    /**
     * The same for a call that began then: one question's time, or until its deadline and a moment more, in which the
     * answer to the last question may come.
     */
    public static long lastAnswer(long begun, long deadline, long questionNanos) {
        long late = deadline + Math.min(questionNanos, GRACE);
        long least = begun + questionNanos;
        return late - least > 0 ? late : least;
    }

    public long leaseNanos() {
        return TimeUnit.MILLISECONDS.toNanos(leaseMillis);
    }

    /** Whether a lock that is held is waited for, now. */
    public boolean waits() {
        return !once && remaining() > 0;
    }

    /** The namespace whose entry is to be read in the step that grants; null for none. */
    public String entryOf() {
        return entryOf;
    }

    @Override
    public String toString() {
        return kind.word() + ' ' + keys;
    }
}
