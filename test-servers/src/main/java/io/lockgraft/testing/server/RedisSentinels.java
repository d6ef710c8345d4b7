package io.lockgraft.testing.server;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A master and two replicas under three Sentinels, which promote a replica about two seconds after the master is gone.
 */
public final class RedisSentinels implements AutoCloseable {
    /** What the Sentinels call the master. */
    public static final String MASTER = "m";

    private static final int REPLICAS = 2;
    private static final int SENTINELS = 3;

    /** Less, and on a busy machine they also replace a master that is well. */
    private static final int QUICK_MILLIS = 1_500;

    private static final int CALM_MILLIS = 60_000;

    private final ReplicatedRedis redis;
    private final int downAfterMillis;
    private final Servers sentinels = new Servers();

    private RedisSentinels(ReplicatedRedis redis, int downAfterMillis) {
        this.redis = redis;
        this.downAfterMillis = downAfterMillis;
    }

    public static RedisSentinels start(String... options) {
        return start(QUICK_MILLIS, options);
    }

    /** Sentinels that leave a master alone which does not answer for a while. */
    public static RedisSentinels startCalm(String... options) {
        return start(CALM_MILLIS, options);
    }

    private static RedisSentinels start(int downAfterMillis, String... options) {
        return Ports.choosing(() -> startOnce(downAfterMillis, options));
    }

    private static RedisSentinels startOnce(int downAfterMillis, String... options) {
        RedisSentinels all = new RedisSentinels(ReplicatedRedis.start(REPLICAS, options), downAfterMillis);
        try {
            all.startSentinels();
        } catch (RuntimeException e) {
            all.close();
            throw e;
        }
        return all;
    }

    private void startSentinels() {
        int port = redis.all().get(0).port();
        for (int i = 0; i < SENTINELS; i++) {
            sentinels.add(RedisServer.absentSentinel(
                    "sentinel monitor " + MASTER + " 127.0.0.1 " + port + " 2",
                    "sentinel down-after-milliseconds " + MASTER + " " + downAfterMillis,
                    "sentinel failover-timeout " + MASTER + " 3000",
                    "sentinel parallel-syncs " + MASTER + " 2"));
        }
        sentinels.start();
        for (RedisServer sentinel : sentinels.all()) {
            Servers.await("the Sentinels know each other and the replicas", () -> {
                List<?> master = (List<?>) sentinel.command("SENTINEL", "MASTER", MASTER);
                return field(master, "num-other-sentinels") == SENTINELS - 1 && field(master, "num-slaves") == REPLICAS;
            });
        }
    }

    private static int field(List<?> fields, String name) {
        return Integer.parseInt((String) fields.get(fields.indexOf(name) + 1));
    }

    /** The servers that hold the data. */
    public ReplicatedRedis redis() {
        return redis;
    }

    /** Where the Sentinels are. */
    public List<String> addresses() {
        return sentinels.all().stream().map(RedisServer::address).collect(Collectors.toList());
    }

    /** The master that the Sentinels name. */
    public RedisServer master() {
        List<?> address = (List<?>) sentinels.all().stream()
                .filter(RedisServer::isAlive)
                .findFirst()
                .orElseThrow(IllegalStateException::new)
                .command("SENTINEL", "GET-MASTER-ADDR-BY-NAME", MASTER);
        return redis.all().stream()
                .filter(server -> Integer.toString(server.port()).equals(address.get(1)))
                .findFirst()
                .orElseThrow(IllegalStateException::new);
    }

    /** Waits until another than this one is the master, and says so itself. */
    public RedisServer awaitMasterOtherThan(RedisServer old) {
        Servers.await("another master is there", () -> {
            RedisServer now = master();
            return now != old
                    && now.isAlive()
                    && now.info("replication", "role").equals("master");
        });
        return master();
    }

    /**
     * Waits until all Sentinels name this master and have nothing under way: while one of them still moves the replicas
     * it takes minutes until the death of the new master is seen to.
     */
    public void awaitAgreementOn(RedisServer master) {
        for (RedisServer sentinel : sentinels.all()) {
            Servers.await("all Sentinels have the same master, and are done with it", () -> {
                List<?> fields = (List<?>) sentinel.command("SENTINEL", "MASTER", MASTER);
                return field(fields, "port") == master.port()
                        && fields.get(fields.indexOf("flags") + 1).equals("master");
            });
        }
    }

    /** Asks the Sentinels for another master although this one is well, and waits for it. */
    public RedisServer failover() {
        RedisServer old = master();
        Servers.await(
                "a Sentinel begins a failover",
                () -> "OK".equals(sentinels.all().get(0).command("SENTINEL", "FAILOVER", MASTER)));
        return awaitMasterOtherThan(old);
    }

    @Override
    public void close() {
        try {
            sentinels.close();
        } finally {
            redis.close();
        }
    }
}
