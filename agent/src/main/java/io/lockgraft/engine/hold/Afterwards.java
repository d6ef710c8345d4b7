package io.lockgraft.engine.hold;

/** What becomes of a lease whose call has ended. */
public enum Afterwards {
    /** The next call has it, or is offered it. */
    HANDED_OVER,
    /** It stays here for a call that comes. */
    LINGERS,
    /** The store gets it back. */
    GOES_BACK
}
