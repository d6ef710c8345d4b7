package io.lockgraft.spi;

import io.lockgraft.spi.text.Durations;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * What a store declares that it keeps. Nothing is declared by default, so what this class gets later no store has by
 * accident. A rule that asks for more is refused by name, by {@code check} and at the start. The conformance suite
 * holds the store to each of them. Immutable.
 */
public final class Capabilities {
    /** What a dead process has is freed by the end of its lease, and by nothing else. */
    public static final long WITH_LEASE = Long.MAX_VALUE;

    private final Reach reach;
    private final Set<LockKind> kinds;
    private final Set<Capability> more;
    private final long shortestLease;
    private final long longestLease;
    private final long deadWaiter;
    private final long deadFairWaiter;
    private final boolean freedWithLease;
    private final long freedAfterDeath;
    private final long question;

    private Capabilities(
            Reach reach,
            Set<LockKind> kinds,
            Set<Capability> more,
            long shortestLease,
            long longestLease,
            long deadWaiter,
            long deadFairWaiter,
            boolean freedWithLease,
            long freedAfterDeath,
            long question) {
        this.reach = reach;
        this.kinds = Collections.unmodifiableSet(kinds);
        this.more = Collections.unmodifiableSet(more);
        this.shortestLease = shortestLease;
        this.longestLease = longestLease;
        this.deadWaiter = deadWaiter;
        this.deadFairWaiter = deadFairWaiter;
        this.freedWithLease = freedWithLease;
        this.freedAfterDeath = freedAfterDeath;
        this.question = question;
    }

    /** A store that keeps no kind of lock yet, grants no lease, and promises no time. */
    public static Capabilities of(Reach reach) {
        return new Capabilities(
                reach,
                EnumSet.noneOf(LockKind.class),
                EnumSet.noneOf(Capability.class),
                0,
                0,
                WITH_LEASE,
                WITH_LEASE,
                true,
                0,
                0);
    }

    /** The same with these kinds of lock. */
    public Capabilities keeping(LockKind... added) {
        EnumSet<LockKind> all = EnumSet.noneOf(LockKind.class);
        all.addAll(kinds);
        all.addAll(Arrays.asList(added));
        return with(all, more);
    }

    /** The same without these kinds of lock. */
    public Capabilities without(LockKind... removed) {
        EnumSet<LockKind> fewer = EnumSet.noneOf(LockKind.class);
        fewer.addAll(kinds);
        fewer.removeAll(Arrays.asList(removed));
        return with(fewer, more);
    }

    /** The same; the store can do these things, too. */
    public Capabilities with(Capability... added) {
        EnumSet<Capability> all = EnumSet.noneOf(Capability.class);
        all.addAll(more);
        all.addAll(Arrays.asList(added));
        return with(kinds, all);
    }

    /** The same; the store cannot do these things. */
    public Capabilities without(Capability... removed) {
        EnumSet<Capability> fewer = EnumSet.noneOf(Capability.class);
        fewer.addAll(more);
        fewer.removeAll(Arrays.asList(removed));
        return with(kinds, fewer);
    }

    private Capabilities with(Set<LockKind> itsKinds, Set<Capability> itsMore) {
        return new Capabilities(
                reach,
                itsKinds,
                itsMore,
                shortestLease,
                longestLease,
                deadWaiter,
                deadFairWaiter,
                freedWithLease,
                freedAfterDeath,
                question);
    }

    /** The same with leases between these, in milliseconds. A wish outside of them gets the nearer one. */
    public Capabilities leases(long shortest, long longest) {
        return new Capabilities(
                reach,
                kinds,
                more,
                shortest,
                longest,
                deadWaiter,
                deadFairWaiter,
                freedWithLease,
                freedAfterDeath,
                question);
    }

    /**
     * The same; a waiter whose process died keeps the others waiting for no longer than this, in milliseconds.
     * Without it, they wait for as long as its lease.
     *
     * @param fair the same for waiters of kind fair
     */
    public Capabilities deadWaiters(long millis, long fair) {
        return new Capabilities(
                reach,
                kinds,
                more,
                shortestLease,
                longestLease,
                millis,
                fair,
                freedWithLease,
                freedAfterDeath,
                question);
    }

    /**
     * The same; a lock is free so many milliseconds after its process died at the latest. Without it, a lock is freed
     * {@link #WITH_LEASE}.
     */
    public Capabilities freedAfterDeath(long millis) {
        boolean with = millis == WITH_LEASE;
        return freed(with, with ? 0 : millis);
    }

    /** The same; a lock is free when it is so in the other store as well. */
    public Capabilities freedAsLateAs(Capabilities other) {
        return freed(freedWithLease || other.freedWithLease, Math.max(freedAfterDeath, other.freedAfterDeath));
    }

