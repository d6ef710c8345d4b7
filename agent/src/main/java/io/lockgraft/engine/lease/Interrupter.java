package io.lockgraft.engine.lease;

import io.lockgraft.engine.hold.HoldShare;
import io.lockgraft.report.Counters.Event;
import io.lockgraft.spi.log.Log;
import io.lockgraft.spi.log.RateLimited;
import io.lockgraft.spi.text.Listing;
import io.lockgraft.spi.thread.Daemons;
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

    private static final Consumer<HoldShare> INTERRUPT = Interrupter::interruptNow;

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

    /** Whether a thread is there that takes the turn if what is done now takes too long. */
    private boolean followed;

    private int hanging;
    private boolean told;

    /** What is to be done to one body. */
    private static final class Errand {
        final HoldShare grant;
        final Consumer<HoldShare> what;

        Errand(HoldShare grant, Consumer<HoldShare> what) {
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
    void interrupt(HoldShare grant) {
        try {
            send(new Errand(grant, INTERRUPT));
        } catch (OutOfMemoryError e) {
            // Nobody finds the same again: now, then, and on this thread.
            interruptNow(grant);
        }
    }

    /** Tells soon where the body of a hold is that has lasted half of what it may. */
    void passedHalf(HoldShare grant) {
        send(new Errand(grant, lasting -> lasting.hold().site().report().holds().passedHalf(lasting)));
    }

    private void send(Errand errand) {
        int mine = -1;
        synchronized (this) {
            waiting.add(errand);
            if (!running) {
                running = true;
                since = System.nanoTime();
                mine = turn;
            }
        }
        if (mine >= 0) {
            begin(mine);
        } else {
            seeToFollower();
        }
    }

    private void begin(int mine) {
        try {
            Daemons.start(THREAD, () -> run(mine));
        } catch (Throwable noThread) {
            // A machine without a thread to spare; then on this one.
            run(mine);
        }
    }

    /** While something waits there is a thread behind the one whose turn it is. */
    private void seeToFollower() {
        synchronized (this) {
            if (!running || waiting.isEmpty() || followed || hanging >= MOST_THREADS - 1) {
                return;
            }
            followed = true;
        }
        beginToFollow();
    }

    private void beginToFollow() {
        boolean begun = false;
        try {
            Daemons.start(THREAD, this::follow);
            begun = true;
        } catch (Throwable noThread) {
            // Then what waits is left to the one in front.
        } finally {
            if (!begun) {
                synchronized (this) {
                    followed = false;
                }
            }
        }
    }

    /** Waits until the one in front has done all, or takes too long over one; then the turn is this thread's. */
    private void follow() {
        int mine;
        synchronized (this) {
            try {
                long left = since + patience - System.nanoTime();
                while (!waiting.isEmpty() && left > 0) {
                    wait(TimeUnit.NANOSECONDS.toMillis(left) + 1);
                    left = since + patience - System.nanoTime();
                }
            } catch (InterruptedException e) {
                // Nobody does that; then it takes over at once.
            }
            followed = false;
            if (waiting.isEmpty()) {
                return;
            }
            hanging++;
            since = System.nanoTime();
            mine = ++turn;
        }
        tellOfHanging();
        run(mine);
    }

    private void run(int mine) {
        for (Errand errand = next(mine); errand != null; errand = next(mine)) {
            seeToFollower();
            try {
                errand.what.accept(errand.grant);
            } catch (Throwable e) {
                tell(errand.grant, e);
            }
        }
        seeToFollower();
    }

    private static void interruptNow(HoldShare grant) {
        if (grant.body() != null && grant.body().interrupt()) {
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
        notifyAll();
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
            Log.warn("interrupting the thread that holds a lock takes longer than a second: its own Thread.interrupt,"
                    + " or a channel that an interrupt closes, hangs. Other threads go on without that one, "
                    + MOST_THREADS + " at most");
        } catch (Throwable noMemoryForThatEither) {
            // They go on all the same.
        }
    }

    private void tell(HoldShare grant, Throwable e) {
        try {
            mistakes.warn(
                    () -> "rule '" + grant.hold().site().rule().name() + "': the thread that holds "
                            + Listing.keys(grant.request().keys()) + " could not be interrupted or looked at",
                    e);
        } catch (Throwable noMemoryForThatEither) {
            // The next one's turn.
        }
    }
}
