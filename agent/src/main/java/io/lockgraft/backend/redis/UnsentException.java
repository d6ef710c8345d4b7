package io.lockgraft.backend.redis;

/** A command that was never sent, because no connection became free for it in time. */
final class UnsentException extends Exception {
    private static final long serialVersionUID = 1L;

    UnsentException(String message) {
        super(message, null, false, false);
    }
}