    private Capabilities freed(boolean withLease, long after) {
        return new Capabilities(
                reach,
                kinds,
                more,
                shortestLease,
                longestLease,
                deadWaiter,
                deadFairWaiter,
                withLease,
                after,
                question);
    }

    /**
     * The same; one question to the store takes so many milliseconds at most: {@link LockStore#questionNanos} is no
     * longer. The line at the start tells it where it is over 100 ms.
     */
    public Capabilities question(long millis) {
        return new Capabilities(
                reach,
                kinds,
                more,
                shortestLease,
                longestLease,
                deadWaiter,
                deadFairWaiter,
                freedWithLease,
                freedAfterDeath,
                millis);
    }

    /** What a store keeps that is made of both. It keeps no entries of its own. */
    public Capabilities and(Capabilities other) {
        EnumSet<LockKind> both = EnumSet.noneOf(LockKind.class);
        both.addAll(kinds);
        both.retainAll(other.kinds);
        EnumSet<Capability> all = EnumSet.noneOf(Capability.class);
        all.addAll(more);
        all.retainAll(other.more);
        all.remove(Capability.ENTRIES);
        if (can(Capability.ONE_LEASE) || other.can(Capability.ONE_LEASE)) {
            all.add(Capability.ONE_LEASE);
        }
        return new Capabilities(
                        reach.compareTo(other.reach) < 0 ? reach : other.reach,
                        both,
                        all,
                        Math.max(shortestLease, other.shortestLease),
                        Math.min(longestLease, other.longestLease),
                        Math.max(deadWaiter, other.deadWaiter),
                        Math.max(deadFairWaiter, other.deadFairWaiter),
                        freedWithLease,
                        freedAfterDeath,
                        Math.max(question, other.question))
                .freedAsLateAs(other);
    }

    /** The same for a store whose locks exclude these JVMs. */
    public Capabilities reaching(Reach other) {
        return new Capabilities(
                other,
                kinds,
                more,
                shortestLease,
                longestLease,
                deadWaiter,
                deadFairWaiter,
                freedWithLease,
                freedAfterDeath,
                question);
    }

    /** Which JVMs the store's locks exclude. */
    public Reach reach() {
        return reach;
    }

    public Set<LockKind> kinds() {
        return kinds;
    }

    public boolean can(Capability what) {
        return more.contains(what);
    }

    /** In milliseconds. */
    public long shortestLease() {
        return shortestLease;
    }

    /** In milliseconds. A longer one that a rule asks for is cut to this. */
    public long longestLease() {
        return longestLease;
    }

    /** The lease that is granted where this one is wished for, in milliseconds; 0 where none is granted at all. */
    public long lease(long wish) {
        return longestLease < shortestLease ? 0 : Math.max(shortestLease, Math.min(longestLease, wish));
    }

    /**
     * For how many milliseconds, at most, a waiter of this kind whose process died keeps the others waiting; or {@link
     * #WITH_LEASE}.
     */
    public long deadWaiter(LockKind kind) {
        return kind == LockKind.FAIR ? deadFairWaiter : deadWaiter;
    }

    /** The longest time that one question takes, in milliseconds. */
    public long question() {
        return question;
    }

    /** How many milliseconds after the death of its process, at most, a lock of this lease is free. */
    public long freedAfter(long leaseMillis) {
        return freedWithLease ? Math.max(leaseMillis, freedAfterDeath) : freedAfterDeath;
    }

    /** The promises in a few words, for the line at the start and for {@code check --connect}. */
    @Override
    public String toString() {
        return "for " + (reach == Reach.NETWORK ? "all hosts" : reach == Reach.HOST ? "one host" : "one JVM") + ", "
                + leases() + ", " + (kinds.contains(LockKind.FENCED) ? "" : "no ") + "fence tokens, in "
                + (can(Capability.TURNS) ? "" : "no ") + "order, a dead JVM's locks end " + afterDeath();
    }

    private String leases() {
        if (longestLease < shortestLease || longestLease == 0) {
            return "no leases";
        }
        String from = shortestLease <= 1 ? "" : " from " + text(shortestLease);
        String to = longestLease == Long.MAX_VALUE ? "" : " up to " + text(longestLease);
        return from.isEmpty() && to.isEmpty() ? "any lease" : "leases" + from + to;
    }

    private String afterDeath() {
        String within = freedAfterDeath == 0 ? "at once" : "within " + text(freedAfterDeath);
        return !freedWithLease ? within : "with the lease" + (freedAfterDeath == 0 ? "" : ", or later " + within);
    }

    private static String text(long millis) {
        return Durations.text(Duration.ofMillis(millis));
    }
}
