package io.lockgraft.engine.lease;

import io.lockgraft.engine.hold.LeasePart;
import java.util.Collection;
import java.util.Collections;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The holds of one store that have lost their lease, or gave it back early, and whose calls run on. No gate has them
 * any more. Kept for reports. A call that ends well does not come here. Bounded, for work may never end.
 */
public final class LostHolds {
    private static final int MOST = 10_000;

    private final Set<LeasePart> parts = ConcurrentHashMap.newKeySet();

    /** Adds a hold whose lease has gone. A call that ends meanwhile is seen here to be over, or removes its part. */
    void add(LeasePart part) {
        if (parts.size() < MOST) {
            parts.add(part);
        }
        if (part.isOver()) {
            parts.remove(part);
        }
    }

    /** Removes a hold that is over, if it is here. */
    void remove(LeasePart part) {
        parts.remove(part);
    }

    /** Those that are here now; some may end meanwhile. */
    public Collection<LeasePart> all() {
        return Collections.unmodifiableSet(parts);
    }
}
