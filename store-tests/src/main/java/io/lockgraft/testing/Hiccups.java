package io.lockgraft.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * For how long the machine kept a thread from running that wanted to, from when this was made: what cannot be promised
 * to be faster than. One thread asks to be woken after a millisecond, again and again, and adds up by how much it was
 * late. An answer goes through several threads and processes, and each of them may meet as much.
 */
public final class Hiccups implements AutoCloseable {
    /** The promise: {@code wait} bounds the whole of the waiting to within so much. */
    private static final long PROMISED_MILLIS = 100;

    /** The caller, the clock or the client's thread, and the server. */
    private static final int THREADS = 3;

    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(1);

    /** Less is what a well machine takes to wake a thread, and would add up to a bound that says nothing. */
    private static final long PAUSES_FROM = TimeUnit.MILLISECONDS.toNanos(2);

    private final Thread thread = new Thread(this::run, "hiccups");
    private final long begun = System.nanoTime();
    private volatile long looked = begun;
    private volatile long paused;
    private volatile long longest;
    private volatile boolean over;

    public Hiccups() {
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        while (!over) {
            LockSupport.parkNanos(PAUSE);
            long now = System.nanoTime();
            long late = late(now);
            paused += late;
            longest = Math.max(longest, late);
            looked = now;
        }
    }

    private long late(long now) {
        long late = now - looked - PAUSE;
        return late < PAUSES_FROM ? 0 : late;
    }

    /** That what began when this was made ends now, in time. */
    public void requireWithin(long waitMillis) {
        long now = System.nanoTime();
        long took = TimeUnit.NANOSECONDS.toMillis(now - begun);
        long machine = TimeUnit.NANOSECONDS.toMillis(paused + late(now)); // one that is not over yet counts
        assertThat(took)
                .as(
                        "milliseconds that a call with wait %d ms took, where %d more are promised"
                                + " and the machine paused each thread for %d, the longest time for %d",
                        waitMillis, PROMISED_MILLIS, machine, TimeUnit.NANOSECONDS.toMillis(longest))
                .isLessThan(waitMillis + PROMISED_MILLIS + THREADS * machine);
    }

    @Override
    public void close() {
        over = true;
    }
}
