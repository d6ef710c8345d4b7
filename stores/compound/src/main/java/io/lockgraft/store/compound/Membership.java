package io.lockgraft.store.compound;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.StoreEntry;
import io.lockgraft.spi.log.RateLimited;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Keeps the entries of a majority's members in order, and judges their votes by them. A member's entry has a random id
 * and the list of the ids of all members. So JVMs agree that name the members in another order or by other addresses,
 * and a JVM that names other members is found.
 *
 * <p>The first JVM that has reached all members writes the list. From then on a grant counts only if the member's
 * entry, read in the step that granted or behind it, belongs to that list. Two majorities of one list share a member.
 *
 * <p>A member that lost its data lost its entry, too. It may have forgotten a lock that another majority still needs
 * it for, until the lease of that lock is over. So a JVM that knew the member puts its entry back, with the time from
 * which it votes again: when the longest lease is over.
 */
final class Membership {
    /** A member whose entry is not in order is looked at so often. */
    private static final long AGAIN = TimeUnit.SECONDS.toNanos(1);

    /** After so long it is worth a line that the members keep no list. */
    private static final long LATE = TimeUnit.SECONDS.toNanos(5);

    private static final CompletableFuture<Void> DONE = CompletableFuture.completedFuture(null);

    /** Of which the members keep entries. */
    final String namespace;

    private final Member[] members;
    private final Roster roster;
    private final RateLimited withoutList = new RateLimited();
    private final long began = System.nanoTime();

    // Guarded by this.
    /** By member: a look at its entry that is under way; or null. */
    private final CompletableFuture<?>[] looks;

    /** By member: when its entry was looked at last; 0 where it was not, or where that failed. */
    private final long[] lookedAt;

    /** By member: the lease that its entry was to know then. */
    private final long[] lookedFor;

    Membership(String namespace, Member[] members) {
        this.namespace = namespace;
        this.members = members;
        this.roster = new Roster(members);
        this.looks = new CompletableFuture<?>[members.length];
        this.lookedAt = new long[members.length];
        this.lookedFor = new long[members.length];
    }

    /** The numbers of the members in the order of their ids: the same in each JVM. Those without an id come last. */
    int[] order() {
        return roster.order();
    }

    /**
     * Completes when the member's entry is in order and knows this lease, or cannot be brought to that now. Never
     * fails: what the member grants is judged by its entry.
     */
    CompletableFuture<?> ready(Member member, long leaseMillis) {
        if (roster.isInOrder(member, leaseMillis)) {
            return DONE;
        }
        roster.longestLease(leaseMillis);
        int i = member.number;
        CompletableFuture<Void> look = new CompletableFuture<>();
        synchronized (this) {
            if (looks[i] != null) {
                return looks[i];
            }
            long now = System.nanoTime();
            if (lookedAt[i] != 0 && now - lookedAt[i] < AGAIN && leaseMillis <= lookedFor[i]) {
                return DONE;
            }
            looks[i] = look;
            lookedAt[i] = now;
            lookedFor[i] = leaseMillis;
        }
        DONE.thenCompose(done -> begin(member)).whenComplete((done, error) -> {
            synchronized (this) {
                looks[i] = null;
                lookedAt[i] = error == null ? lookedAt[i] : 0;
            }
            if (error != null) { // a question that waits for this look may be given back before it is sent
                Throwable cause = Vote.cause(error);
                member.missed(cause instanceof Answer.Refusal ? Answer.refused(cause) : Answer.unavailable(cause));
            }
            look.complete(null);
        });
        return look;
    }

    /** The same for all of them. */
    void readyAll(long leaseMillis) {
        for (Member member : members) {
            ready(member, leaseMillis);
        }
    }

    /** By the entry as it was read last, where it is only to be changed. */
    private CompletableFuture<?> begin(Member member) {
        MemberEntry last = roster.known(member);
        MemberEntry next = last == null ? null : roster.next(member);
        CompletableFuture<StoreEntry> first = next == null
                ? member.store.entry(namespace)
                : member.store.replaceEntry(namespace, last.text, next.text);
        return first.thenCompose(now -> step(member, now));
    }

    /** Brings the entry one step nearer to what it should be, and goes on with what it is then. */
    private CompletableFuture<?> step(Member member, StoreEntry read) {
        boolean hadList = roster.hasList();
        roster.see(member, read.text());
        if (!hadList && roster.hasList()) {
            synchronized (this) {
                Arrays.fill(lookedAt, 0);
            }
            readyAll(0);
        }
        if (roster.hasForgotten(member)) {
            return putBack(member, read);
        }
        MemberEntry next = roster.next(member);
        return next == null
                ? DONE
                : member.store.replaceEntry(namespace, read.text(), next.text).thenCompose(now -> step(member, now));
    }

    /** Its own entry does not tell the longest lease any more: so all others are asked for it first. */
    private CompletableFuture<?> putBack(Member member, StoreEntry read) {
        CompletableFuture<?>[] others = Arrays.stream(members)
                .filter(other -> other != member)
                .map(other -> other.store.entry(namespace).thenAccept(entry -> roster.see(other, entry.text())))
                .toArray(CompletableFuture<?>[]::new);
        return CompletableFuture.allOf(others).thenCompose(done -> {
            MemberEntry again = roster.again(member, read.millis());
            return again == null
                    ? DONE
                    : member.store
                            .replaceEntry(namespace, read.text(), again.text)
                            .thenAccept(entry -> roster.see(member, entry.text()));
        });
    }

    /** Takes in an entry that was read. */
    void see(Member member, StoreEntry read) {
        roster.see(member, read.text());
    }

    /** See {@link Roster#votesSince}. */
    long votesSince(Member member, StoreEntry read) {
        return roster.votesSince(member, read);
    }

    /** Why the member is not even asked; null where it is. */
    Answer refused(Member member) {
        NoVoteException objection = roster.twin(member);
        return objection == null ? null : Answer.refused(objection);
    }

    /**
     * What a member's grant counts for: itself, or no vote.
     *
     * @param read the member's entry, read in the step that granted or behind it
     * @param leaseMillis what the member was asked for
     */
    Answer judged(Member member, StoreEntry read, Answer granted, long leaseMillis) {
        NoVoteException objection = roster.objection(member, read, leaseMillis);
        if (objection != null) {
            return objection.isLasting ? Answer.refused(objection) : Answer.unavailable(objection);
        }
        if (!roster.hasList() && System.nanoTime() - began > LATE) {
            withoutList.warn(() -> "the stores of a majority keep no list of their members until all have been reached,"
                    + " and a JVM that names others is not noticed; not reached yet: " + roster.unread());
        }
        return granted;
    }
}
