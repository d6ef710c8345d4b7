package io.lockgraft.store.redis;

import static io.lockgraft.store.redis.Locks.answer;
import static io.lockgraft.store.redis.Locks.grant;
import static io.lockgraft.store.redis.Locks.granted;
import static io.lockgraft.store.redis.Locks.release;
import static io.lockgraft.store.redis.Locks.request;
import static io.lockgraft.store.redis.Locks.settings;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Request;
import io.lockgraft.store.redis.settings.RedisSettings;
import io.lockgraft.store.redis.settings.Topology;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.server.Leftovers;
import io.lockgraft.testing.server.RedisCluster;
import io.lockgraft.testing.server.RedisServer;
import io.lockgraft.testing.server.TcpProxy;
import io.lockgraft.testing.store.Renewals;
import io.lockgraft.testing.store.Rivals;
import io.lockgraft.testing.store.TestContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys that are named as what lies beside other keys: each is a lock of its own, and disturbs no other. */
@Timeout(300)
@FailsWithout("`LockNames` and `SideKeys#MARK` keep the names beside one key apart from all other keys")
final class NeighbourKeysTest {
    private static final String UUID = "8b1f0cb0-0fd4-4b5e-a0a2-4a3f1b2c3d4e";

    /** Its owner is one of a {@link TestContext}. */
    private static final Pattern TOMBSTONE =
            Pattern.compile(".*:lockgraft#abandoned:host-\\d+:\\d+:[0-9a-f]+:\\d+([:{]+\\d{6}}?)?", Pattern.DOTALL);

    private static final String[] BASES = {"42", "{42}", "a}b", "a{b", "a{}b", "}{x}", "{x}y"};

    private static final String[] PREFIXES = {
        "redisson_lock_token:",
        "redisson_lock_queue:",
        "redisson_lock_timeout:",
        "redisson_rwlock:",
        "redisson_lock__channel:",
        "redisson_unlock_latch:"
    };

    private static final String[] SUFFIXES = {
        ":waiting",
        ":heard",
        ":numbers",
        ":token",
        ":abandoned:" + UUID + ":1",
        ":" + UUID + ":1:rwlock_timeout:1",
        ":lockgraft#waiting",
        ":lockgraft#heard",
        ":lockgraft#numbers",
        ":lockgraft#abandoned:" + UUID + ":1",
        ":lockgraft#key2",
        ":lockgraft#"
    };

    @ParameterizedTest
    @ValueSource(strings = {"42:waiting", "42:heard", "redisson_lock_token:{42}"})
    void aKeyIsHeldWhileOthersWaitForTheOneItIsNamedAfter(String key) {
        try (RedisServer server = RedisServer.start();
                RedisStore one = new RedisStore(new TestContext(), settings(server.address()));
                RedisStore other = new RedisStore(new TestContext(), settings(server.address()))) {
            Grant held = grant(one, LockKind.FENCED, "42", 30_000);
            Attempt waiting = other.acquire(request(LockKind.FENCED, "42", 60_000));
            await().atMost(Duration.ofSeconds(20)).until(waiting::isContended);

            Grant neighbour = grant(one, key, 30_000);
            assertThat(release(held)).isTrue();
            Grant next = granted(waiting);
            assertThat(answer(other.acquire(request(key, 300))).isBusy()).isTrue();

            assertThat(release(next)).isTrue();
            assertThat(release(neighbour)).isTrue();
            Leftovers.awaitNone(server);
        }
    }

    /** So a server that answers late makes no run of keys red. */
    @Test
    void aTombstoneIsNotTakenForWhatIsLeft() throws Exception {
        try (RedisServer server = RedisServer.start();
                TcpProxy network = new TcpProxy(server.port());
                RedisStore store = new RedisStore(
                        new TestContext(), settings(network.address(), null, null, 0, Duration.ofMillis(700)))) {
            assertThat(release(grant(store, "42", 30_000))).isTrue();
            network.holdRequests();
            assertThat(answer(store.acquire(request("42", 0))).isBusy()).isFalse();

            await().atMost(Duration.ofSeconds(20))
                    .untilAsserted(() ->
                            assertThat(server.keys("42:lockgraft#abandoned:*")).hasSize(1));
            await().atMost(Duration.ofSeconds(20))
                    .untilAsserted(() -> assertThat(Fuzz.left(server)).isEmpty());
        }
    }

    @Test
    void noTwoKeysDisturbEachOther() {
        try (RedisServer server = RedisServer.start();
                Fuzz fuzz = new Fuzz(settings(server.address()), Collections.singletonList(server))) {
            fuzz.run(80, 3);
        }
    }

    @Test
    @Tag("whole")
    void noTwoKeysDisturbEachOtherInALongRun() {
        try (RedisServer server = RedisServer.start();
                Fuzz fuzz = new Fuzz(settings(server.address()), Collections.singletonList(server))) {
            fuzz.run(150, 20);
        }
    }

