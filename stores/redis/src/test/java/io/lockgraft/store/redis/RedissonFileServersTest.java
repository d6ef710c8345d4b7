package io.lockgraft.store.redis;

import static io.lockgraft.store.redis.Locks.acquire;
import static io.lockgraft.store.redis.Locks.file;
import static io.lockgraft.store.redis.Locks.grant;
import static io.lockgraft.store.redis.Locks.granted;
import static io.lockgraft.store.redis.Locks.release;
import static io.lockgraft.store.redis.Locks.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.store.redis.settings.RedisSettings;
import io.lockgraft.store.redis.settings.Topology;
import io.lockgraft.testing.Hiccups;
import io.lockgraft.testing.server.RedisCluster;
import io.lockgraft.testing.server.RedisSentinels;
import io.lockgraft.testing.server.RedisServer;
import io.lockgraft.testing.server.ReplicatedRedis;
import io.lockgraft.testing.store.Rivals;
import io.lockgraft.testing.store.TestContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Servers that a Redisson file names: their locks are those of whoever names them in another way. */
@Timeout(120)
@Execution(ExecutionMode.CONCURRENT)
final class RedissonFileServersTest {
    private static final int KEYS = 3;
    private static final int TURNS = 10;

    /** What a call weighs that nobody may be beside; a reader weighs one. */
    private static final int ALONE = 1_000;

    @TempDir
    Path folder;

    @Test
    void aRedissonFileNamesTheServersOfSentinel() throws Exception {
        try (RedisSentinels servers = RedisSentinels.startCalm()) {
            isTheSameAs(
                    new Topology(Topology.Kind.SENTINEL, RedisSentinels.MASTER, servers.addresses()),
                    "sentinelServersConfig:\n  masterName: " + RedisSentinels.MASTER + "\n" + "  sentinelAddresses:"
                            + list(servers.addresses()));
        }
    }

    @Test
    void aRedissonFileNamesTheServersOfACluster() throws Exception {
        try (RedisCluster servers = RedisCluster.start("--cluster-node-timeout", "60000")) {
            isTheSameAs(
                    new Topology(Topology.Kind.CLUSTER, null, servers.addresses()),
                    "clusterServersConfig:\n  nodeAddresses:" + list(servers.addresses()));
        }
    }

    @Test
    void aRedissonFileNamesAMasterAndItsReplicas() throws Exception {
        try (ReplicatedRedis servers = ReplicatedRedis.start(2)) {
            isTheSameAs(
                    new Topology(Topology.Kind.REPLICATED, null, servers.addresses()),
                    "replicatedServersConfig:\n  nodeAddresses:" + list(servers.addresses()));
        }
    }

    private static String list(List<String> addresses) {
        return addresses.stream().map(each -> "\n    - \"" + each + '"').collect(Collectors.joining());
    }

    private String yaml(String text) throws Exception {
        return Files.writeString(folder.resolve("redisson.yaml"), text).toString();
    }

    /**
     * Those who name the servers by the short form, and those who name them by the file, exclude and wake each other;
     * and so do those who name them by the file.
     */
    private void isTheSameAs(Topology topology, String text) throws Exception {
        RedisSettings settings =
                RedisSettings.of(topology).timeout(Duration.ofSeconds(2)).build();
        try (RedisStore byFile = new RedisStore(new TestContext(), file(yaml(text)));
                RedisStore alsoByFile = new RedisStore(new TestContext(), file(yaml(text)));
                RedisStore byName = new RedisStore(new TestContext(), settings)) {
            for (RedisStore each : List.of(byFile, alsoByFile, byName)) {
                release(grant(each, "warm", 20_000));
            }
            for (int i = 0; i < 10; i++) {
                handsOver(byFile, byName, "a" + i);
                handsOver(byName, byFile, "b" + i);
            }
            contend(byFile, alsoByFile);
        }
    }

    private static void handsOver(RedisStore from, RedisStore to, String key) {
        Grant held = grant(from, key, 20_000);
        Attempt waiting = to.acquire(request(key, 60_000));
        await().until(waiting::isContended);
        assertThat(waiting.answer()).isNotDone();
        assertThat(release(held)).isTrue();
        assertThat(release(granted(waiting))).isTrue();
    }

    /** For some keys of every kind, all at once. */
    private static void contend(RedisStore... backends) throws Exception {
        ExecutorService pool = Executors.newCachedThreadPool();
        try {
            List<Future<?>> turns = new ArrayList<>();
            for (LockKind kind : LockKind.values()) {
                for (int i = 0; i < KEYS; i++) {
                    String key = kind + "-" + i;
                    AtomicInteger inside = new AtomicInteger();
                    for (RedisStore backend : backends) {
                        turns.add(pool.submit(() -> takeTurns(backend, kind, key, inside)));
                    }
                }
            }
            for (Future<?> each : turns) {
                each.get(60, TimeUnit.SECONDS);
            }
        } finally {
            pool.shutdownNow();
        }
    }

    private static void takeTurns(RedisStore backend, LockKind kind, String key, AtomicInteger inside) {
        for (int i = 0; i < TURNS; i++) {
            // Some of them must be kept out for something to be seen.
            LockKind asked = i % 2 == 0 ? Rivals.of(kind) : kind;
            int weight = asked == LockKind.READ ? 1 : ALONE;
            Grant held = grant(backend, asked, key, 60_000);
            int all = inside.addAndGet(weight);
            assertThat(all)
                    .as("what is inside of %s, by %s", key, asked)
                    .isLessThan(weight + (weight == 1 ? ALONE - 1 : 1));
            LockSupport.parkNanos(1_000_000);
            inside.addAndGet(-weight);
            assertThat(release(held)).as("%s was held until its release", key).isTrue();
        }
    }

    @Test
    void aGrantByARedissonFileOfOneServerWaitsForAReplicaAndIsNoneWithoutIt() throws Exception {
        try (ReplicatedRedis servers = ReplicatedRedis.start(1);
                RedisStore backend = new RedisStore(
                        new TestContext(),
                        RedisSettings.of(Topology.config(yaml("singleServerConfig:\n  address: \""
                                        + servers.master().address() + "\"\n")))
                                .replicas(1)
                                .build())) {
            RedisServer master = servers.master();
            RedisServer replica = servers.replicas().get(0);
            for (LockKind kind : LockKind.values()) {
                for (int i = 0; i < 10; i++) {
                    Grant held = grant(backend, kind, "k" + i, 20_000);
                    assertThat((Long) replica.command("EXISTS", "k" + i))
                            .as("%s, in the replica", kind)
                            .isEqualTo(1);
                    release(held);
                }
            }

            replica.freeze();
            isUnconfirmed(backend, master);
            replica.resume();
            release(grant(backend, "k", 20_000));

            replica.kill();
            isUnconfirmed(backend, master);
            replica.restart();
            release(grant(backend, "k", 20_000));
        }
    }

    /** On a busy machine what the server says may come after the call has ended; of some calls one can say it. */
    private static void isUnconfirmed(RedisStore backend, RedisServer master) {
        List<String> said = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            long wait = i % 2 == 0 ? 0 : 300;
            try (Hiccups hiccups = new Hiccups()) {
                Throwable cause = acquire(backend, "lost" + i, wait).cause();
                hiccups.requireWithin(wait);
                assertThat(cause).as("no grant").isNotNull();
                said.add(cause.getMessage());
            }
        }
        assertThat(said).contains("the lock was to be confirmed by 1 replica; 0 did in time");
        await().atMost(Duration.ofSeconds(5)).until(() -> master.keys("lost?").isEmpty());
    }
}
