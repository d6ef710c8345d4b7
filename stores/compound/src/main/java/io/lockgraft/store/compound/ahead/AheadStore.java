package io.lockgraft.store.compound.ahead;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Capabilities;
import io.lockgraft.spi.Capability;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Renewal;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.StoreContext;
import io.lockgraft.spi.StoredLock;
import io.lockgraft.spi.attempt.OpenAttempts;
import io.lockgraft.spi.thread.Clock;
import io.lockgraft.store.compound.Member;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Locks of one store, in front of which calls wait at another one. A call takes its keys at the store ahead, then at
 * the store that decides, and gives them back the other way round: so no two calls wait for each other. Only the second
 * one grants. The crowd waits at the first one, and the second one is asked by few.
 *
 * <p>The store ahead may be wrong, down, frozen or empty: it changes how long a call waits, and never who holds a lock.
 * One that does not answer within four times its usual time is passed over, and then left out but for probes. What it
 * says of a held key is no answer: the store that decides is asked before the wait ends, and now and then during a long
 * one.
 *
 * <p>Both are asked in the name of the same owner, so that one unlock ends a lock at both; behind a majority it ends
 * what that owner's JVM has at the first store. A look has another owner; a lock that it is granted is not held at the
 * store ahead.
 */
public final class AheadStore implements LockStore {
    /** How long the store ahead is waited for by the end of a lock that an operator takes away, in nanoseconds. */
    private static final long UNLOCK_PATIENCE = TimeUnit.SECONDS.toNanos(5);

    /** How long the store ahead is waited for when this one is closed, in nanoseconds. */
    private static final long LAST_PATIENCE = TimeUnit.SECONDS.toNanos(1);

    static final CompletableFuture<Renewal> NOTHING = CompletableFuture.completedFuture(null);

    final Member ahead;
    final LockStore decide;
    final Clock clock;
    private final boolean isKeptAhead;

    private final OpenAttempts<AheadAttempt> attempts = new OpenAttempts<>(AheadAttempt::close);

    /**
     * This store alone uses and closes both, or its parts in them.
     *
     * @param isKeptAhead whether the store ahead can keep a lock for {@link Grant#releaseAfter}
     */
    public AheadStore(StoreContext context, LockStore ahead, boolean isKeptAhead, LockStore decide) {
        this.ahead = new Member(
                ahead, 0, "the store 'ahead'", "does not answer and is passed over: all calls wait at 'decide'");
        this.isKeptAhead = isKeptAhead;
        this.decide = decide;
        this.clock = context.newClock("ahead-clock");
    }

    /**
     * What the second store keeps, as far as the first one lets calls wait for it. There are no turns: a call that
     * passes over the first store overtakes those that wait there.
     */
    public static Capabilities capabilities(Capabilities ahead, Capabilities decide) {
        Set<LockKind> others = EnumSet.allOf(LockKind.class);
        others.removeAll(ahead.kinds());
        others.add(LockKind.FAIR);
        if (ahead.kinds().contains(LockKind.EXCLUSIVE)) {
            others.remove(LockKind.FENCED);
        }
        Capabilities both = decide.without(others.toArray(new LockKind[0]))
                .without(Capability.TURNS, Capability.ENTRIES)
                .deadWaiters(later(ahead, decide, LockKind.EXCLUSIVE), later(ahead, decide, LockKind.FAIR))
                .freedAsLateAs(ahead)
                .question(decide.question() + Math.min(NANOSECONDS.toMillis(Member.MOST_PATIENCE), ahead.question()));
        for (Capability needed : new Capability[] {Capability.SEVERAL_PERMITS, Capability.UNLOCK}) {
            both = ahead.can(needed) ? both : both.without(needed);
        }
        return both;
    }

    private static long later(Capabilities one, Capabilities other, LockKind kind) {
        return Math.max(one.deadWaiter(kind), other.deadWaiter(kind));
    }

    static boolean isKeptAhead(Capabilities ahead) {
        return ahead.can(Capability.OUTLIVES_PROCESS);
    }

    /** Completes when the second store is ready: the first one is waited for by nothing. */
    @Override
    public CompletableFuture<?> load() {
        tellAhead(ahead.store::load);
        return decide.load();
    }

    @Override
    public Attempt acquire(Request request) {
        AheadAttempt attempt = new AheadAttempt(this, request);
        attempt.begin();
        return attempts.add(attempt);
    }

    /** The answer is that of the second store. */
    @Override
    public List<CompletableFuture<Renewal>> renew(List<? extends Grant> grants) {
        List<Grant> deciding = new ArrayList<>(grants.size());
        List<AheadGrant> waiting = new ArrayList<>(grants.size());
        for (Grant grant : grants) {
            AheadGrant each = (AheadGrant) grant;
            deciding.add(each.decided());
            if (each.ahead() != null) {
                waiting.add(each);
            }
        }
        List<CompletableFuture<Renewal>> answers = decide.renew(deciding);
        if (!waiting.isEmpty() && !ahead.isSilent()) {
            List<Grant> held = waiting.stream().map(AheadGrant::ahead).collect(Collectors.toList());
            List<CompletableFuture<Renewal>> theirs = ahead.renew(held);
            for (int i = 0; i < waiting.size(); i++) {
                AheadGrant each = waiting.get(i);
                theirs.get(i).thenAccept(said -> {
                    if (said.isLost()) {
                        each.lostAhead();
                    }
                });
            }
        }
        return answers;
    }

