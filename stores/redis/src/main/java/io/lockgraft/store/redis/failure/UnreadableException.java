package io.lockgraft.store.redis.failure;

/** What came as a script's answer is none: nobody knows what the server has done. */
public final class UnreadableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UnreadableException() {
        super("the answer of the lock server cannot be read", null, false, false);
    }
}
