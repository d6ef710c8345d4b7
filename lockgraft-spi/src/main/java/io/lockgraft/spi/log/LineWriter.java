package io.lockgraft.spi.log;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/**
 * Writes events on a daemon thread that is there only while there are some. A destination may take none for long: a
 * pipe without a reader, a disk that hangs. Renewals go on, and calls wait no longer than their rules say. Until {@link
 * #begin} it keeps what comes.
 */
final class LineWriter implements Runnable {
    static final String THREAD = "lockgraft-log";

    /** So many events wait; more are only counted. */
    static final int MOST = 1_000;

    private final Queue<LogEvent> events = new ArrayDeque<>();
    private LogDestination destination;
    private BiConsumer<String, Runnable> daemons;
    private boolean opened;
    private long leftOut;
    private boolean running;
    private volatile boolean ending;
    private long left;

    /** From now on the destination gets what is kept and what comes. @param daemons starts a thread, by that name */
    void begin(LogDestination to, BiConsumer<String, Runnable> daemons) {
        boolean begins;
        synchronized (this) {
            this.destination = to;
            this.daemons = daemons;
            begins = !events.isEmpty();
            running = begins;
        }
        if (begins) {
            beginThread();
        }
    }

    /** Soon; not at all where too many wait already. */
    void write(LogEvent event) {
        boolean begins;
        synchronized (this) {
            if (events.size() >= MOST) {
                leftOut++;
                return;
            }
            if (leftOut > 0) {
                events.add(leftOut());
                leftOut = 0;
            }
            events.add(event);
            begins = !running && destination != null;
            running |= begins;
        }
        if (begins) {
            beginThread();
        }
        if (ending) {
            drain();
        }
    }

    private void beginThread() {
        try {
            daemons.accept(THREAD, this);
        } catch (Throwable noThread) {
            // A machine without a thread to spare; then on this one, which may be the one that is to run main. So it
            // opens nothing, and a later line has another try.
            writeAll(opened ? destination : Log.stderr());
        }
    }

    /** Returns what it has kept, and keeps it no longer; for a start that was refused. */
    synchronized List<LogEvent> takeKept() {
        List<LogEvent> kept = new ArrayList<>(events);
        events.clear();
        return kept;
    }

    /** From now on a thread that writes waits until that is done, as long as {@link #drain} does. */
    void end(long nanos) {
        LogDestination its;
        synchronized (this) {
            if (!ending) {
                left = nanos;
                ending = true;
            }
            its = destination;
        }
        if (its != null) {
            its.end();
        }
        drain();
    }

    /** Waits until all has been written, for all threads together no longer than so. */
    private synchronized void drain() {
        while (running && left > 0) {
            long begun = System.nanoTime();
            try {
                // Rounded up: no wait at all would be one without an end.
                wait(TimeUnit.NANOSECONDS.toMillis(left) + 1);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
            left -= System.nanoTime() - begun;
        }
    }

    @Override
    public void run() {
        open();
        writeAll(destination);
    }

    private void writeAll(LogDestination to) {
        for (LogEvent event = next(); event != null; event = next()) {
            try {
                to.write(event);
            } catch (Throwable e) {
                // There is nowhere else to tell it. The next one's turn.
            }
        }
    }

    private void open() {
        if (!opened) {
            opened = true;
            try {
                destination.open();
            } catch (Throwable e) {
                // Then it says so as it writes.
            }
        }
    }

    private synchronized LogEvent next() {
        LogEvent next = events.poll();
        // First, for a thread that has no memory for its own line ends here: then the next line begins another.
        running = false;
        if (next == null && leftOut > 0) {
            next = leftOut();
            leftOut = 0;
        }
        running = next != null;
        if (!running) {
            notifyAll();
        }
        return next;
    }

    private LogEvent leftOut() {
        return Log.event(Log.Level.WARN, leftOut + " lines were left out here: the log took none for too long", null);
    }
}
