package io.lockgraft.store.redis.failure;

/** The server has granted or released, and may lose that in a failover: its replicas have not confirmed it. */
public final class UnconfirmedException extends Exception {
    private static final long serialVersionUID = 1L;

    /** @param cause what will not pass by itself, or null */
    public UnconfirmedException(String message, Throwable cause) {
        super(message, cause, false, false);
    }
}
