package io.lockgraft.store.etcd;

import java.util.concurrent.TimeUnit;

/** A lease of etcd's that this JVM was granted. Threads may share it. */
final class EtcdLease {
    /** It is not begun anew more often. */
    static final long YOUNG = TimeUnit.SECONDS.toNanos(1);

    final long id;

    /** How long it lasts. */
    final long seconds;

    /** When the request that last began it was sent, by System.nanoTime. Its time is over no earlier after that. */
    private volatile long begun;

    /** The term in the answer that last began it: of the last entry that the asked member had applied. */
    private volatile long term;

    EtcdLease(long id, long seconds, long begun, long term) {
        this.id = id;
        this.seconds = seconds;
        this.begun = begun;
        this.term = term;
    }

    /** No longer than {@link #YOUNG} has passed since it was begun. */
    boolean isYoung() {
        return System.nanoTime() - begun < YOUNG;
    }

    /** A request that was sent at this time has begun it anew. */
    void begunAt(long sent, long inTerm) {
        term = inTerm;
        begun = sent;
    }

    /**
     * False where etcd has had another leader since the lease was begun. Then one that was none any more may have begun
     * it: the leases of the next one began earlier.
     */
    boolean isOfTerm(long now) {
        return term == now;
    }
}
