package io.lockgraft.store.redis.settings;

import io.lockgraft.spi.settings.Position;
import io.lockgraft.spi.settings.TlsSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** How to reach the lock server, or servers. Does not change once it is built. */
public final class RedisSettings {
    static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(3);

    private final Topology topology;
    private Position position = new Position("rules.yaml", 1, 1);
    private String username;
    private String password;
    private int database;
    private Duration timeout = DEFAULT_TIMEOUT;
    private TlsSettings tls;
    private int replicas;
    private boolean polls;
    private boolean early = true;

    private RedisSettings(Topology topology) {
        this.topology = topology;
    }

    public static Builder of(Topology topology) {
        return new Builder(topology);
    }

    public Topology topology() {
        return topology;
    }

    /** Or null. */
    public String username() {
        return username;
    }

    /** Or null. Never logged. */
    public String password() {
        return password;
    }

    /** All that no line of the log may show. */
    public List<String> secrets() {
        return TlsSettings.secrets(password, tls);
    }

    public int database() {
        return database;
    }

    /** How long one command may take before the server counts as not answering. */
    public Duration timeout() {
        return timeout;
    }

    /** What differs from the JVM's own trust when the addresses are rediss://, or null. */
    public TlsSettings tls() {
        return tls;
    }

    /** How many replicas must confirm a grant; 0 for none. */
    public int replicas() {
        return replicas;
    }

    /** Whether a waiter asks again and again, for servers with an ACL that forbids subscriptions. */
    public boolean polls() {
        return polls;
    }

    /** Whether the connection is made before the first locked call. */
    public boolean connectsEarly() {
        return early;
    }

    public Position position() {
        return position;
    }

    /** For each server of a quorum its own settings, as if it were the only one. */
    public List<RedisSettings> members() {
        List<RedisSettings> members = new ArrayList<>();
        for (String address : topology.addresses) {
            Builder member = new Builder(Topology.single(address)).at(position);
            member.username(username).password(password).database(database);
            member.timeout(timeout).tls(tls).replicas(replicas).polling(polls);
            members.add(member.build());
        }
        return members;
    }

    /** The servers as a log may name them: without user and password. */
    @Override
    public String toString() {
        return topology.toString();
    }

    /** Collects the settings of one object; what is not set has the documented default. */
    public static final class Builder {
        private final RedisSettings settings;

        private Builder(Topology topology) {
            settings = new RedisSettings(topology);
        }

        public Builder at(Position position) {
            settings.position = position;
            return this;
        }

        public Builder username(String username) {
            settings.username = username;
            return this;
        }

        public Builder password(String password) {
            settings.password = password;
            return this;
        }

        public Builder database(int database) {
            settings.database = database;
            return this;
        }

        public Builder timeout(Duration timeout) {
            settings.timeout = timeout;
            return this;
        }

        public Builder tls(TlsSettings tls) {
            settings.tls = tls;
            return this;
        }

        public Builder replicas(int replicas) {
            settings.replicas = replicas;
            return this;
        }

        public Builder polling(boolean polls) {
            settings.polls = polls;
            return this;
        }

        public Builder connectingEarly(boolean early) {
            settings.early = early;
            return this;
        }

        public RedisSettings build() {
            return settings;
        }
    }
}
