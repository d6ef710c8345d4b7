package io.lockgraft.store.redis.failure;

import org.redisson.client.RedisConnectionException;

/** The server has closed a connection before it was made. */
public final class TurnedAwayException extends RedisConnectionException {
    private static final long serialVersionUID = 1L;

    private final String said;

    /** @param said the error that it answered with before; null or empty where there was none */
    public TurnedAwayException(String message, String said) {
        super(message);
        this.said = said;
    }

    /** Empty where it said nothing. */
    String said() {
        return said == null ? "" : said;
    }
}
