package io.lockgraft.store.compound;

import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Capabilities;
import io.lockgraft.spi.Capability;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Owner;
import io.lockgraft.spi.Renewal;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.StoreContext;
import io.lockgraft.spi.StoredLock;
import io.lockgraft.spi.attempt.OpenAttempts;
import io.lockgraft.spi.thread.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Locks on several stores (its servers) that know nothing of each other: one is held while most of them have granted
 * it. Any two majorities have a server in common, and that server excludes.
 *
 * <p>A request asks all servers at once and waits for no more than most of them. Where too many say no, it waits as an
 * ordinary waiter at the first one that said no, the doorbell; the order of the servers is the same in all JVMs (see
 * {@link Membership}). It keeps what servers before the doorbell have granted, and gives back the rest. When the
 * doorbell lets it in, it asks the rest again. So each attempt that holds something waits for a later server: no
 * attempts wait in a circle, and a split vote is settled without a toss. The kinds with queues (fair, read, write) also
 * need the first server that answers; they are as fair as its queue.
 *
 * <p>The servers get a lease that is longer by a drift than what the caller is told. So a clock that runs faster
 * there does not end a lock that this JVM relies on. The lease counts from the first request that was sent.
 *
 * <p>Every question to a server has an owner of its own there. A late grant is given back in its owner's name, and that
 * must never reach what a later question was granted.
 *
 * <p>Fencing tokens only grow: a token is given out when most servers have stored it or a greater one, with all tokens
 * of the grant. The next grant's majority has one of these servers in it, which gives out a greater token; and a
 * grant's token is the greatest of a majority. It needs servers that do not forget: the documents tell of empty
 * restarts.
 */
public final class MajorityStore implements LockStore {
    /** Clocks may differ by one percent of a lease, and by this, for how finely they are read. */
    private static final long DRIFT_MILLIS = 2;

    /** A server has so long for an answer, also one that takes less as a rule: it may still be connecting. */
    private static final long LEAST_QUESTION = TimeUnit.SECONDS.toNanos(1);

    private final Member[] members;
    private final Membership membership;
    private final MajorityLocks locks;
    final Clock clock;
    private final ConcurrentMap<Owner, MajorityGrant> out = new ConcurrentHashMap<>();
    private final OpenAttempts<MajorityAttempt> attempts = new OpenAttempts<>(MajorityAttempt::close);

    /** @param stores an odd number, three or more, that keep entries; this store alone uses and closes them */
    public MajorityStore(StoreContext context, List<? extends LockStore> stores) {
        this(context, stores, "store ", " of 'most'");
    }

    /** The same; the log names the first store {@code before + 1 + after}. */
    public MajorityStore(StoreContext context, List<? extends LockStore> servers, String before, String after) {
        if (servers.size() < 3 || servers.size() % 2 == 0) {
            throw new IllegalArgumentException(
                    "a quorum needs an odd number of servers, three or more; there are " + servers.size());
        }
        clock = context.newClock("quorum-clock");
        members = new Member[servers.size()];
        for (int i = 0; i < members.length; i++) {
            members[i] = new Member(servers.get(i), i, before + (i + 1) + after);
        }
        locks = new MajorityLocks(servers.toArray(new LockStore[0]), majority());
        membership = new Membership(context.namespace(), members);
    }

    /** What a majority of stores keeps, of what each of them keeps: their counts of permits and their queues differ. */
    public static Capabilities capabilities(Capabilities members) {
        return members.without(Capability.SEVERAL_PERMITS, Capability.TURNS, Capability.ENTRIES);
    }

    /** Completes when most servers are ready, or cannot be any more: one that is silent keeps no call waiting. */
    @Override
    public CompletableFuture<?> load() {
        CompletableFuture<Void> loaded = new CompletableFuture<>();
        AtomicInteger ready = new AtomicInteger();
        AtomicInteger failed = new AtomicInteger();
        for (Member member : members) {
            member.store.load().thenCompose(done -> membership.ready(member, 0)).whenComplete((done, error) -> {
                if (error == null && ready.incrementAndGet() == majority()) {
                    loaded.complete(null);
                } else if (error != null && failed.incrementAndGet() == majority()) {
                    loaded.completeExceptionally(error);
                }
            });
        }
        return loaded;
    }

    @Override
    public Attempt acquire(Request request) {
        if (request.permits() > 1) {
            throw new IllegalArgumentException(
                    "a majority cannot keep a semaphore of " + request.permits() + " permits");
        }
        MajorityGrant before = out.get(request.owner());
        MajorityAttempt attempt =
                new MajorityAttempt(this, request, before == null ? new Owner[members.length] : before.succeeded());
        attempt.begin();
        return attempts.add(attempt);
    }

