package io.lockgraft.store.redis.failure;

/** A command was sent and its answer lost: the server may have executed it, or may do so later. */
public final class AnswerLostException extends Exception {
    private static final long serialVersionUID = 1L;

    public AnswerLostException(String message) {
        super(message, null, false, false);
    }
}
