package io.lockgraft.engine.acquire;

import io.lockgraft.engine.hold.Hold;
import io.lockgraft.engine.outcome.NoLock;
import io.lockgraft.engine.site.Site;
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

    private final Gates gates;
    private final Hold hold;
    private final Waiting waiting;
    private final CompletableFuture<Acquired> outcome = new CompletableFuture<>();

    // Of the store's thread only, from here on.
    private Future<?> alarm;
    private boolean givenUp;

    /** Begins to wait without a thread. The outcome comes on the store's thread. */
    public AsyncWaiting(Gates gates, Site site, List<String> keys, List<Hold> outers, long begun) {
        this.gates = gates;
        this.hold = new Hold(
                site, null, this::wake, begun, System.nanoTime(), begun + site.waitNanos(), keys, gates.releasePath());
        this.waiting = new Waiting(gates, hold, null);
        if (hold.enterOutersAsWork(outers)) {
            wake();
        } else {
            end(Acquired.AGAIN);
        }
    }

    /** Runs it later, on a thread that must not be kept. */
    public static void after(long nanos, Runnable task) {
        CLOCK.after(nanos, task);
    }

    /** Completed when the wait is over. No call has entered the hold. */
    public CompletableFuture<Acquired> outcome() {
        return outcome;
    }

    /** Soon: no call wants it any more. What comes all the same goes back. */
    public void giveUp() {
        gates.store().execute(() -> {
            givenUp = true;
            step();
        });
    }

    private void wake() {
        gates.store().execute(this::step);
    }

    private void step() {
        if (outcome.isDone()) {
            return;
        }
        Clock.cancel(alarm);
        Acquired got;
        try {
            hold.waiter().readClock();
            got = givenUp ? waiting.missed(NoLock.Kind.INTERRUPTED, null) : waiting.step();
            if (got == Acquired.NOT_YET) {
                alarm = CLOCK.after(waiting.remainingNanos(), this::wake);
            }
        } catch (Throwable e) {
            // An error, too: nothing else would ever give up its place.
            got = waiting.missed(NoLock.Kind.UNAVAILABLE, e);
        }
        if (got != Acquired.NOT_YET) {
            end(got);
        }
    }

    private void end(Acquired got) {
        boolean enters = false;
        try {
            enters = got.isHeld() && gates.enter(hold);
            if (!enters) {
                waiting.abandon();
            }
        } finally {
            try {
                if (!enters) {
                    gates.releasePath().giveUp(hold);
                }
            } finally {
                outcome.complete(got.isHeld() && !enters ? Acquired.AGAIN : got);
            }
        }
    }
}
