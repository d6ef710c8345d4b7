package io.lockgraft.store.redis;

/** The server has granted or taken back, and may lose that in a failover, for its replicas have not said that they have it. */
final class UnconfirmedException extends Exception {
    private static final long serialVersionUID = 1L;

    /** @param cause what will not pass by itself, or null */
    UnconfirmedException(String message, Throwable cause) {
        super(message, cause, false, false);
    }
}
