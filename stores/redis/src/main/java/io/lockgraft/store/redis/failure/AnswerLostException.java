package io.lockgraft.store.redis.failure;

/** A command was sent and nobody can tell any more whether the server has executed it, or will. */
public final class AnswerLostException extends Exception {
    private static final long serialVersionUID = 1L;

    public AnswerLostException(String message) {
        super(message, null, false, false);
    }
}
