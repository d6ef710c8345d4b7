package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.server.Leftovers;
import io.lockgraft.testing.server.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;

/**
 * Looks for what calls that are over may have left: in Redis, threads that are stuck in the agent, and threads of its
 * own.
 */
final class Orphans {
    /** Beside a lock for which somebody waits. */
    private static final List<String> BESIDE = List.of(":lockgraft#told:", ":lockgraft#waiting", ":lockgraft#heard");

    private static final Pattern OURS = Pattern.compile("lockgraft|redisson|netty|EventLoop|EventExecutor");

    /** For each thing that it does for one server, of a quorum for each of its servers. */
    private static final long MOST_THREADS = 2;

    private Orphans() {}

    /** The locks that are held now, without what stands beside them. */
    static Set<String> locks(RedisServer redis) {
        return Leftovers.keys(redis).stream()
                .filter(key -> key.startsWith("it:") && BESIDE.stream().noneMatch(key::contains))
                .collect(Collectors.toSet());
    }

    /**
     * Where the lease of a test is longer than this waits, only a release can have done it.
     *
     * @param stages in which all calls are over
     */
    static void none(RedisServer redis, StageProcess... stages) throws Exception {
        assertThat(redis.isAlive()).as("%s is alive", redis.address()).isTrue();
        noneOf(List.of(redis), stages);
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

    /** The same of all of these that are running. */
    static void noneOf(List<RedisServer> servers, StageProcess... stages) throws Exception {
        Leftovers.awaitNone(servers);
        noneIn(List.of(stages), MOST_THREADS);
    }

    /** The same of a quorum of these. */
    static void noneOfQuorum(List<RedisServer> servers, List<StageProcess> stages) throws Exception {
        Leftovers.awaitNone(servers);
        noneIn(stages, MOST_THREADS * servers.size());
    }

    /** Those of the agent and of what it is made of, counted by their names without numbers. */
    private static Map<String, Long> threads(StageProcess stage) throws Exception {
        return stage.threads().stream()
                .filter(name -> OURS.matcher(name).find())
                .collect(Collectors.groupingBy(name -> name.replaceAll("[-\\d]+", ""), Collectors.counting()));
    }
}
