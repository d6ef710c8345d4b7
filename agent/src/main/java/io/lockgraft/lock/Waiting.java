package io.lockgraft.lock;

import io.lockgraft.backend.Answer;
import io.lockgraft.backend.Attempt;
import io.lockgraft.backend.Backend;
import io.lockgraft.backend.Grant;
import io.lockgraft.backend.Request;
import io.lockgraft.lock.outcome.Miss;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * One call's waiting, in its own thread and within one deadline: for its turn at the gate, and for the backend's
 * answer. A release of the call before may still be under way; the backend sees to it that this one is not busy because
 * of that. Leaves the gate to {@link Gates}; an attempt that it does not use it abandons.
 */
final class Waiting {
    /** Over the backend's last answer, what our own way back to the caller may take. */
    private static final long MARGIN = TimeUnit.MILLISECONDS.toNanos(10);

    /** How often a call whose wait is over looks whether the one before it has got its answer. */
    private static final long LOOK_AGAIN = TimeUnit.MILLISECONDS.toNanos(5);

    /** Owner ids lie above all thread ids, which Redisson uses as owners: a client that is shared must not mix them. */
    private static final AtomicLong OWNERS = new AtomicLong(1L << 40);

    private final Backend backend;
    private final Keeper keeper;
    private final Hold hold;

    Waiting(Backend backend, Keeper keeper, Hold hold) {
        this.backend = backend;
        this.keeper = keeper;
        this.hold = hold;
    }

    /**
     * Null once it is this call's turn at the gate that it has joined, or it has got a lease there, or may try out of
     * its turn; or the miss that says why not.
     */
    Miss turn(Gate gate) {
        if (hold.passage() == Passage.BESIDE) {
            return null;
        }
        Hold head = gate.head();
        while (head != hold && hold.grant() == null && !hold.tries() && !gate.accept(hold)) {
            if (Thread.interrupted()) {
                return miss(Miss.Kind.INTERRUPTED, null);
            }
            long left = hold.deadline() - System.nanoTime();
            if (left <= 0) {
                if (head != null && head.isBusy() || gate.wasRefusedSince(hold.begun())) {
                    return miss(Miss.Kind.BUSY, null).because(Circle.told(hold, gate));
                }
                // Whoever is before us does not know yet either: a moment more tells busy from unavailable.
                if (lastAnswer(hold.deadline()) - System.nanoTime() <= 0) {
                    return unanswered(head, null).because(Circle.told(hold, gate));
                }
                left = LOOK_AGAIN;
            }
            LockSupport.parkNanos(gate, left);
            hold.looks();
            head = gate.head();
        }
        return null;
    }

    /**
     * Asks the backend, once it is this call's turn at all its gates or it may try out of turn: the hold, which runs now, or the miss. Where the
     * call before has passed its lease on there is nothing to ask; null if that has ended meanwhile.
     */
    Object ask() {
        LiveGrant passed = hold.grant();
        if (passed != null) {
            hold.gate(0).settle();
            passed.use();
            hold.looks();
            return passed.isGood(hold.now()) ? hold : null;
        }
        Site site = hold.site();
        try {
            while (true) {
                Request request = site.request(hold.keys(), OWNERS.incrementAndGet(), hold.deadline(), hold.now());
                Attempt attempt = StoreThread.acquire(backend, hold.tries() ? request.once() : request);
                Answer answer = answer(attempt);
                if (attempt.isContended() && hold.keys().size() == 1) {
                    hold.gate(0).isRefused(System.nanoTime());
                }
                if (answer == null) {
                    Answer why = attempt.answer().getNow(null);
                    return unanswered(hold, why == null ? null : why.cause());
                }
                if (answer.grant() == null && hold.tries() && request.remaining() > 0) {
                    Miss why = stepBack();
                    if (why != null) {
                        return why;
                    }
                    continue;
                }
                if (answer.isBusy()) {
                    site.report().answered();
                    return miss(Miss.Kind.BUSY, null);
                }
                if (answer.cause() != null) {
                    Miss miss = miss(Miss.Kind.UNAVAILABLE, answer.cause());
                    return answer.isRefused() ? miss.lasting() : miss;
                }
                if (run(attempt, answer.grant())) {
                    site.report().answered();
                    return hold;
                }
                if (request.remaining() <= 0) {
                    return miss(
                            Miss.Kind.UNAVAILABLE,
                            new TimeoutException(
                                    "the lease of " + site.leaseMillis() + " ms was over before the call could begin"));
                }
            }
        } catch (InterruptedException e) {
            return miss(Miss.Kind.INTERRUPTED, null);
        } catch (RuntimeException e) {
            return miss(Miss.Kind.UNAVAILABLE, e);
        }
    }

    /** What it has tried in vain it waits for. */
    private Miss stepBack() {
        hold.gate(0).stepBack(hold);
        return turn(hold.gate(0));
    }

    /** A pause between the answer and now may have outlasted the lease; then the body must not begin. */
    private boolean run(Attempt attempt, Grant grant) {
        boolean used = false;
        try {
            hold.looksAfter(grant);
            Lease lease = new Lease(grant, hold, attempt.isContended());
            if (!lease.isPast(hold.now())) {
                lease.begin(hold);
                used = true;
                keep(lease);
            }
            return used;
        } finally {
            if (!used) {
                attempt.abandon();
            }
        }
    }

    /** Where the keeper's thread cannot be started, nobody may be passed what nobody renews. */
    private void keep(Lease lease) {
        boolean kept = false;
        try {
            keeper.keep(lease);
            kept = true;
        } finally {
            if (!kept) {
                lease.end();
            }
        }
    }

    /** Null where the answer has not come in time. An attempt whose answer is not used is abandoned. */
    private Answer answer(Attempt attempt) throws InterruptedException {
        Answer answer = null;
        try {
            CompletableFuture<Answer> coming = attempt.answer();
            if (!coming.isDone()) {
                hold.asks(attempt);
                Parking.await(coming, lastAnswer(hold.deadline()));
                hold.looks();
            }
            answer = coming.getNow(null);
            return answer;
        } finally {
            if (answer == null) {
                attempt.abandon();
            }
        }
    }

    /** Until when to wait for an answer that is on its way when the wait is over. */
    private long lastAnswer(long deadline) {
        return backend.lastAnswer(deadline) + MARGIN;
    }

    /**
     * The wait is over without an answer: what the one who asks has heard last decides. The cause is null where not
     * known.
     */
    private Miss unanswered(Hold head, Throwable cause) {
        if (head != null && head.isBusy()) {
            return miss(Miss.Kind.BUSY, null);
        }
        return miss(
                Miss.Kind.UNAVAILABLE,
                cause != null ? cause : new TimeoutException("the lock server has not answered"));
    }

    private Miss miss(Miss.Kind kind, Throwable cause) {
        Site site = hold.site();
        return new Miss(kind, site.rule(), site.method(), hold.keys(), System.nanoTime() - hold.begun(), cause);
    }
}
