package io.lockgraft.engine.later;

/** A transaction or a result whose end cannot be seen: what was to keep a hold until then does not. */
public final class NotFollowedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** @param what the message */
    public NotFollowedException(String what) {
        super(what);
    }

    /** @param what the message, as part of a sentence: {@code the transactions of JTA cannot be followed} */
    public NotFollowedException(String what, Throwable why) {
        super(what + ": " + why, why);
    }
}
