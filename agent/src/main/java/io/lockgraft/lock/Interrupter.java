package io.lockgraft.lock;

import io.lockgraft.report.Counters.Event;
import io.lockgraft.report.RateLimited;
import java.util.ArrayDeque;

/**
 * Interrupts the bodies of calls, on a daemon thread that is there only while there is something to do. An interrupt may
 * run code of the application's ({@link Thread#interrupt} overridden, a channel that it closes), and that may take its
 * time: no lock may go unrenewed, and no answer of the lock server unheard, because of it.
 */
final class Interrupter implements Runnable {
    static final String THREAD = "lockgraft-interrupter";

    private final RateLimited mistakes = new RateLimited();
    private final ArrayDeque<LiveGrant> waiting = new ArrayDeque<>();
    private boolean running;

    /** Soon; not at all if its body ends before. */
    void interrupt(LiveGrant grant) {
        synchronized (this) {
            waiting.add(grant);
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
        for (LiveGrant grant = next(); grant != null; grant = next()) {
            try {
                if (grant.body().interrupt()) {
                    grant.hold().site().report().count(Event.BODY_INTERRUPTED);
                }
            } catch (Throwable e) {
                tell(grant, e);
            }
        }
    }

    private synchronized LiveGrant next() {
        LiveGrant next = waiting.poll();
        running = next != null;
        return next;
    }

    private void tell(LiveGrant grant, Throwable e) {
        try {
            mistakes.warn(
                    () -> "rule '" + grant.hold().site().rule().name() + "': the thread that holds "
                            + grant.grant().request().name() + " could not be interrupted",
                    e);
        } catch (Throwable noMemoryForThatEither) {
            // The next one's turn.
        }
    }
}
