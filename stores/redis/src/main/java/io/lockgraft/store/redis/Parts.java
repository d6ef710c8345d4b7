package io.lockgraft.store.redis;

import io.lockgraft.spi.Request;
import io.lockgraft.spi.StoreEntry;
import io.lockgraft.store.redis.script.AcquireAnswer;
import java.util.ArrayList;
import java.util.List;

/**
 * A request, divided into parts that one script can serve, which are asked in their order. An attempt that waits for a
 * part has those before it, and none behind it. Guarded by its attempt.
 */
final class Parts {
    final List<Request> all;
    private final long[] sentAt;
    private final long[] tokens;
    private StoreEntry entry;
    private int next;
    private int farthest;

    Parts(List<Request> parts) {
        this.all = parts;
        this.sentAt = new long[parts.size()];
        this.tokens = new long[parts.size()];
    }

    /** The part that is asked next. */
    Request next() {
        return all.get(next);
    }

    /** The same; it is being sent. */
    Request send() {
        sentAt[next] = System.nanoTime();
        farthest = Math.max(farthest, next);
        return all.get(next);
    }

    /** When that part was sent. */
    long askedAt() {
        return sentAt[next];
    }

    /** The part that was sent is granted. False: another one, or another time, is to be asked. */
    boolean granted(AcquireAnswer said) {
        tokens[next] = said.value;
        entry = said.entry;
        boolean last = next == all.size() - 1;
        boolean complete = last && agree();
        next = last ? 0 : next + 1;
        return complete;
    }

    /** Whether all have one token; else the greatest is asked of all of them, and the parts once more. */
    private boolean agree() {
        boolean agree = true;
        long most = tokens[0];
        for (long each : tokens) {
            agree &= each == tokens[0];
            most = Math.max(most, each);
        }
        for (int i = 0; !agree && i < tokens.length; i++) {
            all.set(i, all.get(i).withTokenAbove(most - 1));
        }
        return agree;
    }

    /** That of all, once they agree. */
    long token() {
        return tokens[0];
    }

    /** The store's entry where the grant tells it; else null. */
    StoreEntry entry() {
        return entry;
    }

    /** When the lease of the whole began, at the earliest: a part is always sent after those before it. */
    long begun() {
        return sentAt[0];
    }

    /** Before the lease of what was granted first could end, all are asked again from the first. */
    void refresh(long leaseNanos) {
        if (System.nanoTime() - sentAt[0] > leaseNanos / 4) {
            next = 0;
        }
    }

    /**
     * Takes out the parts that may be held behind the busy one. They must be given back before the attempt waits, or
     * two attempts could wait for each other.
     */
    List<Request> takeBehind() {
        List<Request> behind = new ArrayList<>(0);
        for (int i = next + 1; i <= farthest; i++) {
            behind.add(all.get(i));
        }
        farthest = next;
        return behind;
    }
}
