package io.lockgraft.spi.log;

import java.io.PrintStream;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/**
 * Writes lines on a daemon thread that is there only while there are some. A stream may take none for long: a pipe
 * without a reader, a disk that hangs. Renewals go on, and calls wait no longer than their rules say.
 */
final class LineWriter implements Runnable {
    static final String THREAD = "lockgraft-log";

    /** So many lines wait; more are only counted. */
    static final int MOST = 1_000;

    private final PrintStream out;
    private final BiConsumer<String, Runnable> daemons;

    private final Queue<String> lines = new ArrayDeque<>();
    private long leftOut;
    private boolean running;
    private volatile boolean ending;
    private long left;

    /** @param daemons starts a thread, by that name */
    LineWriter(PrintStream out, BiConsumer<String, Runnable> daemons) {
        this.out = out;
        this.daemons = daemons;
    }

    /** Soon; not at all where too many wait already. */
    void write(String line) {
        boolean begins;
        synchronized (this) {
            if (lines.size() >= MOST) {
                leftOut++;
                return;
            }
            if (leftOut > 0) {
                lines.add(leftOut());
                leftOut = 0;
            }
            lines.add(line);
            begins = !running;
            running = true;
        }
        if (begins) {
            begin();
        }
        if (ending) {
            drain();
        }
    }

    private void begin() {
        try {
            daemons.accept(THREAD, this);
        } catch (Throwable noThread) {
            // A machine without a thread to spare; then on this one.
            run();
        }
    }

    /** From now on a thread that writes waits until that is done, as long as {@link #drain} does. */
    void end(long nanos) {
        synchronized (this) {
            if (!ending) {
                left = nanos;
                ending = true;
            }
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
            next = leftOut();
            leftOut = 0;
        }
        running = next != null;
        if (!running) {
            notifyAll();
        }
        return next;
    }

    private String leftOut() {
        return Log.line(Log.Level.WARN, leftOut + " lines were left out here: stderr took none for too long");
    }
}
