package io.lockgraft.engine.acquire;

import io.lockgraft.engine.hold.Gate;
import io.lockgraft.engine.hold.Hold;
import io.lockgraft.engine.lease.Keeper;
import io.lockgraft.engine.outcome.NoLock;
import io.lockgraft.engine.site.QueueMode;
import io.lockgraft.engine.site.Site;
import io.lockgraft.engine.thread.StoreThread;
import io.lockgraft.manage.Counters.Event;
import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.thread.Clock;
import io.lockgraft.spi.thread.DaemonThreads;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;

/**
 * One call's waiting as {@link Waiting}, without a thread: where the caller must not be blocked. Each step is done on
 * the store's thread, as soon as the call is woken or out of time, and none waits.
 */
public final class AsyncWaiting {
    private static final Clock CLOCK = new Clock(new DaemonThreads("lockgraft-clock"));

    /** What it was passed has ended, or what it shares. */
    private static final Object AGAIN = new Object();

    private final Gates gates;
    private final LockStore backend;
    private final Hold hold;
    private final Waiting waiting;
    private final CompletableFuture<Object> outcome = new CompletableFuture<>();

    // Of the store's thread only, from here on.
    private int key;
    private boolean joined;
    private Request request;
    private Attempt attempt;
    private Future<?> alarm;
    private boolean givenUp;

    AsyncWaiting(
            Gates gates,
            LockStore backend,
            Keeper keeper,
            Site site,
            List<String> keys,
            List<Hold> outers,
            long begun) {
        this.gates = gates;
        this.backend = backend;
        this.hold = new Hold(site, null, this::wake, begun, System.nanoTime(), begun + site.waitNanos(), keys);
        this.waiting = new Waiting(backend, keeper, hold);
        if (hold.shareAsWork(outers)) {
            wake();
        } else {
            end(null);
        }
    }

    /** Runs it later, on a thread that must not be kept. */
    public static void after(long nanos, Runnable errand) {
        CLOCK.after(nanos, errand);
    }

    /** A {@link Hold}, which no call has entered; the {@link NoLock}; or null where it must be asked for again. */
    public CompletableFuture<Object> outcome() {
        return outcome;
    }

    /** Soon: no call wants it any more. What comes all the same goes back. */
    public void giveUp() {
        StoreThread.later(() -> {
            givenUp = true;
            step();
        });
    }

    private void wake() {
        StoreThread.later(this::step);
    }

    private void step() {
        if (outcome.isDone()) {
            return;
        }
        Object got;
        try {
            got = givenUp ? abandoned() : advance();
        } catch (Throwable e) {
            // An error, too: nothing else would ever give up its place.
            got = waiting.miss(NoLock.Kind.UNAVAILABLE, e);
        }
        if (got == AGAIN) {
            end(null);
        } else if (got != null) {
            end(got);
        }
    }

    private Object abandoned() {
        if (attempt != null) {
            attempt.abandon();
        }
        return waiting.miss(NoLock.Kind.INTERRUPTED, null);
    }

    /** What it has come to; null while it waits; AGAIN where what it was passed has ended. */
    private Object advance() {
        if (attempt != null) {
            return answered();
        }
        while (key < hold.keys().size()) {
            Gate gate =
                    joined ? hold.gate(key) : gates.join(hold, key, hold.keys().get(key), false);
            joined = true;
            endDone(gate);
            if (!isTurn(gate)) {
                long left = hold.deadline() - System.nanoTime();
                if (left <= 0) {
                    NoLock late = waiting.late(gate, gate.head());
                    if (late != null) {
                        return late;
                    }
                    left = Waiting.LOOK_AGAIN;
                }
                wakeAfter(left);
                return null;
            }
            hold.looks();
            key++;
            joined = false;
        }
        if (hold.keys().isEmpty()) {
            return hold.mayBegin() ? hold : AGAIN;
        }
        return hold.grant() == null ? ask() : waiting.passedOn() ? begin() : AGAIN;
    }

    /** What the call in front only waits for may be done, and its end be told behind us on the same thread. */
    private static void endDone(Gate gate) {
        Hold head = gate.head();
        if (head != null) {
            head.endWhatIsDone();
        }
    }

    private boolean isTurn(Gate gate) {
        return hold.queueMode() == QueueMode.BESIDE
                || gate.head() == hold
                || hold.grant() != null
                || hold.tries()
                || gate.accept(hold);
    }

    private Object ask() {
        request = waiting.request();
        attempt = StoreThread.acquire(backend, request);
        hold.asks(attempt);
        if (!attempt.answer().isDone()) {
            attempt.answer().whenComplete((given, failure) -> wake());
        }
        return answered();
    }

    private Object answered() {
        Answer answer = attempt.answer().getNow(null);
        long left = waiting.lastAnswer(hold.deadline()) - System.nanoTime();
        if (answer == null && left > 0) {
            wakeAfter(left);
            return null;
        }
        hold.looks();
        Attempt its = attempt;
        attempt = null;
        if (answer == null) {
            its.abandon();
        }
        Object got = waiting.judge(request, its, answer);
        if (got == Waiting.STEPPED_BACK) {
            key = 0;
            joined = true;
            return advance();
        }
        return got == null ? ask() : got == hold ? begin() : got;
    }

    private Object begin() {
        return gates.begins(hold) ? hold : AGAIN;
    }

    private void wakeAfter(long nanos) {
        Clock.cancel(alarm);
        alarm = CLOCK.after(nanos, this::wake);
    }

    private void end(Object got) {
        Clock.cancel(alarm);
        if (got == hold) {
            hold.site().report().count(hold.keys().isEmpty() ? Event.NESTED : Event.ENTERED);
        } else {
            gates.giveUp(hold);
        }
        outcome.complete(got);
    }
}
