package io.lockgraft.store.compound.all;

import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Capabilities;
import io.lockgraft.spi.Capability;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Reach;
import io.lockgraft.spi.Renewal;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.StoreContext;
import io.lockgraft.spi.StoredLock;
import io.lockgraft.spi.attempt.OpenAttempts;
import io.lockgraft.spi.thread.Clock;
import io.lockgraft.store.compound.Leaving;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Locks that several stores hold at once: for a move from one store to another, during which some JVMs still lock in
 * the old one alone, and some in the new one alone. A call takes its keys at one store after the other, in an order
 * that is the same in all JVMs ({@link PartOrder}), and gives them back the other way round. One store that is down, or
 * that has lost the lock, is enough for unavailable or lost.
 *
 * <p>All are asked in the name of the same owner. A fence token is the greatest that any store gave; it is told when
 * all of them have stored it or a greater one, and so each of them goes on from there when it is alone.
 */
public final class AllStore implements LockStore {
    private final List<Part> parts;
    final PartOrder order;
    final Clock clock;

    /** Of attempts that have ended without a grant. */
    final Leaving leaving = new Leaving();

    private final OpenAttempts<AllAttempt> attempts = new OpenAttempts<>(AllAttempt::close);

    /** @param parts two or more; this store alone uses and closes them, or its parts in them */
    public AllStore(StoreContext context, List<Part> parts) {
        this.parts = parts;
        this.order = new PartOrder(parts, context.namespace());
        this.clock = context.newClock("all-clock");
    }

    /**
     * What all of them keep. It excludes as far as the one that reaches farthest. Turns are those of the store that is
     * asked first: so there are none where that may reach less far.
     */
    public static Capabilities capabilities(List<Capabilities> members) {
        Capabilities all = members.get(0);
        Reach reach = all.reach();
        long question = 0;
        for (Capabilities each : members) {
            all = all.and(each);
            reach = each.reach().compareTo(reach) > 0 ? each.reach() : reach;
            question += each.question();
        }
        for (Capabilities each : members) {
            all = each.reach() == reach ? all : all.without(Capability.TURNS).without(LockKind.FAIR);
        }
        all = all.can(Capability.RAISES_TOKENS) ? all : all.without(LockKind.FENCED);
        return all.without(Capability.ENTRIES).reaching(reach).question(question);
    }

    @Override
    public CompletableFuture<?> load() {
        List<CompletableFuture<?>> loads =
                parts.stream().map(part -> part.store.load()).collect(Collectors.toList());
        return CompletableFuture.allOf(loads.toArray(new CompletableFuture<?>[0]))
                .thenCompose(done -> order.get());
    }

    @Override
    public Attempt acquire(Request request) {
        AllAttempt attempt = new AllAttempt(this, request);
        attempt.begin();
        return attempts.add(attempt);
    }

    @Override
    public List<CompletableFuture<Renewal>> renew(List<? extends Grant> grants) {
        List<List<CompletableFuture<Renewal>>> said = new ArrayList<>(grants.size());
        grants.forEach(grant -> said.add(new ArrayList<>()));
        for (Part part : parts) {
            List<Grant> its = new ArrayList<>(grants.size());
            for (Grant grant : grants) {
                its.add(((AllGrant) grant).of(part));
            }
            List<CompletableFuture<Renewal>> answers = renew(part, its);
            for (int i = 0; i < answers.size(); i++) {
                said.get(i).add(answers.get(i));
            }
        }
        return said.stream().map(AllStore::together).collect(Collectors.toList());
    }

    /** A store that cannot even be asked does not say. */
    static List<CompletableFuture<Renewal>> renew(Part part, List<Grant> grants) {
        try {
            return part.store.renew(grants);
        } catch (Throwable e) { // what waits for this answer would wait for good
            return Collections.nCopies(grants.size(), CompletableFuture.completedFuture(Renewal.unknown(e)));
        }
    }

