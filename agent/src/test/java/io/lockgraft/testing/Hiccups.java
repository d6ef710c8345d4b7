package io.lockgraft.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * For how long the machine kept a thread from running that wanted to, from when this was made: what nobody can promise
 * to be faster than. One thread asks to be woken after a millisecond, again and again, and remembers its longest delay
 * beyond that.
 */
public final class Hiccups implements AutoCloseable {
    /** The promise: {@code wait} bounds the whole of the waiting to within so much. */
    private static final long PROMISED_MILLIS = 100;

    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(1);

    private final Thread thread = new Thread(this::run, "hiccups");
    private final long begun = System.nanoTime();
    private volatile long looked = begun;
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
            longest = Math.max(longest, now - looked - PAUSE);
            looked = now;
        }
    }

    /** So far; one that is not over yet counts. */
    private long longestMillis() {
        long current = System.nanoTime() - looked - PAUSE;
        return TimeUnit.NANOSECONDS.toMillis(Math.max(longest, current));
    }

    /** That what began when this was made ends now, in time. */
    public void requireWithin(long waitMillis) {
        long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
        long paused = longestMillis();
        assertThat(took)
                .as(
                        "milliseconds that a call with wait %d ms took, where %d more are promised"
                                + " and the machine paused for %d",
                        waitMillis, PROMISED_MILLIS, paused)
                .isLessThan(waitMillis + PROMISED_MILLIS + paused);
    }

    @Override
    public void close() {
        over = true;
    }
}
