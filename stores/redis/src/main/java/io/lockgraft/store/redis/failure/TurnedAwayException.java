package io.lockgraft.store.redis.failure;

import org.redisson.client.RedisConnectionException;

/** The server has closed a connection before it was made. */
public final class TurnedAwayException extends RedisConnectionException {
    private static final long serialVersionUID = 1L;

    /** The error that it answered with before; empty where there was none. */
    final String said;

    /** @param said null or empty where there was none */
    public TurnedAwayException(String message, String said) {
        super(message);
        this.said = said == null ? "" : said;
    }
}
