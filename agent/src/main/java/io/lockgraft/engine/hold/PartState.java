package io.lockgraft.engine.hold;

/** State of a hold's part in a lease. All but the first two are final. */
public enum PartState {
    /** The store gave it, or confirmed it, within its lease. */
    HELD,
    /** The same, and its call has entered: it is told of when that ends. */
    ENTERED,
    /** The store said that it is not ours, or its lease ended without a confirmation. */
    LOST,
    /** Given back while its method still ran, which had held it for {@code hold.atMost}. */
    RELEASED_EARLY,
    /** Given back, or passed on. */
    RELEASED;

    public boolean isOver() {
        return this != HELD && this != ENTERED;
    }
}
