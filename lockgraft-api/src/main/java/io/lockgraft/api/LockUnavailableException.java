package io.lockgraft.api;

/** The lock server could not say whether the key is free. The method's body did not run. */
public final class LockUnavailableException extends LockException {
    private static final long serialVersionUID = 1L;

    public LockUnavailableException(String rule, String message, Throwable cause) {
        super(rule, message, cause);
    }
}