    boolean isKeptAhead() {
        return isKeptAhead;
    }

    /** Tells the first store something. An exception of it is logged and reaches no call. */
    private CompletableFuture<?> tellAhead(Supplier<? extends CompletableFuture<?>> what) {
        try {
            return what.get();
        } catch (Throwable e) { // the answer of the store that decides would fail by it
            ahead.missed(Answer.refused(e));
            return NOTHING;
        }
    }

    /**
     * Gives a lock back to the first store once the second one has it back. No call waits for the first one: the end
     * of the JVM does, and the close of this store.
     *
     * @return the answer of the second store
     */
    CompletableFuture<Renewal> leave(
            CompletableFuture<Renewal> decided, Supplier<? extends CompletableFuture<?>> leaveAhead) {
        CompletableFuture<Object> left = new CompletableFuture<>();
        ahead.leaving.add(left);
        return decided.whenComplete(
                (said, failure) -> tellAhead(leaveAhead).whenComplete((its, missed) -> left.complete(its)));
    }

    /** Of the second store, and of the first one where it answers late. */
    @Override
    public long questionNanos() {
        return decide.questionNanos() + Math.min(Member.MOST_PATIENCE, ahead.store.questionNanos());
    }

    /** Fails where the second store cannot be used. */
    @Override
    public CompletableFuture<List<String>> probe() {
        return ahead.probe().thenCombine(decide.probe(), (first, second) -> {
            List<String> said = new ArrayList<>(first);
            said.addAll(second);
            return said;
        });
    }

    @Override
    public CompletableFuture<List<StoredLock>> locks(String key) {
        return decide.locks(key);
    }

    @Override
    public CompletableFuture<Long> scanSize() {
        return decide.scanSize();
    }

    @Override
    public CompletableFuture<?> scan(String beginning, Consumer<StoredLock> each) {
        return decide.scan(beginning, each);
    }

    /**
     * Ends the lock at both; the answer is that of the second store. It waits for that of the first one, too, for some
     * seconds: the calls that wait are there.
     */
    @Override
    public CompletableFuture<Boolean> unlock(String key, String owner) {
        return decide.unlock(key, owner)
                .thenCompose(had -> unlockAhead(key, owner, had).thenApply(done -> had));
    }

    /**
     * Completes with the answer of the first store, or when that has failed, which is logged.
     *
     * @param decided whether the owner had the key at the second store
     */
    private CompletableFuture<?> unlockAhead(String key, String owner, boolean decided) {
        CompletableFuture<Object> ended = new CompletableFuture<>();
        Future<?> limit = clock.after(
                UNLOCK_PATIENCE,
                () -> ended.completeExceptionally(new TimeoutException("it has not taken " + key + " away in time")));
        try {
            CompletableFuture<?> said = ahead.store
                    .unlock(key, owner)
                    .thenCompose(had -> had || !decided ? NOTHING : unlockOfJvm(key, owner));
            said.whenComplete((had, failure) -> {
                if (failure == null) {
                    ended.complete(had);
                } else {
                    ended.completeExceptionally(failure);
                }
            });
        } catch (Throwable e) { // the answer of the store that decides would fail by it
            ended.completeExceptionally(e);
        }
        return ended.handle((had, failure) -> {
            Clock.cancel(limit);
            if (failure != null) {
                ahead.missed(Answer.refused(failure));
            }
            return had;
        });
    }

    /**
     * Ends what the JVM of this owner has at the first store. A majority has numbers of its own for the calls of a JVM:
     * an owner that it tells is not known at the first store.
     */
    private CompletableFuture<Renewal> unlockOfJvm(String key, String owner) {
        return ahead.store
                .locks(key)
                .thenCompose(locks -> CompletableFuture.allOf(locks.stream()
                                .filter(lock -> jvm(lock.owner()).equals(jvm(owner)))
                                .map(lock -> ahead.store.unlock(key, lock.owner()))
                                .toArray(CompletableFuture<?>[]::new))
                        .thenApply(done -> null));
    }

    private static String jvm(String owner) {
        return owner.substring(0, owner.lastIndexOf(':') + 1);
    }

    /** Completes when the first store has what is on its way back, too: calls of other JVMs wait for it there. */
    @Override
    public CompletableFuture<?> endWaiting() {
        attempts.end(AheadAttempt::endUnanswered);
        return CompletableFuture.allOf(ahead.store.endWaiting(), decide.endWaiting(), ahead.leaving.all());
    }

    /** The first store has a moment for what is on its way back. */
    @Override
    public void close() {
        attempts.close();
        awaitLeft();
        ahead.store.close();
        decide.close();
        clock.close();
    }

    private void awaitLeft() {
        try {
            ahead.leaving.all().get(LAST_PATIENCE, NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            ahead.missed(Answer.refused(e));
        }
    }
}
