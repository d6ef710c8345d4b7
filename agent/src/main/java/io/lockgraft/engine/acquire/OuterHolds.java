package io.lockgraft.engine.acquire;

import io.lockgraft.engine.hold.Hold;

/** The holds around a call that its thread does not show. */
public interface OuterHolds {
    /** The good hold on this key, or null. */
    Hold holdOf(String key);
}
