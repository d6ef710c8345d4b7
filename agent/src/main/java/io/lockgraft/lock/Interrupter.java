package io.lockgraft.lock;

import io.lockgraft.backend.thread.Daemons;
import io.lockgraft.report.Counters.Event;
import io.lockgraft.report.Log;
import io.lockgraft.report.RateLimited;
import java.util.LinkedList;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Interrupts the bodies of calls, and looks where they are, on a daemon thread that is there only while there is
 * something to do. Both may run code of the application's (a method of {@link Thread} overridden, a channel that an
 * interrupt closes), and that may take its time: no lock may go unrenewed, and no answer of the lock server unheard,
 * because of it. Nor may another body go uninterrupted: what waits behind one that hangs is done by another thread, of
 * which there are a few at most.
 */
final class Interrupter {
    static final String THREAD = "lockgraft-interrupter";

    private static final Consumer<LiveGrant> INTERRUPT = Interrupter::interruptNow;

    /** Whoever takes longer over one body is left to it. */
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(1);

    private static final int MOST_THREADS = 8;

    private final long patience;
    private final RateLimited mistakes = new RateLimited();

    @SuppressWarnings("JdkObsolete") // it has none in it that there was no memory for
    private final Queue<Errand> waiting = new LinkedList<>();

    private boolean running;
    /** When the one whose turn it is began with what it does now. */
    private long since;
    /** Which thread's it is; those before it hang, or end as soon as they do not. */
    private int turn;

    private int hanging;
    private boolean told;

    /** What is to be done to one body. */
    private static final class Errand {
        final LiveGrant grant;
        final Consumer<LiveGrant> what;

        Errand(LiveGrant grant, Consumer<LiveGrant> what) {
            this.grant = grant;
            this.what = what;
        }
    }

    Interrupter() {
        this(PATIENCE);
    }

    /** @param patience in nanoseconds */
    Interrupter(long patience) {
        this.patience = patience;
    }

    /** Soon; not at all if its body ends before. */
    void interrupt(LiveGrant grant) {
        try {
            send(new Errand(grant, INTERRUPT));
        } catch (OutOfMemoryError e) {
            // Nobody finds the same again: now, then, and on this thread.
            interruptNow(grant);
        }
    }

    /** Tells soon where the body of a hold is that has lasted half of what it may. */
    void passedHalf(LiveGrant grant) {
        send(new Errand(grant, lasting -> lasting.hold().site().report().holds().passedHalf(lasting)));
    }

    /** From time to time: does what waits behind a thread that hangs. */
    void look() {
        int mine;
        synchronized (this) {
            if (waiting.isEmpty() || !takesTurn()) {
                return;
            }
            mine = turn;
        }
        start(mine);
    }

    private void send(Errand errand) {
        int mine;
        synchronized (this) {
            waiting.add(errand);
            if (!takesTurn()) {
                return;
            }
            mine = turn;
        }
        start(mine);
    }

    /** Whether another thread is to be started, whose turn it is then. */
    private boolean takesTurn() {
        long now = System.nanoTime();
        if (running) {
            if (now - since < patience || hanging >= MOST_THREADS - 1) {
                return false;
            }
            hanging++;
            turn++;
        }
        running = true;
        since = now;
        return true;
    }

    private void start(int mine) {
        try {
            Daemons.start(THREAD, () -> run(mine));
        } catch (Throwable noThread) {
            // A machine without a thread to spare; then on this one.
            run(mine);
        }
        tellOfHanging();
    }

    private void run(int mine) {
        for (Errand errand = next(mine); errand != null; errand = next(mine)) {
            try {
                errand.what.accept(errand.grant);
            } catch (Throwable e) {
                tell(errand.grant, e);
            }
        }
    }

    private static void interruptNow(LiveGrant grant) {
        if (grant.body().interrupt()) {
            grant.hold().site().report().count(Event.BODY_INTERRUPTED);
        }
    }

    private synchronized Errand next(int mine) {
        if (mine != turn) {
            hanging--;
            return null;
        }
        Errand next = waiting.poll();
        running = next != null;
        since = System.nanoTime();
        return next;
    }

    private void tellOfHanging() {
        synchronized (this) {
            if (told || hanging == 0) {
                return;
            }
            told = true;
        }
        try {
            Log.warn(
                    "interrupting the thread that holds a lock takes longer than a second: its own Thread.interrupt, or a channel that an interrupt closes, hangs. Other threads go on"
                            + " without that one, " + MOST_THREADS + " at most");
        } catch (Throwable noMemoryForThatEither) {
            // They go on all the same.
        }
    }

    private void tell(LiveGrant grant, Throwable e) {
        try {
            mistakes.warn(
                    () -> "rule '" + grant.hold().site().rule().name() + "': the thread that holds "
                            + grant.request().name() + " could not be interrupted or looked at",
                    e);
        } catch (Throwable noMemoryForThatEither) {
            // The next one's turn.
        }
    }
}
