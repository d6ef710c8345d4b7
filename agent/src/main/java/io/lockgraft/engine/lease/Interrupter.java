package io.lockgraft.engine.lease;

import io.lockgraft.engine.event.Mistakes;
import io.lockgraft.engine.hold.Body;
import io.lockgraft.engine.hold.LeasePart;
import io.lockgraft.spi.log.Log;
import io.lockgraft.spi.text.Listing;
import io.lockgraft.spi.thread.Daemons;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Interrupts the bodies of calls, and looks where they are, on daemon threads that are there only while there is
 * something to do. Both may run code of the application's (a method of {@link Thread} overridden, a channel that an
 * interrupt closes), and that may hang. No renewal, no answer of a store and no other body waits for it: there
 * are as many threads as there are tasks, up to a few.
 */
final class Interrupter {
    static final String THREAD = "lockgraft-interrupter";

    /** A task that takes longer hangs. */
    static final long PATIENCE = TimeUnit.SECONDS.toNanos(1);

    private static final int MOST_THREADS = 8;

    private final long patience;
    private final Mistakes mistakes = new Mistakes();
    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private int threads;
    /** When a task was begun last. */
    private long since;

    private boolean told;

    /** @param patience in nanoseconds */
    Interrupter(long patience) {
        this.patience = patience;
    }

    /** Soon; not at all if its body ends before. */
    void interrupt(LeasePart part) {
        send(part, Interrupter::interruptNow);
    }

    /** Tells soon where the body of a hold is that lasts long. */
    void tellLong(LeasePart part) {
        send(part, lasting -> lasting.events().lastsLong(lasting));
    }

    private void send(LeasePart part, Consumer<LeasePart> what) {
        boolean starts;
        boolean hangs;
        synchronized (this) {
            waiting.add(() -> run(part, what));
            hangs = threads > 0 && System.nanoTime() - since > patience && !told;
            told |= hangs;
            starts = threads < MOST_THREADS;
            threads += starts ? 1 : 0;
        }
        if (starts) {
            start();
        }
        if (hangs) {
            Log.warn("interrupting the thread that holds a lock takes longer than a second: its own Thread.interrupt,"
                    + " or a channel that an interrupt closes, hangs. Other threads go on without that one, "
                    + MOST_THREADS + " at most");
        }
    }

    private void start() {
        try {
            Daemons.start(THREAD, this::runAll);
        } catch (RuntimeException | OutOfMemoryError noThread) {
            // A machine without a thread to spare; then on this one.
            runAll();
        }
    }

    private void runAll() {
        for (Runnable task = next(); task != null; task = next()) {
            task.run();
        }
    }

    private synchronized Runnable next() {
        Runnable next = waiting.poll();
        threads -= next == null ? 1 : 0;
        since = System.nanoTime();
        return next;
    }

    private static void interruptNow(LeasePart part) {
        Body body = part.body();
        if (body != null && body.interrupt()) {
            part.hold().site().events().interrupted();
        }
    }

    private void run(LeasePart part, Consumer<LeasePart> what) {
        try {
            what.accept(part);
        } catch (Throwable e) {
            mistakes.tell(
                    () -> "rule '" + part.hold().site().rule().name() + "': the thread that holds "
                            + Listing.keys(part.request().keys()) + " could not be interrupted or looked at",
                    e);
        }
    }
}
