package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.RedisServer;
import io.lockgraft.testing.RespClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;

/** Looks for what calls that are over may have left: in Redis, threads that are stuck in the agent, and threads of its own. */
final class Orphans {
    /** Of owners that have been given up: what refuses their late commands, and goes by itself. */
    private static final String TOMBSTONE = ":abandoned:";

    /** The last fence token of a lock: the next one must be greater, however long nobody held it. */
    private static final String TOKENS = "redisson_lock_token";

    /** Beside a lock for which somebody waits. */
    private static final List<String> QUEUE = List.of(":waiting", ":heard");

    /** Of {@link io.lockgraft.testing.SlowLoading}. */
    private static final String LOADED = "data:";

    private static final Pattern OURS = Pattern.compile("lockgraft|redisson|netty|EventLoop|EventExecutor");

    /** On which Sentinels hear of each other. */
    private static final String SENTINELS = "__sentinel__:hello";

    /** For each thing that it does for one server, of a quorum for each of its servers. */
    private static final long MOST_THREADS = 2;

    private Orphans() {}

    /** The locks that are held now. */
    static Set<String> locks(RedisServer redis) {
        return redis.keys("it:*").stream()
                .filter(key -> !key.contains(TOMBSTONE) && QUEUE.stream().noneMatch(key::endsWith))
                .collect(Collectors.toSet());
    }

    /**
     * Where the lease of a test is longer than this waits, only a release can have done it.
     *
     * @param stages in which all calls are over
     */
    static void none(RedisServer redis, StageProcess... stages) throws Exception {
        noneIn(redis);
        noneIn(List.of(stages), MOST_THREADS);
    }

    private static void noneIn(RedisServer redis) {
        Awaitility.await("no lock and no subscription is left in Redis")
                .atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> {
                    assertThat(left(redis)).isEmpty();
                    assertThat((List<?>) redis.command("PUBSUB", "CHANNELS")).allMatch(SENTINELS::equals);
                    assertThat((List<?>) redis.command("PUBSUB", "SHARDCHANNELS"))
                            .isEmpty();
                });
        for (String tombstone : redis.keys("*" + TOMBSTONE + "*")) {
            assertThat(timeToLive(redis, tombstone))
                    .as("time to live of %s; -2: it is gone", tombstone)
                    .isNotEqualTo(-1L);
        }
    }

    private static void noneIn(List<StageProcess> stages, long mostThreads) throws Exception {
        for (StageProcess stage : stages) {
            assertThat(stage.stuck())
                    .as("threads that are stuck in the gate of %s", stage.process())
                    .isEmpty();
            Awaitility.await("no more threads than calls that are over need")
                    .atMost(Duration.ofSeconds(20))
                    .untilAsserted(() -> assertThat(threads(stage))
                            .allSatisfy(
                                    (name, count) -> assertThat(count).as(name).isLessThanOrEqualTo(mostThreads)));
        }
    }

    /** A replica in a cluster lists what it has, and names its master to who asks for one of these. */
    private static Object timeToLive(RedisServer redis, String key) {
        try (RespClient client = redis.connect()) {
            if (client.command("INFO", "cluster").toString().contains("cluster_enabled:1")) {
                client.command("READONLY");
            }
            return client.command("PTTL", key);
        }
    }

    /** The same of all of these that are running. */
    static void noneOf(List<RedisServer> servers, StageProcess... stages) throws Exception {
        noneIn(servers);
        noneIn(List.of(stages), MOST_THREADS);
    }

    /** The same of a quorum of these. */
    static void noneOfQuorum(List<RedisServer> servers, List<StageProcess> stages) throws Exception {
        noneIn(servers);
        noneIn(stages, MOST_THREADS * servers.size());
    }

    private static void noneIn(List<RedisServer> servers) {
        servers.stream().filter(RedisServer::isAlive).forEach(Orphans::noneIn);
    }

    /** Those of the agent and of what it is made of, counted by their names without numbers. */
    private static Map<String, Long> threads(StageProcess stage) throws Exception {
        return stage.threads().stream()
                .filter(name -> OURS.matcher(name).find())
                .collect(Collectors.groupingBy(name -> name.replaceAll("[-\\d]+", ""), Collectors.counting()));
    }

    /** All that there is, under whatever name, but for what must outlive its lock. */
    private static Set<String> left(RedisServer redis) {
        return redis.keys("*").stream()
                .filter(key -> !key.contains(TOMBSTONE) && !key.contains(TOKENS) && !key.startsWith(LOADED))
                .collect(Collectors.toSet());
    }
}
