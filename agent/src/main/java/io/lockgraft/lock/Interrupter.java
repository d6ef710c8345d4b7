package io.lockgraft.lock;

import io.lockgraft.backend.thread.Daemons;
import io.lockgraft.report.Counters.Event;
import io.lockgraft.report.RateLimited;
import java.util.LinkedList;
import java.util.Queue;
import java.util.function.Consumer;

/**
 * Interrupts the bodies of calls, and looks where they are, on a daemon thread that is there only while there is
 * something to do. Both may run code of the application's (a method of {@link Thread} overridden, a channel that an
 * interrupt closes), and that may take its time: no lock may go unrenewed, and no answer of the lock server unheard,
 * because of it.
 */
final class Interrupter implements Runnable {
    static final String THREAD = "lockgraft-interrupter";

    private static final Consumer<LiveGrant> INTERRUPT = Interrupter::interruptNow;

    private final RateLimited mistakes = new RateLimited();

    @SuppressWarnings("JdkObsolete") // it has none in it that there was no memory for
    private final Queue<Errand> waiting = new LinkedList<>();

    private boolean running;

    /** What is to be done to one body. */
    private static final class Errand {
        final LiveGrant grant;
        final Consumer<LiveGrant> what;

        Errand(LiveGrant grant, Consumer<LiveGrant> what) {
            this.grant = grant;
            this.what = what;
        }
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

    private void send(Errand errand) {
        synchronized (this) {
            waiting.add(errand);
            if (running) {
                return;
            }
            running = true;
        }
        try {
            Daemons.start(THREAD, this);
        } catch (Throwable noThread) {
            // A machine without a thread to spare; then on this one.
            run();
        }
    }

    @Override
    public void run() {
        for (Errand errand = next(); errand != null; errand = next()) {
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

    private synchronized Errand next() {
        Errand next = waiting.poll();
        running = next != null;
        return next;
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
