package io.lockgraft.store.redis.failure;

/** A command that was never sent, because there was no connection for it in time. */
public final class UnsentException extends Exception {
    private static final long serialVersionUID = 1L;

    public UnsentException(String message) {
        this(message, null);
    }

    public UnsentException(String message, Throwable cause) {
        super(message, cause, false, false);
    }
}
