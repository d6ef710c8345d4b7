package io.lockgraft.store.compound;

import io.lockgraft.spi.thread.Clock;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * One round of asking all servers: once most have answered, the others are not waited for much longer. Guarded by its
 * attempt.
 */
final class Round {
    /** When most have answered, the others have twice that time more to change the result, and at least this. */
    private static final long HURRY = TimeUnit.MILLISECONDS.toNanos(20);

    private final long began = System.nanoTime();
    private boolean hurried;
    private Future<?> hurry;

    long began() {
        return began;
    }

    /** Whether those that have not answered are waited for no more. */
    boolean isHurried() {
        return hurried;
    }

    void hurry() {
        hurried = true;
    }

    /**
     * Most have answered.
     *
     * @param patience how long they are waited for at least: one of them may have the queue
     * @param then to {@link #hurry} this round
     */
    void hurrySoon(Clock clock, long patience, Runnable then) {
        if (hurry == null) {
            hurry = clock.after(Math.max(Math.max(HURRY, patience), 2 * (System.nanoTime() - began)), then);
        }
    }

    void end() {
        Clock.cancel(hurry);
    }
}