    /** Lost where one of them has lost it; else unknown where one of them does not say; else held by all. */
    static CompletableFuture<Renewal> together(List<CompletableFuture<Renewal>> said) {
        CompletableFuture<Renewal> all = null;
        for (CompletableFuture<Renewal> each : said) {
            CompletableFuture<Renewal> told =
                    each.handle((renewal, failure) -> failure == null ? renewal : Renewal.unknown(failure));
            all = all == null ? told : all.thenCombine(told, AllStore::together);
        }
        return all;
    }

    private static Renewal together(Renewal one, Renewal other) {
        if (!one.isHeld() || !other.isHeld()) {
            return one.isLost() || other.isHeld() ? one : other;
        }
        return one.since() - other.since() < 0 ? one : other;
    }

    /** One question to each of them. */
    @Override
    public long questionNanos() {
        return parts.stream().mapToLong(part -> part.store.questionNanos()).sum();
    }

    @Override
    public CompletableFuture<List<String>> probe() {
        CompletableFuture<List<String>> all = CompletableFuture.completedFuture(new ArrayList<>());
        for (Part part : parts) {
            all = all.thenCombine(part.store.probe(), (said, more) -> {
                said.addAll(more);
                return said;
            });
        }
        return all.thenCombine(order.get(), (said, known) -> said);
    }

    /** Of all stores: a JVM that does not use all of them is seen, too. */
    @Override
    public CompletableFuture<List<StoredLock>> locks(String key) {
        Found found = new Found();
        CompletableFuture<?> all = CompletableFuture.completedFuture(null);
        for (Part part : parts) {
            all = all.thenCombine(part.store.locks(key), (done, its) -> {
                its.forEach(found);
                return null;
            });
        }
        return all.thenApply(done -> found.locks());
    }

    @Override
    public CompletableFuture<Long> scanSize() {
        CompletableFuture<Long> all = CompletableFuture.completedFuture(0L);
        for (Part part : parts) {
            all = all.thenCombine(part.store.scanSize(), Long::sum);
        }
        return all;
    }

    /** What each store has is kept until the last one has told its own. */
    @Override
    public CompletableFuture<?> scan(String beginning, Consumer<StoredLock> each) {
        Found found = new Found();
        CompletableFuture<?> all = CompletableFuture.completedFuture(null);
        for (Part part : parts) {
            all = all.thenCompose(done -> part.store.scan(beginning, found));
        }
        return all.thenAccept(done -> found.locks().forEach(each));
    }

    @Override
    public CompletableFuture<Boolean> unlock(String key, String owner) {
        CompletableFuture<Boolean> had = CompletableFuture.completedFuture(false);
        for (Part part : parts) {
            had = had.thenCombine(part.store.unlock(key, owner), Boolean::logicalOr);
        }
        return had;
    }

    @Override
    public CompletableFuture<?> endWaiting() {
        attempts.end(AllAttempt::endUnanswered);
        List<CompletableFuture<?>> all =
                parts.stream().map(part -> part.store.endWaiting()).collect(Collectors.toList());
        all.add(leaving.all());
        return CompletableFuture.allOf(all.toArray(new CompletableFuture<?>[0]));
    }

    @Override
    public void close() {
        attempts.close();
        for (Part part : parts) {
            part.store.close();
        }
        clock.close();
    }

    /** Collects locks, each owner of a key once: as the first of those stores tells it that tell its rule, too. */
    private static final class Found implements Consumer<StoredLock> {
        private final Map<String, StoredLock> byOwner = new LinkedHashMap<>();

        @Override
        public synchronized void accept(StoredLock lock) {
            byOwner.merge(
                    lock.owner() + ' ' + lock.key(),
                    lock,
                    (one, other) -> one.rule() == null && other.rule() != null ? other : one);
        }

        synchronized List<StoredLock> locks() {
            return new ArrayList<>(byOwner.values());
        }
    }
}
