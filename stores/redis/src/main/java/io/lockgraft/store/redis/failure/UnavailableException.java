package io.lockgraft.store.redis.failure;

/** Why the server could not say, in one line for a person; the failure itself only where the log is at debug. */
public final class UnavailableException extends Exception {
    private static final long serialVersionUID = 1L;

    UnavailableException(String message, Throwable cause) {
        super(message, cause, false, false);
    }
}
