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

    // Written before anybody else sees it.
    private Reach reach;
    private final Set<LockKind> kinds;
    private final Set<Capability> more;
    private long shortestLease;
    private long longestLease;
    private long deadWaiter;
    private long deadFairWaiter;
    private boolean freedWithLease;
    private long freedBehindLease;
    private long freedAfterDeath;
    private long question;

    private Capabilities(Reach reach) {
        this.reach = reach;
        this.kinds = EnumSet.noneOf(LockKind.class);
        this.more = EnumSet.noneOf(Capability.class);
        this.deadWaiter = WITH_LEASE;
        this.deadFairWaiter = WITH_LEASE;
        this.freedWithLease = true;
    }

    private Capabilities copy() {
        Capabilities copy = new Capabilities(reach);
        copy.kinds.addAll(kinds);
        copy.more.addAll(more);
        copy.shortestLease = shortestLease;
        copy.longestLease = longestLease;
        copy.deadWaiter = deadWaiter;
        copy.deadFairWaiter = deadFairWaiter;
        copy.freedWithLease = freedWithLease;
        copy.freedBehindLease = freedBehindLease;
        copy.freedAfterDeath = freedAfterDeath;
        copy.question = question;
        return copy;
    }

    /** A store that keeps no kind of lock yet, grants no lease, and promises no time. */
    public static Capabilities of(Reach reach) {
        return new Capabilities(reach);
    }

    /** The same with these kinds of lock. */
    public Capabilities keeping(LockKind... added) {
        Capabilities copy = copy();
        copy.kinds.addAll(Arrays.asList(added));
        return copy;
    }

    /** The same without these kinds of lock. */
    public Capabilities without(LockKind... removed) {
        Capabilities copy = copy();
        copy.kinds.removeAll(Arrays.asList(removed));
        return copy;
    }

    /** The same; the store can do these things, too. */
    public Capabilities with(Capability... added) {
        Capabilities copy = copy();
        copy.more.addAll(Arrays.asList(added));
        return copy;
    }

    /** The same; the store cannot do these things. */
    public Capabilities without(Capability... removed) {
        Capabilities copy = copy();
        copy.more.removeAll(Arrays.asList(removed));
        return copy;
    }

    /** The same with leases between these, in milliseconds. A wish outside of them gets the nearer one. */
    public Capabilities leases(long shortest, long longest) {
        Capabilities copy = copy();
        copy.shortestLease = shortest;
        copy.longestLease = longest;
        return copy;
    }

    /**
     * The same; a waiter whose process died keeps the others waiting for no longer than this, in milliseconds.
     * Without it, they wait for as long as its lease.
     *
     * @param fair the same for waiters of kind fair
     */
    public Capabilities deadWaiters(long millis, long fair) {
        Capabilities copy = copy();
        copy.deadWaiter = millis;
        copy.deadFairWaiter = fair;
        return copy;
    }

    /**
     * The same; a lock is free so many milliseconds after its process died at the latest. Without it, a lock is freed
     * {@link #WITH_LEASE}.
     */
    public Capabilities freedAfterDeath(long millis) {
        Capabilities copy = copy();
        copy.freedWithLease = millis == WITH_LEASE;
        copy.freedBehindLease = 0;
        copy.freedAfterDeath = copy.freedWithLease ? 0 : millis;
        return copy;
    }

    /**
     * The same; the lock of a dead process is free so many milliseconds behind the end of its lease at the latest: the
     * backend rounds its leases up, or looks for their ends now and then.
     */
    public Capabilities freedBehindLease(long millis) {
        Capabilities copy = freedAfterDeath(WITH_LEASE);
        copy.freedBehindLease = millis;
        return copy;
    }

    /** The same; a lock is free when it is so in the other store as well. */
    public Capabilities freedAsLateAs(Capabilities other) {
        Capabilities copy = copy();
        copy.freedWithLease |= other.freedWithLease;
        copy.freedBehindLease = Math.max(freedBehindLease, other.freedBehindLease);
        copy.freedAfterDeath = Math.max(freedAfterDeath, other.freedAfterDeath);
        return copy;
    }

    /**
     * The same; one question to the store takes so many milliseconds at most: {@link LockStore#questionNanos} is no
     * longer. The line at the start tells it where it is over 100 ms.
     */
    public Capabilities question(long millis) {
        Capabilities copy = copy();
        copy.question = millis;
        return copy;
    }

    /** What a store keeps that is made of both. It keeps no entries of its own. */
    public Capabilities and(Capabilities other) {
        Capabilities both = freedAsLateAs(other).reaching(reach.compareTo(other.reach) < 0 ? reach : other.reach);
        both.kinds.retainAll(other.kinds);
        both.more.retainAll(other.more);
        both.more.remove(Capability.ENTRIES);
        if (can(Capability.ONE_LEASE) || other.can(Capability.ONE_LEASE)) {
            both.more.add(Capability.ONE_LEASE);
        }
        both.shortestLease = Math.max(shortestLease, other.shortestLease);
        both.longestLease = Math.min(longestLease, other.longestLease);
        both.deadWaiter = Math.max(deadWaiter, other.deadWaiter);
        both.deadFairWaiter = Math.max(deadFairWaiter, other.deadFairWaiter);
        both.question = Math.max(question, other.question);
        return both;
    }

    /** The same for a store whose locks exclude these JVMs. */
    public Capabilities reaching(Reach other) {
        Capabilities copy = copy();
        copy.reach = other;
        return copy;
    }

    /** Which JVMs the store's locks exclude. */
    public Reach reach() {
        return reach;
    }

    public Set<LockKind> kinds() {
        return Collections.unmodifiableSet(kinds);
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
        return freedWithLease ? Math.max(leaseMillis + freedBehindLease, freedAfterDeath) : freedAfterDeath;
    }

    /** True if {@link #freedAfter} depends on the lease. */
    public boolean freedWithLease() {
        return freedWithLease;
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
        if (!freedWithLease) {
            return within;
        }
        return "with the lease" + (freedBehindLease == 0 ? "" : " or up to " + text(freedBehindLease) + " later")
                + (freedAfterDeath == 0 ? "" : ", or later " + within);
    }

    private static String text(long millis) {
        return Durations.text(Duration.ofMillis(millis));
    }
}
