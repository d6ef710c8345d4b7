package io.lockgraft.report;

import java.io.PrintStream;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/**
 * Writes lines on a daemon thread that is there only while there are some. A stream may take none for as long as it
 * likes: a pipe that nobody reads, a disk that hangs. No lock may go unrenewed, and no call wait longer than its rule
 * says, because of that.
 */
final class LineWriter implements Runnable {
    static final String THREAD = "lockgraft-log";

    /** Waiting lines; who comes later is only counted. */
    static final int MOST = 1_000;

    private final PrintStream out;
    private final BiConsumer<String, Runnable> daemons;

    /** Its room is there from the beginning, with one place for the line about those left out: the heap may be full. */
    private final Queue<String> lines = new ArrayDeque<>(MOST + 2);

    private long leftOut;
    private boolean running;

    /** @param daemons starts a thread, by that name */
    LineWriter(PrintStream out, BiConsumer<String, Runnable> daemons) {
        this.out = out;
        this.daemons = daemons;
    }

    /** Soon; not at all where too many wait already. */
    void write(String line) {
        synchronized (this) {
            if (lines.size() >= MOST) {
                leftOut++;
                return;
            }
            if (leftOut > 0) {
                lines.add(takeLeftOut());
            }
            lines.add(line);
            if (running) {
                return;
            }
            running = true;
        }
        try {
            daemons.accept(THREAD, this);
        } catch (Throwable noThread) {
            // A machine without a thread to spare; then on this one.
            run();
        }
    }

    /** Waits until all that was to be written has been, no longer than so. */
    synchronized void drain(long nanos) throws InterruptedException {
        long until = System.nanoTime() + nanos;
        for (long left = nanos; running && left > 0; left = until - System.nanoTime()) {
            // Rounded up: timedWait of less than a millisecond may return at once.
            wait(TimeUnit.NANOSECONDS.toMillis(left) + 1);
        }
    }

    @Override
    public void run() {
        for (String line = next(); line != null; line = next()) {
            try {
                out.println(line);
            } catch (Throwable e) {
                // There is nowhere else to tell it. The next one's turn.
            }
        }
    }

    private synchronized String next() {
        String next = lines.poll();
        if (next == null && leftOut > 0) {
            next = takeLeftOut();
        }
        running = next != null;
        if (!running) {
            notifyAll();
        }
        return next;
    }

    private String takeLeftOut() {
        long count = leftOut;
        leftOut = 0;
        return "[lockgraft] WARN " + count + " lines were left out here: stderr took none for too long";
    }
}
