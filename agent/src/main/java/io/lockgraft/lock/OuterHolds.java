package io.lockgraft.lock;

/** The holds around a call that its thread does not show. */
interface OuterHolds {
    /** The good hold on this key, or null. */
    Hold holdOf(String key);
}
