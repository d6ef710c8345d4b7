package io.lockgraft.testing.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What calls that are over have left in Redis. */
public final class Leftovers {
    /** Of owners that have been given up: what refuses their late commands, and goes by itself. */
    private static final String TOMBSTONE = ":lockgraft#abandoned:";

    /** By which a compound recognises its members. */
    private static final String ENTRY = ":lockgraft#store";

    /** The last fence token of a lock: the next one must be greater, however long it was free. */
    private static final String TOKENS = "redisson_lock_token";

    /** On which Sentinels hear of each other. */
    private static final String SENTINELS = "__sentinel__:hello";

    /** The usual one. A text beside a lock goes with it, where the connection that it is removed by has broken. */
    private static final Duration LEASE = Duration.ofSeconds(30);

    private Leftovers() {}

    /** All keys, under whatever name, but for what must outlive locks and what {@link SlowLoading} loads. */
    public static Set<String> keys(RedisServer server) {
        Set<String> keys = server.keys("*");
        keys.removeIf(key ->
                key.contains(TOMBSTONE) || key.endsWith(ENTRY) || key.startsWith(TOKENS) || key.startsWith("data:"));
        return keys;
    }

    /** The channels that anybody listens on, and how many do. */
    public static Map<String, Long> subscriptions(RedisServer server) {
        Map<String, Long> listeners = new TreeMap<>();
        for (String kind : server.hasShardedChannels() ? new String[] {"", "SHARD"} : new String[] {""}) {
            for (Object channel : (List<?>) server.command("PUBSUB", kind + "CHANNELS")) {
                List<?> numbered = (List<?>) server.command("PUBSUB", kind + "NUMSUB", (String) channel);
                listeners.put((String) channel, (Long) numbered.get(1));
            }
        }
        listeners.remove(SENTINELS);
        return listeners;
    }

    /** What there is of these locks on all of these: keys and channels that are named after one of them. */
    public static Set<String> of(Collection<String> locks, Collection<RedisServer> servers) {
        Set<String> left = new TreeSet<>();
        for (RedisServer server : servers) {
            left.addAll(keys(server));
            left.addAll(subscriptions(server).keySet());
        }
        left.removeIf(name -> locks.stream().noneMatch(name::contains));
        return left;
    }

    /** Waits until there is neither a lock nor a subscription: no longer than the usual lease of its users. */
    public static void awaitNone(RedisServer server) {
        awaitNone(Collections.singletonList(server));
    }

    /** The same of all of these that are running. */
    public static void awaitNone(Collection<RedisServer> servers) {
        for (RedisServer server : servers) {
            if (server.isAlive()) {
                await("nothing is left on " + server.address())
                        .atMost(LEASE.plusSeconds(10))
                        .ignoreExceptionsInstanceOf(IllegalStateException.class) // it loads, or has no master yet
                        .untilAsserted(() -> {
                            assertThat(keys(server)).as("keys").isEmpty();
                            assertThat(subscriptions(server)).as("listeners").isEmpty();
                        });
                assertThat(endless(server)).as("what never goes by itself").isEmpty();
            }
        }
    }

    /** A replica cannot be asked for it in a cluster, and it has what its master has. */
    private static Set<String> endless(RedisServer server) {
        if (!server.info("replication", "role").equals("master")) {
            return Collections.emptySet();
        }
        Set<String> endless = new TreeSet<>(server.keys("*" + TOMBSTONE + "*"));
        endless.removeIf(key -> (Long) server.command("PTTL", key) != -1); // -2: it has gone
        return endless;
    }
}
