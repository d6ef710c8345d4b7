package io.lockgraft.spi.thread;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** The pauses between questions without an answer, each about twice as long as the one before, in nanoseconds. */
public final class Pauses {
    private static final long FIRST = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long LONGEST = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long SHORTEST_LOOK = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long LONGEST_LOOK = TimeUnit.MILLISECONDS.toNanos(50);

    private long next = FIRST;

    public long next() {
        long now = next;
        next = Math.min(2 * next, LONGEST);
        return jittered(now);
    }

    /** There was an answer. */
    public void reset() {
        next = FIRST;
    }

    /** Before the next look of one that has waited so long: a quarter of that, between 10 and 50 ms, about. */
    public static long whileWaiting(long waited) {
        return jittered(Math.max(SHORTEST_LOOK, Math.min(waited / 4, LONGEST_LOOK)));
    }

    /** Between 75 % and 125 %: what waits for one key in many JVMs must not ask in step. */
    public static long jittered(long nanos) {
        return nanos - nanos / 4 + ThreadLocalRandom.current().nextLong(nanos / 2 + 1);
    }
}
