package io.lockgraft.spi.table;

import io.lockgraft.spi.Request;
import java.util.List;

/** Which of its keys an attempt has, and since when. Used by one thread at a time. */
final class KeysInHand {
    private final List<String> keys;

    /** Their leases begin anew this often while the attempt takes the next keys, or waits for one. */
    private final long careNanos;

    private int count;

    /** True if the attempt may have the next key, or a place in its queue. */
    private boolean maybeNext;

    /** True if the leases are to begin anew before all is granted. */
    private boolean stale;

    private long sentAt;
    private long caredAt;

    KeysInHand(Request request) {
        this.keys = request.keys();
        this.careNanos = request.leaseNanos() / 3;
    }

    boolean isAll() {
        return count == keys.size();
    }

    String next() {
        return keys.get(count);
    }

    List<String> list() {
        return keys.subList(0, count);
    }

    /** Those that have to be given back. */
    List<String> maybe() {
        return keys.subList(0, Math.min(count + (maybeNext ? 1 : 0), keys.size()));
    }

    /** When the oldest of the leases began, by System.nanoTime. */
    long sentAt() {
        return sentAt;
    }

    boolean isCareDue() {
        return isAll() ? stale : count > 0 && System.nanoTime() - caredAt >= careNanos;
    }

    /** A pause of this many nanoseconds, or a shorter one where the leases need it. */
    long pause(long nanos) {
        return count > 0 ? Math.min(nanos, careNanos) : nanos;
    }

    /** It has the next key, too. */
    void taken(long sent) {
        if (count == 0) {
            sentAt = sent;
            caredAt = sent;
        }
        count++;
        maybeNext = false;
    }

    /** @param waits whether it may have a place in the queue of the next key */
    void refused(boolean waits) {
        maybeNext = waits;
        stale |= count > 0;
    }

    /** @param next whether a question about the next key may have had an effect */
    void unknown(boolean next) {
        maybeNext |= next;
        stale |= count > 0;
    }

    /** All leases have begun anew. The next time is counted from the answer, so that a slow table gets on meanwhile. */
    void extended(long sent) {
        caredAt = System.nanoTime();
        sentAt = sent;
        stale &= !isAll();
    }

    /** One was lost, and it has given back the others. */
    void none() {
        count = 0;
        maybeNext = false;
        stale = false;
    }
}
