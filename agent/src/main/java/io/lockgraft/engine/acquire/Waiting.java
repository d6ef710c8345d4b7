package io.lockgraft.engine.acquire;

import io.lockgraft.engine.hold.Gate;
import io.lockgraft.engine.hold.Hold;
import io.lockgraft.engine.hold.Lease;
import io.lockgraft.engine.outcome.NoLock;
import io.lockgraft.engine.site.QueueMode;
import io.lockgraft.engine.site.Site;
import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.Owner;
import io.lockgraft.spi.Request;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/**
 * One call's waiting within one deadline: for its turn at the gate of each of its keys, in their order, and then for
 * the store's answer. A call that waits for a gate has those before it and nothing of the store's, so waits at gates
 * form no circle; transactions that keep keys can ({@link Deadlock}). A release of the call before may still be under
 * way; the store sees to it that this one is not busy because of that. Leaves the gates to {@link Gates}.
 *
 * <p>It goes on by steps, which do not wait. Its own thread parks between them ({@link #await}); where no thread may,
 * {@link AsyncWaiting} does the next one when it is woken.
 */
final class Waiting {
    /** Over the store's last answer, what our own way back to the caller may take. */
    private static final long MARGIN = TimeUnit.MILLISECONDS.toNanos(10);

    /** How often a call whose wait is over looks whether the one before it has got its answer. */
    private static final long LOOK_AGAIN = TimeUnit.MILLISECONDS.toNanos(5);

    private final Gates gates;
    private final Hold hold;
    private final Object monitor;
    /** Number of gates that it has passed: its turn has come there. */
    private int passed;
    /** Attempt whose answer it waits for; else null. */
    private Attempt attempt;
    /** True if it asks for no longer than one question takes: the store was down, and the call need not wait for it. */
    private boolean brief;

    /** @param monitor what the method enters inside of its lock; or null */
    Waiting(Gates gates, Hold hold, Object monitor) {
        this.gates = gates;
        this.hold = hold;
        this.monitor = monitor;
    }

    /** Waits in the call's own thread. An interrupt ends the wait. */
    Acquired await() {
        try {
            Acquired got = step();
            while (got == Acquired.NOT_YET) {
                if (Thread.interrupted()) {
                    return missed(NoLock.Kind.INTERRUPTED, null);
                }
                LockSupport.parkNanos(attempt == null ? hold.gate(passed) : attempt.answer(), remainingNanos());
                hold.waiter().readClock();
                got = step();
            }
            return got;
        } catch (RuntimeException | LinkageError e) {
            return missed(NoLock.Kind.UNAVAILABLE, e);
        } finally {
            abandon();
        }
    }

    /** No call wants the answer any more. */
    void abandon() {
        if (attempt != null) {
            attempt.abandon();
        }
    }

    /** For how long it waits, unless it is woken before. */
    long remainingNanos() {
        long left = attempt == null ? hold.waiter().deadline() - hold.waiter().now() : lastAnswer() - System.nanoTime();
        return left > 0 ? left : LOOK_AGAIN;
    }

    /** Goes on as far as it can without waiting. */
    Acquired step() {
        Acquired got = attempt == null ? Acquired.NOT_YET : answered(attempt.answer());
        while (got == Acquired.NOT_YET && attempt == null) {
            Gate gate = nextGate();
            if (gate != null) {
                boolean over = hold.waiter().deadline() - hold.waiter().now() <= 0;
                return over ? late(gate) : Acquired.NOT_YET;
            }
            got = atHead();
        }
        // The keeper may have found it lost, or released it early, before the body could begin.
        return got.isHeld() && !gates.begin(hold) ? Acquired.AGAIN : got;
    }

    /** The gate at which its turn has not come; null where it has come at all of them, or it has got a lease. */
    private Gate nextGate() {
        for (; passed < hold.keys().size(); passed++) {
            Gate gate = hold.gate(passed);
            if (gate == null) {
                gate = gates.join(hold, passed);
                HeldMonitor.look(monitor, hold, gate);
            }
            if (!isTurn(gate) && !isTurnBehindWhatIsDone(gate)) {
                return gate;
            }
        }
        return null;
    }

    private boolean isTurn(Gate gate) {
        return hold.queueMode() == QueueMode.BESIDE
                || gate.head() == hold
                || hold.part() != null
                || hold.waiter().isTrying()
                || gate.accept(hold);
    }

    /** Ends the head's work if it is complete but its callback has not run yet; then checks the turn again. */
    private boolean isTurnBehindWhatIsDone(Gate gate) {
        Hold head = gate.head();
        if (head == null || head.kept() == null) {
            return false;
        }
        head.endWhatIsDone();
        return isTurn(gate);
    }

    /** The wait is over without its turn. */
    private Acquired late(Gate gate) {
        Hold head = gate.head();
        if (head != null && head.waiter().isBusy()
                || gate.calls().wasRefusedSince(hold.waiter().begun())) {
            return Acquired.missed(miss(NoLock.Kind.BUSY, null)
                    .heldBy(head == null ? null : head.waiter().holder())
                    .because(Deadlock.told(hold, gate)));
        }
        if (lastAnswer() - System.nanoTime() > 0) {
            // The call before us does not know yet either: a moment more tells busy from unavailable.
            return Acquired.NOT_YET;
        }
        return Acquired.missed(unanswered(head, null).because(Deadlock.told(hold, gate)));
    }

