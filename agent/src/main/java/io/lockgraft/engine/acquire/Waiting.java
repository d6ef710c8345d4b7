package io.lockgraft.engine.acquire;

import io.lockgraft.engine.hold.Gate;
import io.lockgraft.engine.hold.Hold;
import io.lockgraft.engine.hold.HoldShare;
import io.lockgraft.engine.hold.Lease;
import io.lockgraft.engine.lease.Keeper;
import io.lockgraft.engine.outcome.NoLock;
import io.lockgraft.engine.site.QueueMode;
import io.lockgraft.engine.site.Site;
import io.lockgraft.engine.thread.Parking;
import io.lockgraft.engine.thread.StoreThread;
import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Request;
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
    static final long LOOK_AGAIN = TimeUnit.MILLISECONDS.toNanos(5);

    /** It has tried in vain beside the head, and waits for its turn now. */
    static final Object STEPPED_BACK = new Object();

    /** Owner ids lie above all thread ids, which Redisson uses as owners: a client that is shared must not mix them. */
    private static final AtomicLong OWNERS = new AtomicLong(1L << 40);

    private final LockStore backend;
    private final Keeper keeper;
    private final Hold hold;

    Waiting(LockStore backend, Keeper keeper, Hold hold) {
        this.backend = backend;
        this.keeper = keeper;
        this.hold = hold;
    }

    /**
     * Null once it is this call's turn at the gate that it has joined, or it has got a lease there, or may try out of
     * its turn; or the miss that says why not.
     */
    NoLock turn(Gate gate) {
        if (hold.queueMode() == QueueMode.BESIDE) {
            return null;
        }
        Hold head = gate.head();
        while (head != hold && hold.grant() == null && !hold.tries() && !gate.accept(hold)) {
            if (head != null && head.kept() != null) {
                head.endWhatIsDone();
                if (gate.head() == hold || hold.grant() != null) {
                    break;
                }
            }
            if (Thread.interrupted()) {
                return miss(NoLock.Kind.INTERRUPTED, null);
            }
            long left = hold.deadline() - System.nanoTime();
            if (left <= 0) {
                NoLock late = late(gate, head);
                if (late != null) {
                    return late;
                }
                left = LOOK_AGAIN;
            }
            LockSupport.parkNanos(gate, left);
            hold.looks();
            head = gate.head();
        }
        return null;
    }

    /** The wait is over without its turn: the miss, or null where a moment more tells which one that is. */
    NoLock late(Gate gate, Hold head) {
        if (head != null && head.isBusy() || gate.wasRefusedSince(hold.begun())) {
            return miss(NoLock.Kind.BUSY, null).because(Deadlock.told(hold, gate));
        }
        // The call before us does not know yet either: a moment more tells busy from unavailable.
        return lastAnswer(hold.deadline()) - System.nanoTime() <= 0
                ? unanswered(head, null).because(Deadlock.told(hold, gate))
                : null;
    }

    /**
     * Asks the backend, once it is this call's turn at all its gates or it may try out of turn: the hold, which runs
     * now, or the miss. Where the call before has passed its lease on there is nothing to ask; null if that has ended
     * meanwhile.
     */
    Object ask() {
        if (hold.grant() != null) {
            return passedOn() ? hold : null;
        }
        try {
            while (true) {
                Request request = request();
                Attempt attempt = StoreThread.acquire(backend, request);
                Object outcome = judge(request, attempt, answer(attempt));
                if (outcome == STEPPED_BACK) {
                    outcome = turn(hold.gate(0));
                }
                if (outcome != null) {
                    return outcome;
                }
            }
        } catch (InterruptedException e) {
            return miss(NoLock.Kind.INTERRUPTED, null);
        } catch (RuntimeException e) {
            return miss(NoLock.Kind.UNAVAILABLE, e);
        }
    }

    /** The call before has passed its lease on: whether that is still good. */
    boolean passedOn() {
        HoldShare passed = hold.grant();
        hold.gate(0).settle();
        passed.use();
        hold.looks();
        return passed.isGood(hold.now());
    }

    Request request() {
        Request request = hold.site().request(hold.keys(), OWNERS.incrementAndGet(), hold.deadline(), hold.now());
        return hold.tries() ? request.once() : request;
    }

    /**
     * What an attempt has come to: the hold, which runs now; the miss; {@link #STEPPED_BACK} where it waits for its
     * turn now; or null where it must ask again.
     *
     * @param answer null where none has come in time
     */
    Object judge(Request request, Attempt attempt, Answer answer) {
        Site site = hold.site();
        if (attempt.isContended() && hold.keys().size() == 1) {
            hold.gate(0).isRefused(System.nanoTime());
        }
        if (answer == null) {
            Answer why = attempt.answer().getNow(null);
            return unanswered(hold, why == null ? null : why.cause());
        }
        if (answer.grant() == null && hold.tries() && hold.deadline() - System.nanoTime() > 0) {
            // What it has tried in vain it waits for.
            hold.gate(0).stepBack(hold);
            return STEPPED_BACK;
        }
        if (answer.isBusy()) {
            site.report().answered();
            return miss(NoLock.Kind.BUSY, null);
        }
        if (answer.cause() != null) {
            NoLock miss = miss(NoLock.Kind.UNAVAILABLE, answer.cause());
            return answer.isRefused() ? miss.lasting() : miss;
        }
        if (run(attempt, answer.grant())) {
            site.report().answered();
            return hold;
        }
        return request.remaining() > 0
                ? null
                : miss(
                        NoLock.Kind.UNAVAILABLE,
                        new TimeoutException(
                                "the lease of " + site.leaseMillis() + " ms was over before the call could begin"));
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

    /** Where the keeper's thread cannot be started, no lease is passed on, for nothing renews it. */
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
    long lastAnswer(long deadline) {
        return backend.lastAnswer(deadline) + MARGIN;
    }

    /**
     * The wait is over without an answer: what the asking call has heard last decides. The cause is null where not
     * known.
     */
    private NoLock unanswered(Hold head, Throwable cause) {
        if (head != null && head.isBusy()) {
            return miss(NoLock.Kind.BUSY, null);
        }
        return miss(
                NoLock.Kind.UNAVAILABLE,
                cause != null ? cause : new TimeoutException("the lock server has not answered"));
    }

    NoLock miss(NoLock.Kind kind, Throwable cause) {
        Site site = hold.site();
        return new NoLock(kind, site.rule(), site.method(), hold.keys(), System.nanoTime() - hold.begun(), cause);
    }
}