    @Test
    @Tag("whole")
    void noTwoKeysDisturbEachOtherInACluster() {
        try (RedisCluster cluster = RedisCluster.start();
                Fuzz fuzz = new Fuzz(
                        RedisSettings.of(new Topology(Topology.Kind.CLUSTER, null, cluster.addresses()))
                                .build(),
                        cluster.masters())) {
            fuzz.run(150, 20);
        }
    }

    /** Two JVMs; the one has many locks at a time, for each of which the other waits. */
    private static final class Fuzz implements AutoCloseable {
        private final long seed = System.nanoTime();
        private final Random random = new Random(seed);
        private final RedisStore one;
        private final RedisStore other;
        private final List<RedisServer> servers;

        Fuzz(RedisSettings settings, List<RedisServer> servers) {
            this.one = new RedisStore(new TestContext(), settings);
            this.other = new RedisStore(new TestContext(), settings);
            this.servers = servers;
        }

        void run(int keys, int rounds) {
            for (int round = 0; round < rounds; round++) {
                Map<String, LockKind> kinds = new LinkedHashMap<>();
                for (String key : keys(keys)) {
                    kinds.put(key, LockKind.values()[random.nextInt(LockKind.values().length)]);
                }
                try {
                    round(kinds);
                } catch (AssertionError e) {
                    throw new AssertionError("seed " + seed + ", round " + round + ": " + e.getMessage(), e);
                }
            }
        }

        private Set<String> keys(int count) {
            Set<String> keys = new LinkedHashSet<>(Arrays.asList(BASES));
            while (keys.size() < count) {
                String key = new ArrayList<>(keys).get(random.nextInt(keys.size()));
                int choice = random.nextInt(4);
                if (choice == 0) {
                    String prefix = PREFIXES[random.nextInt(PREFIXES.length)];
                    keys.add(prefix + (key.indexOf('{') < 0 ? '{' + key + '}' : key));
                } else if (choice == 1 && key.indexOf('{') < 0) {
                    keys.add('{' + key + '}' + SUFFIXES[random.nextInt(SUFFIXES.length)]);
                } else if (choice == 2) {
                    int digits = random.nextInt(1_000_000);
                    keys.add(String.format(random.nextBoolean() ? "%s{%06d}:token" : "%s:token:%06d", key, digits));
                } else {
                    keys.add(key + SUFFIXES[random.nextInt(SUFFIXES.length)]);
                }
            }
            return keys;
        }

        private void round(Map<String, LockKind> kinds) {
            Map<String, Grant> held = new LinkedHashMap<>();
            Map<String, Attempt> waiting = new LinkedHashMap<>();
            kinds.forEach((key, kind) -> held.put(key, granted(one.acquire(ask(Rivals.of(kind), key)))));
            kinds.forEach((key, kind) -> waiting.put(key, other.acquire(ask(kind, key))));
            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThat(waiting)
                            .allSatisfy((key, attempt) ->
                                    assertThat(attempt.isContended()).as(key).isTrue()));

            List<String> order = new ArrayList<>(kinds.keySet());
            Collections.shuffle(order, random);
            for (int i = 0; i < order.size(); i++) {
                String key = order.get(i);
                if (random.nextInt(4) == 0) {
                    waiting.remove(key).abandon();
                    assertThat(release(held.get(key))).as("release of %s", key).isTrue();
                    continue;
                }
                assertThat(waiting.get(key).answer().isDone())
                        .as("answer for %s", key)
                        .isFalse();
                assertThat(release(held.get(key))).as("release of %s", key).isTrue();
                held.put(key, granted(waiting.remove(key)));
                if (random.nextBoolean()) {
                    assertThat(release(held.get(key)))
                            .as("second release of %s", key)
                            .isTrue();
                } else {
                    waiting.put(key, null);
                }
            }
            for (String key : waiting.keySet()) {
                assertThat(renew(held.get(key))).as("renewal of %s", key).isTrue();
                assertThat(release(held.get(key))).as("last release of %s", key).isTrue();
            }
            for (RedisServer server : servers) {
                await().atMost(Duration.ofSeconds(20))
                        .untilAsserted(() -> assertThat(left(server)).isEmpty());
            }
        }

        /** But for counters of tokens, which are texts without an end, and for tombstones. */
        private static Set<String> left(RedisServer server) {
            Set<String> left = server.keys("*");
            left.removeIf(key -> server.command("TYPE", key).equals("string")
                    && (server.command("PTTL", key).equals(-1L)
                            || TOMBSTONE.matcher(key).matches()));
            return left;
        }

        private boolean renew(Grant grant) {
            try {
                return Renewals.isHeld(other, grant);
            } catch (Exception e) {
                throw new AssertionError("the renewal failed", e);
            }
        }

        private static Request ask(LockKind kind, String key) {
            return request(kind, key, 60_000);
        }

        @Override
        public void close() {
            one.close();
            other.close();
        }
    }
}
