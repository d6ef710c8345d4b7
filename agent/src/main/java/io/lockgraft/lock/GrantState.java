package io.lockgraft.lock;

/** How sure we are of a grant. */
enum GrantState {
    /** The store gave it, or confirmed it, within its lease. */
    HELD,
    /** Still within its lease, but the last renewal was not answered, or failed. */
    AT_RISK,
    /** The store said that it is not ours, or its lease ended without a confirmation. Final. */
    LOST,
    /** Given back while its method still ran, which had held it for {@code hold.atMost}. Final. */
    RELEASED_EARLY,
    /** Given back. Final. */
    RELEASED;

    boolean canBecome(GrantState next) {
        switch (this) {
            case HELD:
                return next != HELD;
            case AT_RISK:
                return next != AT_RISK;
            default:
                return false;
        }
    }

    boolean isOver() {
        return this == LOST || this == RELEASED_EARLY || this == RELEASED;
    }
}
