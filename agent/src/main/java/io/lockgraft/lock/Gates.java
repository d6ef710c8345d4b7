package io.lockgraft.lock;

import io.lockgraft.backend.Answer;
import io.lockgraft.backend.Attempt;
import io.lockgraft.backend.Backend;
import io.lockgraft.backend.Grant;
import io.lockgraft.backend.Request;
import io.lockgraft.lock.outcome.Miss;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * The gates of all keys in use, and a thread's way through one: its turn, then the backend's answer, then the hold.
 * One deadline bounds all of it, and however it ends, nothing is left behind: a place in the queue is given up, an
 * attempt abandoned, a grant released.
 *
 * <p>Threads wait by parking in here, never by {@code CompletableFuture.get}: in a thread of a ForkJoinPool that would
 * run other tasks of the application meanwhile, and one that wants the same key would wait for itself.
 */
final class Gates {
    /** Over the backend's own grace, what our own way back to the caller may take. */
    private static final long MARGIN = TimeUnit.MILLISECONDS.toNanos(10);

    /** How long a call waits for the release before it; then it asks anyway. */
    private static final long RETURN_PATIENCE = TimeUnit.SECONDS.toNanos(1);

    /** How often a call whose wait is over looks whether the one before it has got its answer. */
    private static final long LOOK_AGAIN = TimeUnit.MILLISECONDS.toNanos(5);

    /** Owner ids lie above all thread ids, which Redisson uses as owners: a client that is shared must not mix them. */
    private static final AtomicLong OWNERS = new AtomicLong(1L << 40);

    private final ConcurrentHashMap<String, Gate> gates = new ConcurrentHashMap<>();
    private final Backend backend;
    private final Keeper keeper;

    Gates(Backend backend) {
        this.backend = backend;
        this.keeper = new Keeper(backend, this::lost);
    }

    void close() {
        keeper.close();
        backend.close();
    }

    /** How many keys are in use. */
    int size() {
        return gates.size();
    }

    /** The hold of this thread on this key, entered once more; or null. */
    Hold enterAgain(String key) {
        Gate gate = gates.get(key);
        Hold head = gate == null ? null : gate.head();
        return head != null && head.enterAgain(Thread.currentThread()) ? head : null;
    }

    /** A {@link Hold}, or the {@link Miss} that says why there is none. An interrupt ends it, one from before too. */
    Object acquire(Site site, String key) {
        long now = System.nanoTime();
        if (Thread.interrupted()) {
            return miss(Miss.Kind.INTERRUPTED, site, key, now, null);
        }
        long deadline = now + site.waitNanos();
        Hold hold = join(site, key, now, deadline);
        Object got = null;
        try {
            got = awaitTurn(hold, key);
            if (got == null) {
                got = ask(hold, key);
            }
            return got;
        } finally {
            if (got != hold) {
                giveUp(hold);
            }
        }
    }

    private Hold join(Site site, String key, long now, long deadline) {
        while (true) {
            Gate gate = gates.get(key);
            if (gate == null) {
                Gate fresh = new Gate(key);
                Gate other = gates.putIfAbsent(key, fresh);
                gate = other == null ? fresh : other;
            }
            Hold hold = new Hold(site, gate, Thread.currentThread(), now, deadline);
            if (gate.join(hold)) {
                return hold;
            }
            gates.remove(key, gate);
        }
    }

    /** Null once it is this call's turn. */
    private Miss awaitTurn(Hold hold, String key) {
        Gate gate = hold.gate();
        Hold head = gate.head();
        while (head != hold) {
            if (Thread.interrupted()) {
                return miss(Miss.Kind.INTERRUPTED, hold.site(), key, hold.begun(), null);
            }
            long left = hold.deadline() - System.nanoTime();
            if (left <= 0) {
                if (head != null && head.isBusy()) {
                    return miss(Miss.Kind.BUSY, hold.site(), key, hold.begun(), null);
                }
                // Whoever is before us does not know yet either: a moment more tells busy from unavailable.
                if (left <= -grace()) {
                    return unanswered(hold, key);
                }
                left = LOOK_AGAIN;
            }
            LockSupport.parkNanos(gate, left);
            head = gate.head();
        }
        return null;
    }

    /** Asks the backend; only the head of a gate comes here. */
    private Object ask(Hold hold, String key) {
        Site site = hold.site();
        try {
            awaitReturn(hold);
            while (true) {
                Request request = new Request(key, OWNERS.incrementAndGet(), site.leaseMillis(), hold.deadline());
                Answer answer = answer(hold, backend.acquire(request));
                if (answer == null) {
                    return unanswered(hold, key);
                }
                if (answer.isBusy()) {
                    return miss(Miss.Kind.BUSY, site, key, hold.begun(), null);
                }
                if (answer.cause() != null) {
                    return miss(Miss.Kind.UNAVAILABLE, site, key, hold.begun(), answer.cause());
                }
                if (run(hold, answer.grant())) {
                    return hold;
                }
                if (request.remaining() <= 0) {
                    return miss(
                            Miss.Kind.UNAVAILABLE,
                            site,
                            key,
                            hold.begun(),
                            new TimeoutException(
                                    "the lease of " + site.leaseMillis() + " ms was over before the call could begin"));
                }
            }
        } catch (InterruptedException e) {
            return miss(Miss.Kind.INTERRUPTED, site, key, hold.begun(), null);
        } catch (RuntimeException e) {
            return miss(Miss.Kind.UNAVAILABLE, site, key, hold.begun(), e);
        }
    }

