package io.lockgraft.store.redis;

import io.lockgraft.spi.Request;
import io.lockgraft.store.redis.script.Acquired;
import java.util.ArrayList;
import java.util.List;

/**
 * A request, divided into what one script can serve: which part is asked next, and what came of those before. They are
 * asked in their order; who waits for one has those before it and, of those behind it, nothing. Guarded by its attempt.
 */
final class Parts {
    private final List<Request> parts;
    private final long[] sentAt;
    private final long[] tokens;
    private int next;
    private int farthest;

    Parts(List<Request> parts) {
        this.parts = parts;
        this.sentAt = new long[parts.size()];
        this.tokens = new long[parts.size()];
    }

    List<Request> all() {
        return parts;
    }

    /** The part whose turn it is. */
    Request next() {
        return parts.get(next);
    }

    /** The same; it is being sent. */
    Request send() {
        sentAt[next] = System.nanoTime();
        farthest = Math.max(farthest, next);
        return parts.get(next);
    }

    /** When that part was sent. */
    long askedAt() {
        return sentAt[next];
    }

    /** The part that was sent is granted. False: another one, or another time, is to be asked. */
    boolean granted(Acquired said) {
        tokens[next] = said.value;
        boolean last = next == parts.size() - 1;
        boolean complete = last && agree();
        next = last ? 0 : next + 1;
        return complete;
    }

    /** Whether all have one token; else the greatest is asked of all of them, and the parts once more. */
    private boolean agree() {
        long least = tokens[0];
        long most = tokens[0];
        for (long each : tokens) {
            least = Math.min(least, each);
            most = Math.max(most, each);
        }
        if (least == most) {
            return true;
        }
        for (int i = 0; i < tokens.length; i++) {
            parts.set(i, parts.get(i).withTokenAbove(most - 1));
        }
        return false;
    }

    /** That of all, once they agree. */
    long token() {
        return tokens[0];
    }

    /** When the lease of the whole began, at the earliest. */
    long begun() {
        long begun = sentAt[0];
        for (long each : sentAt) {
            begun = each - begun < 0 ? each : begun;
        }
        return begun;
    }

    /** Before the lease of what was granted first could end, all are asked again from the first. */
    void refresh(long leaseNanos) {
        if (System.nanoTime() - sentAt[0] > leaseNanos / 4) {
            next = 0;
        }
    }

    /**
     * What may be held behind the part that turned out to be busy, though it had been granted before: it is taken out
     * of here, and must be given back before anybody waits, or two could wait for each other.
     */
    List<Request> takeBehind() {
        List<Request> behind = new ArrayList<>(0);
        for (int i = next + 1; i <= farthest; i++) {
            behind.add(parts.get(i));
        }
        farthest = next;
        return behind;
    }
}
