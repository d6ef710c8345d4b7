package io.lockgraft.store.redis.settings;

import static io.lockgraft.spi.settings.Setting.of;

import io.lockgraft.spi.settings.SettingTable;
import io.lockgraft.spi.settings.TlsSettings;
import java.util.Arrays;
import java.util.List;

/** The settings of {@code redis} and of the mappings in it. */
public final class RedisTables {
    static final SettingTable REDIS = new SettingTable(
            "redis.",
            "in 'redis'",
            of("address", "redis:// or rediss://, host and port")
                    .orOption("lockgraft.redis.address")
                    .elsewhere("url", "uri", "host"),
            of("username", "the user of the server's ACL")
                    .orOption("lockgraft.redis.username")
                    .elsewhere("user"),
            of("password", "the password").orOption("lockgraft.redis.password"),
            of("database", "the number of the database").orOption("lockgraft.redis.database"),
            of("timeout", "how long one command may take").orOption("lockgraft.redis.timeout"),
            of("tls", "whom a rediss:// connection trusts"),
            of("config", "a whole Redisson configuration"),
            of("sentinel", "servers watched by Sentinel"),
            of("cluster", "a Redis Cluster"),
            of("replicated", "a primary and replicas that the hoster fails over"),
            of("quorum", "independent servers of which most must agree"),
            of("replicas", "how many replicas must confirm a grant"),
            of("notify", "how a waiter hears that a key is free"),
            of("connect", "when the connection is made"));

    static final SettingTable TLS = TlsSettings.table("redis");

    static final SettingTable SENTINEL = new SettingTable(
            "redis.sentinel.",
            "in 'redis.sentinel'",
            of("master", "the name that Sentinel gives the servers"),
            of("addresses", "the Sentinels"));

    static final SettingTable CLUSTER =
            new SettingTable("redis.cluster.", "in 'redis.cluster'", of("addresses", "some of the cluster's nodes"));

    static final SettingTable REPLICATED =
            new SettingTable("redis.replicated.", "in 'redis.replicated'", of("addresses", "all of the servers"));

    private RedisTables() {}

    /** The table of {@code redis} first. */
    public static List<SettingTable> all() {
        return Arrays.asList(REDIS, TLS, SENTINEL, CLUSTER, REPLICATED);
    }
}