    /** Its turn has come at all its gates, or it may try out of turn: it asks, where it has not all that it needs. */
    private Acquired atHead() {
        if (hold.keys().isEmpty()) {
            return Acquired.held(hold);
        }
        if (hold.part() == null) {
            return ask();
        }
        // The call before has passed its lease on.
        hold.gate(0).settle();
        hold.waiter().readClock();
        return Acquired.held(hold);
    }

    private Acquired ask() {
        attempt = gates.store().acquire(request());
        CompletableFuture<Answer> coming = attempt.answer();
        if (coming.isDone()) {
            return answered(coming);
        }
        hold.waiter().setAttempt(attempt);
        coming.whenComplete((given, failure) -> hold.waiter().wake());
        return Acquired.NOT_YET;
    }

    private Acquired answered(CompletableFuture<Answer> coming) {
        Answer answer = coming.getNow(null);
        if (answer == null && lastAnswer() - System.nanoTime() > 0) {
            return Acquired.NOT_YET;
        }
        if (answer == null) {
            attempt.abandon();
        }
        Attempt its = attempt;
        attempt = null;
        return judge(its, answer);
    }

    private Request request() {
        long now = hold.waiter().now();
        brief = gates.isDown() && hold.site().isLocalWithoutStore();
        Request request = hold.site()
                .request(hold.keys(), owner(), brief ? now : hold.waiter().deadline(), now);
        return hold.waiter().isTrying() ? request.once() : request;
    }

    private Owner owner() {
        Thread thread = hold.thread();
        return gates.jvm().newOwner(hold.site().rule().name(), thread == null ? null : thread.getName());
    }

    /**
     * Judges an attempt that is over. The call that must ask again, in its turn, is not there yet; one whose lease is
     * over begins anew.
     *
     * @param answer null where none has come in time
     */
    private Acquired judge(Attempt attempt, Answer answer) {
        Site site = hold.site();
        if (attempt.isContended() && hold.keys().size() == 1) {
            hold.gate(0).calls().recordRefusal(System.nanoTime());
        }
        if (answer == null) {
            Answer why = attempt.answer().getNow(null);
            return LocalGrant.orMiss(gates, hold, owner(), unanswered(hold, why == null ? null : why.cause()));
        }
        if (answer.grant() == null && hold.waiter().isTrying() && hold.waiter().deadline() - System.nanoTime() > 0) {
            // What it has tried in vain it waits for.
            hold.gate(0).stepBack(hold);
            passed = 0;
            return Acquired.NOT_YET;
        }
        if (answer.isBusy()) {
            site.events().answered();
            gates.setDown(false);
            if (brief && hold.waiter().deadline() - System.nanoTime() > 0) {
                return Acquired.NOT_YET;
            }
            return Acquired.missed(miss(NoLock.Kind.BUSY, null).heldBy(attempt.holder()));
        }
        if (answer.cause() != null) {
            NoLock miss = miss(NoLock.Kind.UNAVAILABLE, answer.cause());
            return LocalGrant.orMiss(gates, hold, owner(), answer.isRefused() ? miss.lasting() : miss);
        }
        if (run(attempt, answer.grant())) {
            site.events().answered();
            gates.setDown(false);
            boolean beside = hold.queueMode() == QueueMode.BESIDE && LocalGrant.isBesideOne(hold);
            return beside ? missed(NoLock.Kind.BUSY, null) : Acquired.held(hold);
        }
        return hold.waiter().deadline() - hold.waiter().now() > 0
                ? Acquired.AGAIN
                : missed(
                        NoLock.Kind.UNAVAILABLE,
                        new TimeoutException("the lease of " + answer.grant().leaseMillis()
                                + " ms was over before the call could begin"));
    }

    /** False if a pause since the question has outlasted the lease: the body must not begin, and it goes back. */
    private boolean run(Attempt attempt, Grant grant) {
        boolean used = false;
        try {
            Lease lease = new Lease(grant, hold, attempt.isContended());
            lease.begin(hold);
            used = true;
            gates.keeper().keep(lease);
            // The one look for all that it took until here: a look costs as much as all of that.
            hold.waiter().readClock();
            return !lease.clock().isPast(hold.waiter().now());
        } finally {
            if (!used) {
                attempt.abandon();
            }
        }
    }

    /**
     * Until when to wait for an answer that is on its way when the wait is over. Where the JVM ends the store does not
     * answer any more, and that says nothing of it: no call may go on without its lock because of that.
     */
    private long lastAnswer() {
        if (gates.isEnding()) {
            return System.nanoTime() + Long.MAX_VALUE / 2;
        }
        long question = gates.store().lockStore().questionNanos();
        return Request.lastAnswer(hold.waiter().begun(), hold.waiter().deadline(), question) + MARGIN;
    }

    /**
     * The wait is over without an answer: what the asking call has heard last decides. The cause is null where not
     * known.
     */
    private NoLock unanswered(Hold head, Throwable cause) {
        if (head != null && head.waiter().isBusy()) {
            return miss(NoLock.Kind.BUSY, null).heldBy(head.waiter().holder());
        }
        return miss(
                NoLock.Kind.UNAVAILABLE,
                cause != null ? cause : new TimeoutException("the lock server has not answered"));
    }

    Acquired missed(NoLock.Kind kind, Throwable cause) {
        return Acquired.missed(miss(kind, cause));
    }

    private NoLock miss(NoLock.Kind kind, Throwable cause) {
        Site site = hold.site();
        long waited = System.nanoTime() - hold.waiter().begun();
        return new NoLock(kind, site.rule(), site.method(), hold.keys(), waited, cause);
    }
}