    /** A pause between the answer and now may have outlasted the lease; then the body must not begin. */
    private boolean run(Hold hold, Grant grant) {
        LiveGrant live = new LiveGrant(hold, grant, hold.site().rule().renew());
        if (!live.isGood()) {
            live.end();
            live.release();
            return false;
        }
        hold.runs(live);
        keeper.keep(live);
        return true;
    }

    /** Null where the answer has not come in time. An attempt whose answer is not used is abandoned. */
    private Answer answer(Hold hold, Attempt attempt) throws InterruptedException {
        Answer answer = null;
        hold.asks(attempt);
        try {
            if (await(attempt.answer(), hold.deadline(), true)) {
                answer = attempt.answer().join();
            }
            return answer;
        } finally {
            if (answer == null) {
                attempt.abandon();
            }
        }
    }

    private void awaitReturn(Hold hold) throws InterruptedException {
        CompletableFuture<?> returning = hold.gate().returning();
        if (returning != null && !returning.isDone()) {
            long patience = System.nanoTime() + RETURN_PATIENCE;
            long deadline = hold.deadline();
            if (deadline - patience < 0) {
                await(returning, deadline, true);
            } else {
                await(returning, patience, false);
            }
        }
    }

    private boolean await(CompletableFuture<?> future, long deadline, boolean graceful) throws InterruptedException {
        if (future.isDone()) {
            return true;
        }
        Thread me = Thread.currentThread();
        future.whenComplete((value, failure) -> LockSupport.unpark(me));
        while (!future.isDone()) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            long left = deadline - System.nanoTime();
            if (left <= 0 && graceful) {
                left += grace();
            }
            if (left <= 0) {
                return false;
            }
            LockSupport.parkNanos(future, left);
        }
        return true;
    }

    private long grace() {
        return backend.graceNanos() + MARGIN;
    }

    /** The wait is over without an answer: what was heard last decides. */
    private static Miss unanswered(Hold hold, String key) {
        Hold head = hold.gate().head();
        if (head != null && head.isBusy()) {
            return miss(Miss.Kind.BUSY, hold.site(), key, hold.begun(), null);
        }
        return miss(
                Miss.Kind.UNAVAILABLE,
                hold.site(),
                key,
                hold.begun(),
                new TimeoutException("the lock server has not answered"));
    }

    private static Miss miss(Miss.Kind kind, Site site, String key, long begun, Throwable cause) {
        return new Miss(kind, site.rule(), site.method(), key, System.nanoTime() - begun, cause);
    }

    /** Ends one call under the hold; the last one gives the grant back, without waiting for the store. */
    void release(Hold hold) {
        if (!hold.leave()) {
            return;
        }
        LiveGrant grant = hold.grant();
        CompletableFuture<Boolean> released = null;
        try {
            boolean wasHeld = grant.end();
            keeper.forget(grant);
            released = grant.release();
            released.whenComplete((ours, failure) -> released(grant, wasHeld, ours, failure));
        } finally {
            leave(hold, released);
        }
    }

    /** Leaves the gate without having run; a grant that came before something went wrong is given back. */
    private void giveUp(Hold hold) {
        LiveGrant grant = hold.grant();
        if (grant == null) {
            leave(hold, null);
        } else {
            release(hold);
        }
    }

    private void leave(Hold hold, CompletableFuture<?> released) {
        Gate gate = hold.gate();
        if (gate.leave(hold, released)) {
            gates.remove(gate.key(), gate);
        } else if (released != null && gate.head() == null) {
            released.whenComplete((ours, failure) -> {
                if (gate.tidy()) {
                    gates.remove(gate.key(), gate);
                }
            });
        }
    }

    private void released(LiveGrant grant, boolean wasHeld, Boolean ours, Throwable failure) {
        Site site = grant.hold().site();
        if (failure != null) {
            site.report().releasedLate(grant.grant().request(), failure);
        } else if (!ours && wasHeld) {
            tellLoss(grant, "the lock server did not have it any more when it was released");
        }
    }

    /** From now on the key is anybody's, calls of this JVM included: they ask the store like everybody else. */
    private void lost(LiveGrant grant, String why) {
        tellLoss(grant, why);
        leave(grant.hold(), null);
    }

    private static void tellLoss(LiveGrant grant, String why) {
        Site site = grant.hold().site();
        site.report().lost(grant.grant().request(), grant.ageNanos(System.nanoTime()), why);
    }
}
