package io.lockgraft.api;

/** A part of the key is null, blank or cannot be computed. The method's body did not run. */
public final class LockKeyException extends LockException {
    private static final long serialVersionUID = 1L;

    public LockKeyException(String rule, String message, Throwable cause) {
        super(rule, message, cause);
    }
}
