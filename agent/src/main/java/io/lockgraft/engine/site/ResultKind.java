package io.lockgraft.engine.site;

/** When the work of a result is done that a method returns before that. */
public enum ResultKind {
    /** When it is completed. */
    FOLLOWED,
    /** With each subscription anew, and not before the first. */
    SUBSCRIBED,
    /** Each time that it is called. */
    CALLED
}
