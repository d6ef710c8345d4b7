package io.lockgraft.store.redis.failure;

/** The answer to a script cannot be read: the server may have executed it. */
public final class UnreadableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UnreadableException() {
        super("the answer of the lock server cannot be read", null, false, false);
    }
}
