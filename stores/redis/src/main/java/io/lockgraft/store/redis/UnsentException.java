package io.lockgraft.store.redis;

/** A command that was never sent, because there was no connection for it in time. */
final class UnsentException extends Exception {
    private static final long serialVersionUID = 1L;

    UnsentException(String message) {
        this(message, null);
    }

    UnsentException(String message, Throwable cause) {
        super(message, cause, false, false);
    }
}