    @Override
    public List<CompletableFuture<Renewal>> renew(List<? extends Grant> grants) {
        List<Ballot> ballots =
                grants.stream().map(grant -> ((MajorityGrant) grant).ballot()).collect(Collectors.toList());
        for (Member member : members) {
            renew(member, ballots);
        }
        List<CompletableFuture<Renewal>> answers = new ArrayList<>(grants.size());
        for (int i = 0; i < grants.size(); i++) {
            answers.add(((MajorityGrant) grants.get(i)).renewed(ballots.get(i)));
        }
        return answers;
    }

    /** All that one server has to renew goes to it at once. */
    private static void renew(Member member, List<Ballot> ballots) {
        List<Ballot.Seat> seats = ballots.stream()
                .flatMap(ballot -> ballot.seats.stream())
                .filter(seat -> seat.vote.member == member)
                .collect(Collectors.toList());
        if (!seats.isEmpty()) {
            List<Grant> grants = seats.stream().map(seat -> seat.grant).collect(Collectors.toList());
            Iterator<CompletableFuture<Renewal>> answers = member.renew(grants).iterator();
            seats.forEach(seat -> seat.await(answers.next()));
        }
    }

    /**
     * A question to one server; null where the server is silent and there are enough without it. It has an end of its
     * own: a round that waited for a server that is gone would not ask the one that has come back.
     *
     * @param owner null for a new one
     */
    Vote vote(int server, Request request, Owner owner) {
        Member member = members[server];
        boolean probe = member.isSilent() && areEnoughWithout(member);
        if (probe && !member.isDue()) {
            return null;
        }
        long until = System.nanoTime() + Math.max(LEAST_QUESTION, member.store.questionNanos());
        Request once = until - request.deadline() < 0 ? request.with(request.keys(), until) : request;
        return new Vote(membership, member, sent(once.once(), owner), false, probe);
    }

    /** A wait at one server. */
    Vote doorbell(int server, Request request) {
        return new Vote(membership, members[server], sent(request, null), true, false);
    }

    private Request sent(Request request, Owner owner) {
        long drift = request.leaseMillis() / 100 + DRIFT_MILLIS;
        return request.as(owner == null ? request.owner().another() : owner, request.leaseMillis() + drift)
                .withEntryOf(membership.namespace);
    }

    /** What is told of the lease that a member has granted: the inverse of what it was asked for. */
    static long leaseMillis(Grant granted) {
        long least = granted.leaseMillis() - DRIFT_MILLIS;
        return Math.max(0, least - least / 101);
    }

    private boolean areEnoughWithout(Member one) {
        long others = Arrays.stream(members)
                .filter(member -> member != one && !member.isSilent())
                .count();
        return others >= majority();
    }

    /** The numbers of the servers in the order in which all JVMs wait at them. */
    int[] order() {
        return membership.order();
    }

    /** A lock is going to be kept so long without a renewal. */
    void willKeep(long millis) {
        membership.readyAll(millis);
    }

    int majority() {
        return members.length / 2 + 1;
    }

    /** An owner that asks again must be known again. */
    void remember(MajorityGrant grant) {
        out.put(grant.request().owner(), grant);
    }

    void forget(MajorityGrant grant) {
        out.remove(grant.request().owner(), grant);
    }

    /** Fails where most members cannot be used, with what the first of them says. */
    @Override
    public CompletableFuture<List<String>> probe() {
        CompletableFuture<List<String>> all = CompletableFuture.completedFuture(new ArrayList<>());
        for (Member member : members) {
            all = all.thenCombine(member.probe(), (said, more) -> {
                said.addAll(more);
                return said;
            });
        }
        return all.thenCombine(load(), (said, loaded) -> said);
    }

    @Override
    public CompletableFuture<List<StoredLock>> locks(String key) {
        return locks.of(key);
    }

    @Override
    public CompletableFuture<Long> scanSize() {
        return locks.size();
    }

    @Override
    public CompletableFuture<?> scan(String beginning, Consumer<StoredLock> each) {
        return locks.scan(beginning, each);
    }

    @Override
    public CompletableFuture<Boolean> unlock(String key, String owner) {
        return locks.unlock(key, owner);
    }

    /** That of the slowest of the fastest majority. */
    @Override
    public long questionNanos() {
        long[] each = new long[members.length];
        for (int i = 0; i < each.length; i++) {
            each[i] = members[i].store.questionNanos();
        }
        Arrays.sort(each);
        return each[majority() - 1];
    }

    @Override
    public CompletableFuture<?> endWaiting() {
        attempts.end(MajorityAttempt::endUnanswered);
        List<CompletableFuture<?>> all = new ArrayList<>();
        for (Member member : members) {
            all.add(member.store.endWaiting());
            all.add(member.leaving.all());
        }
        return CompletableFuture.allOf(all.toArray(new CompletableFuture<?>[0]));
    }

    @Override
    public void close() {
        attempts.close();
        for (Member member : members) {
            member.store.close();
        }
        clock.close();
    }
}
