package io.lockgraft.rules;

import java.time.Duration;

/** How to reach the lock server: the short form, or the path of a whole Redisson configuration. */
public final class RedisSettings {
    private final String address;
    private final String username;
    private final String password;
    private final int database;
    private final Duration timeout;
    private final TlsSettings tls;
    private final String config;
    private final Position position;

    public RedisSettings(
            String address,
            String username,
            String password,
            int database,
            Duration timeout,
            String config,
            Position position) {
        this(address, username, password, database, timeout, null, config, position);
    }

    /**
     * @param address redis:// or rediss://; null where {@code config} is set
     * @param tls what differs from the JVM's own trust; null for nothing
     * @param config the path of a redisson.yaml, resolved against the rules file's folder; null where address is set
     */
    public RedisSettings(
            String address,
            String username,
            String password,
            int database,
            Duration timeout,
            TlsSettings tls,
            String config,
            Position position) {
        this.address = address;
        this.username = username;
        this.password = password;
        this.database = database;
        this.timeout = timeout;
        this.tls = tls;
        this.config = config;
        this.position = position;
    }

    /** redis://host:port or rediss://host:port, always with its port and without a user; null where config is set. */
    public String address() {
        return address;
    }

    /** Or null. */
    public String username() {
        return username;
    }

    /** Or null. Never logged. */
    public String password() {
        return password;
    }

    public int database() {
        return database;
    }

    /** How long one command may take before the server counts as not answering. */
    public Duration timeout() {
        return timeout;
    }

    /** What differs from the JVM's own trust when the address is rediss://, or null. */
    public TlsSettings tls() {
        return tls;
    }

    /** The path of a whole Redisson configuration, or null. */
    public String config() {
        return config;
    }

    public Position position() {
        return position;
    }

    /** The server as a log may name it: without user and password. */
    @Override
    public String toString() {
        return config != null ? config : address;
    }
}
