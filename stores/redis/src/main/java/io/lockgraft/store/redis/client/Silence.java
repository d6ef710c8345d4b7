package io.lockgraft.store.redis.client;

import java.util.concurrent.TimeUnit;

/** For how long a server has answered nothing that was asked of it. What failed long ago does not count. */
public final class Silence {
    private static final long FORGOTTEN = TimeUnit.SECONDS.toNanos(10);

    private long since;
    private long last;
    private volatile boolean quiet = true;
    private volatile long latest = System.nanoTime();

    /** It has said something. Costs a look where that is as usual. */
    void heard() {
        if (!quiet) {
            synchronized (this) {
                quiet = true;
            }
        }
    }

    /**
     * It has not, or cannot be asked.
     *
     * @param began when this was asked
     * @return since when it has been so, in nanoseconds before now
     */
    synchronized long missed(long began, long now) {
        if (quiet || now - last > FORGOTTEN) {
            since = began;
        }
        quiet = false;
        last = now;
        latest = began;
        return now - since;
    }

    /** Whether something that was asked after that time has had no answer, and nothing else has had one since. */
    boolean isSilentSince(long time) {
        return !quiet && latest - time > 0;
    }

    /** Whether nothing is missing. */
    boolean isOver() {
        return quiet;
    }
}
