package io.lockgraft.store.etcd;

import io.lockgraft.spi.table.Claim;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** An owner's entry under a key, as this JVM knows it. Changed by one question at a time. */
final class Place {
    final String key;

    /** Of the entry. */
    final String name;

    /** The claim that has asked last: of one owner, any is as good as another. */
    volatile Claim claim;

    /** The entry's own, while the key is held; null before. */
    volatile EtcdLease lease;

    /** False as long as etcd cannot have its entry: no write of it was sent, and none was seen there. */
    volatile boolean written;

    /** The lease of this JVM's places by which the entry waits; 0 where it does not. */
    volatile long waitsBy;

    /** Leases by which a write was sent that may arrive later: they are revoked before anyone forgets it. */
    final Set<Long> unsure = ConcurrentHashMap.newKeySet();

    volatile boolean held;
    volatile boolean lost;

    /** etcd's revision at which it got the key: what went before was another entry of this name. */
    private volatile long heldFrom;

    /** It is given back, or ends by itself: that its entry goes is no news. */
    volatile boolean ends;

    /** True if it has an end, by System.nanoTime, after which nothing asks for it any more. */
    private volatile boolean forgets;

    private volatile long forgotten;

    /** The first of the fence tokens that its owner has, and how many; 0 for none. */
    volatile long token;

    volatile int tokens;

    Place(String key, String name) {
        this.key = key;
        this.name = name;
    }

    /** The entry's own lease is this one. */
    boolean hasLease(long id) {
        return lease != null && lease.id == id;
    }

    /** It has got the key by a write at this revision. */
    void hold(long revision) {
        heldFrom = revision;
        held = true;
    }

    /** An entry of its name was deleted at this revision: true if that is its own, and news. */
    boolean isLostBy(long revision) {
        return held && !ends && revision > heldFrom;
    }

    boolean waits() {
        return !held && !lost && !ends && claim.waits();
    }

    /** Nothing asks for it when this time is over. */
    void forgetsIn(long nanos) {
        forgotten = System.nanoTime() + nanos;
        forgets = true;
    }

    /**
     * True if it has had its end, so many nanoseconds ago. A claim that is over is given back for one lease more. In an
     * outage such a give-back may never reach the table, so the sweep itself looks at the claim.
     */
    boolean isForgotten(long nanos) {
        if (!forgets && claim.isOver()) {
            forgetsIn(claim.request().leaseNanos());
        }
        return forgets && forgotten + nanos - System.nanoTime() < 0;
    }

    void lose(String why) {
        lost = true;
        forgetsIn(0);
        claim.tellLost(why);
    }
}
