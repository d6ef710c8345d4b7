package io.lockgraft.spi;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** What a store can keep. A rule that asks for more is refused by name, at `check` and at the start. Immutable. */
public final class Capabilities {
    private final Set<LockKind> kinds;
    private final boolean severalPermits;
    private final boolean turns;
    private final boolean outlivesProcess;
    private final long shortestLease;
    private final Reach reach;
    private final boolean identity;

    private Capabilities(
            Set<LockKind> kinds,
            boolean severalPermits,
            boolean turns,
            boolean outlivesProcess,
            long shortestLease,
            Reach reach,
            boolean identity) {
        this.kinds = Collections.unmodifiableSet(kinds);
        this.severalPermits = severalPermits;
        this.turns = turns;
        this.outlivesProcess = outlivesProcess;
        this.shortestLease = shortestLease;
        this.reach = reach;
        this.identity = identity;
    }

    /**
     * A store that keeps every kind of lock, semaphores of several permits, turns, and leases of any length, for one
     * JVM. A store that excludes others declares it by {@link #reaching}.
     */
    public static Capabilities all() {
        return new Capabilities(EnumSet.allOf(LockKind.class), true, true, true, 1, Reach.JVM, false);
    }

    /** The same without this kind of lock. */
    public Capabilities without(LockKind kind) {
        EnumSet<LockKind> fewer = EnumSet.copyOf(kinds);
        fewer.remove(kind);
        return new Capabilities(fewer, severalPermits, turns, outlivesProcess, shortestLease, reach, identity);
    }

    /** The same, with semaphores of one permit only. */
    public Capabilities withOnePermit() {
        return new Capabilities(kinds, false, turns, outlivesProcess, shortestLease, reach, identity);
    }

    /** The same, but a later waiter may overtake an earlier one. */
    public Capabilities withoutTurns() {
        return new Capabilities(kinds, severalPermits, false, outlivesProcess, shortestLease, reach, identity);
    }

    /** The same, but a lock ends with the process that holds it, before its lease is over. */
    public Capabilities endingWithProcess() {
        return new Capabilities(kinds, severalPermits, turns, false, shortestLease, reach, identity);
    }

    /** The same, with no lease shorter than this. */
    public Capabilities withLeasesFrom(long millis) {
        return new Capabilities(kinds, severalPermits, turns, outlivesProcess, millis, reach, identity);
    }

    /** The same, for the JVMs that this reach covers. */
    public Capabilities reaching(Reach far) {
        return new Capabilities(kinds, severalPermits, turns, outlivesProcess, shortestLease, far, identity);
    }

    /** The same; it keeps entries, by which it can be a member of a compound ({@link LockStore#entry}). */
    public Capabilities withIdentity() {
        return new Capabilities(kinds, severalPermits, turns, outlivesProcess, shortestLease, reach, true);
    }

    /** What a store keeps that is made of both. It has no identity of its own. */
    public Capabilities and(Capabilities other) {
        EnumSet<LockKind> both = EnumSet.copyOf(kinds);
        both.retainAll(other.kinds);
        return new Capabilities(
                both,
                severalPermits && other.severalPermits,
                turns && other.turns,
                outlivesProcess && other.outlivesProcess,
                Math.max(shortestLease, other.shortestLease),
                reach.compareTo(other.reach) < 0 ? reach : other.reach,
                false);
    }

    public Set<LockKind> kinds() {
        return kinds;
    }

    /** Whether a semaphore may let in more than one owner. */
    public boolean severalPermits() {
        return severalPermits;
    }

    /** Whether waiters of kinds other than fair get a lock in the order in which they came. */
    public boolean turns() {
        return turns;
    }

    /** Whether a lock stays until its lease ends when its process dies. */
    public boolean outlivesProcess() {
        return outlivesProcess;
    }

    /** In milliseconds. */
    public long shortestLease() {
        return shortestLease;
    }

    /** Which JVMs the store's locks exclude. */
    public Reach reach() {
        return reach;
    }

    /** Whether the store keeps entries. */
    public boolean hasIdentity() {
        return identity;
    }
}
