package io.lockgraft.store.etcd;

import java.util.concurrent.TimeUnit;

/** A lease that this JVM was granted. Threads may share it. */
final class Lease {
    /** It is not begun anew more often. */
    static final long YOUNG = TimeUnit.SECONDS.toNanos(1);

    final long id;

    /** How long it lasts. */
    final long seconds;

    /** When the request that last began it was sent, by System.nanoTime. Its time is over no earlier after that. */
    private volatile long begun;

    Lease(long id, long seconds, long begun) {
        this.id = id;
        this.seconds = seconds;
        this.begun = begun;
    }

    /** No longer than {@link #YOUNG} has passed since it was begun. */
    boolean isYoung() {
        return System.nanoTime() - begun < YOUNG;
    }

    /** A request that was sent at this time has begun it anew. */
    void begunAt(long sent) {
        begun = sent;
    }
}
