package io.lockgraft.store.redis;

import static io.lockgraft.store.redis.Locks.answer;
import static io.lockgraft.store.redis.Locks.grant;
import static io.lockgraft.store.redis.Locks.granted;
import static io.lockgraft.store.redis.Locks.release;
import static io.lockgraft.store.redis.Locks.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Renewal;
import io.lockgraft.spi.StoredLock;
import io.lockgraft.store.compound.MajorityStore;
import io.lockgraft.store.redis.settings.RedisSettings;
import io.lockgraft.store.redis.settings.Topology;
import io.lockgraft.testing.Documents;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.WrittenLog;
import io.lockgraft.testing.server.Leftovers;
import io.lockgraft.testing.server.RedisCluster;
import io.lockgraft.testing.server.RedisServer;
import io.lockgraft.testing.server.ReplicatedRedis;
import io.lockgraft.testing.store.Renewals;
import io.lockgraft.testing.store.Rivals;
import io.lockgraft.testing.store.TestContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The rights that docs/stores/redis.md tells to give are enough for every kind of lock: nothing that a call does is
 * refused.
 */
@Timeout(120)
@FailsWithout("`Unprobed` keeps Redisson from touching keys that the documented rights do not cover")
final class RightsTest {
    @RegisterExtension
    private final WrittenLog log = new WrittenLog();

    @ParameterizedTest
    @EnumSource(LockKind.class)
    void areEnoughOnOneServer(LockKind kind) throws Exception {
        try (RedisServer server = RedisServer.start()) {
            server.command(rights());
            requireNothingRefused(
                    kind, settings(Topology.single(server.address())).build(), Collections.singletonList(server));
        }
    }

    @Test
    void withTwoMoreAllLocksAreFound() throws Exception {
        try (RedisServer server = RedisServer.start();
                RedisStore store = new RedisStore(
                        new TestContext(),
                        settings(Topology.single(server.address())).build())) {
            server.command(rights());
            server.command("ACL", "SETUSER", "lockgraft", "+scan", "+dbsize");
            grant(store, LockKind.EXCLUSIVE, "shop:A", 10_000);
            List<StoredLock> found = new ArrayList<>();

            store.scan("shop:", found::add).get(30, TimeUnit.SECONDS);

            assertThat(found).extracting(StoredLock::key).containsExactly("shop:A");
            assertThat(store.scanSize().get(10, TimeUnit.SECONDS)).isEqualTo(1);
            assertThat((List<?>) server.command("ACL", "LOG")).isEmpty();
        }
    }

    @Test
    void areEnoughInAnotherDatabase() throws Exception {
        try (RedisServer server = RedisServer.start()) {
            server.command(rights());
            server.command("ACL", "SETUSER", "lockgraft", "+select");

            RedisSettings.Builder another =
                    settings(Topology.single(server.address())).database(3);

            requireNothingRefused(LockKind.EXCLUSIVE, another.build(), Collections.singletonList(server));
        }
    }

    @Test
    void areEnoughOnAMasterWithReplicasThatConfirm() throws Exception {
        try (ReplicatedRedis servers = ReplicatedRedis.start(1)) {
            for (RedisServer each : servers.all()) {
                each.command(rights());
                each.command("ACL", "SETUSER", "lockgraft", "+info", "+wait");
            }

            RedisSettings.Builder confirmed = settings(
                            new Topology(Topology.Kind.REPLICATED, null, servers.addresses()))
                    .replicas(1);

            requireNothingRefused(LockKind.EXCLUSIVE, confirmed.build(), servers.all());
        }
    }

    @Test
    void areEnoughInACluster() throws Exception {
        try (RedisCluster cluster = RedisCluster.start()) {
            for (RedisServer node : cluster.nodes()) {
                node.command(rights());
                node.command(
                        "ACL",
                        "SETUSER",
                        "lockgraft",
                        "+cluster",
                        "+pubsub",
                        "+ssubscribe",
                        "+sunsubscribe",
                        "+spublish",
                        "&shop:*");
            }
            for (LockKind kind : LockKind.values()) {
                requireNothingRefused(
                        kind,
                        settings(new Topology(Topology.Kind.CLUSTER, null, cluster.addresses()))
                                .build(),
                        cluster.nodes());
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"-evalsha, has no permissions to run the 'evalsha' command", "resetkeys, has no permissions to access"})
    void oneServerOfAQuorumThatRefusesARightIsDoneWithoutAndToldOfOnce(String change, String said) throws Exception {
        try (QuorumOfThree quorum = new QuorumOfThree()) {
            quorum.change(change, 0);

            for (LockKind kind : LockKind.values()) {
                Grant held = granted(quorum.acquire(kind, 20_000));
                assertThat(quorum.renew(held)).isTrue();
                assertThat(answer(quorum.acquire(Rivals.of(kind), 1_000)).isBusy())
                        .as("%s", kind)
                        .isTrue();
                assertThat(release(held)).as("%s", kind).isTrue();
            }

            assertThat(log.toString())
                    .containsOnlyOnce("server 1 of redis.quorum has no say in locks, and the others decide without it")
                    .contains(said)
                    .doesNotContain("server 2 of", "server 3 of", "PASSWORD");
            Leftovers.awaitNone(quorum.servers);
        }
    }

    @ParameterizedTest
    @CsvSource({"-evalsha, has no permissions to run the 'evalsha' command", "resetkeys, has no permissions to access"})
    void twoServersOfAQuorumThatRefuseARightAreToldOfAtOnce(String change, String said) throws Exception {
        try (QuorumOfThree quorum = new QuorumOfThree()) {
            quorum.change(change, 0, 2);
            answer(quorum.acquire(LockKind.EXCLUSIVE, 20_000)); // its client is loaded then

            for (LockKind kind : LockKind.values()) {
                long begun = System.nanoTime();
                Answer answer = answer(quorum.acquire(kind, 60_000));

                assertThat(answer.cause())
                        .as("%s", kind)
                        .hasMessageContaining("of 3 lock servers answer; of another: NOPERM")
                        .hasMessageContaining(said)
                        .hasMessageNotContaining("PASSWORD");
                assertThat(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun))
                        .as("%s, seconds until it was told", kind)
                        .isLessThan(10);
            }
            Leftovers.awaitNone(quorum.servers);

            quorum.servers.get(0).command(rights());
            assertThat(release(granted(quorum.acquire(LockKind.EXCLUSIVE, 30_000))))
                    .isTrue();
        }
    }

    /** Three servers with the rights of the document, and the quorum of them. */
    private static final class QuorumOfThree implements AutoCloseable {
        private final List<RedisServer> servers = new ArrayList<>();
        private final LockStore quorum;

        QuorumOfThree() {
            List<LockStore> members = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                servers.add(RedisServer.start());
                servers.get(i).command(rights());
                members.add(new RedisStore(
                        new TestContext(),
                        settings(Topology.single(servers.get(i).address())).build()));
            }
            quorum = new MajorityStore(
                    new TestContext(TestContext.newJvm(), "shop"), members, "server ", " of redis.quorum");
        }

        void change(String right, int... those) {
            for (int i : those) {
                servers.get(i).command("ACL", "SETUSER", "lockgraft", right);
            }
        }

        Attempt acquire(LockKind kind, long wait) {
            return quorum.acquire(request(kind, "shop:A", wait));
        }

        boolean renew(Grant grant) throws Exception {
            return Renewals.isHeld(quorum, grant);
        }

        @Override
        public void close() {
            quorum.close();
            servers.forEach(RedisServer::close);
        }
    }

    private static RedisSettings.Builder settings(Topology topology) {
        return RedisSettings.of(topology)
                .username("lockgraft")
                .password("PASSWORD")
                .timeout(Duration.ofSeconds(2));
    }

    private static void requireNothingRefused(LockKind kind, RedisSettings settings, List<RedisServer> servers)
            throws Exception {
        try (RedisStore one = new RedisStore(new TestContext(), settings);
                RedisStore other = new RedisStore(new TestContext(), settings)) {
            waitsAndIsWoken(kind, one, other);
            takesTurns(kind, one, other);
            isToldAndTakenAway(kind, one, other);
            List<String> keys = Arrays.asList("shop:{A}:1", "shop:{A}:2");
            if (kind != LockKind.SEMAPHORE && kind != LockKind.FENCED && kind != LockKind.FAIR) {
                release(granted(one.acquire(request(kind, 1, keys, 10_000, 30_000))));
            }
        }
        for (RedisServer server : servers) {
            assertThat((List<?>) server.command("ACL", "LOG"))
                    .as("refused on %s", server.address())
                    .isEmpty();
        }
    }

    /** Held, renewed, wanted by others: one that gives up, and one that gets it; and kept for a while after its end. */
    private static void waitsAndIsWoken(LockKind kind, RedisStore one, RedisStore other) throws Exception {
        LockKind held = Rivals.of(kind);
        Grant first = grant(one, held, "shop:A", 10_000);
        assertThat(Renewals.isHeld(one, first)).isTrue();
        Attempt waiting = other.acquire(request(kind, "shop:A", 60_000));
        Attempt leaving = one.acquire(request(kind, "shop:A", 60_000));
        await().atMost(Duration.ofSeconds(20)).until(() -> waiting.isContended() && leaving.isContended());
        leaving.abandon();

        release(first);
        Grant second = granted(waiting);
        assertThat(Renewals.isHeld(second.releaseAfter(50))).isTrue();
        release(grant(one, kind, "shop:A", 60_000));
    }

    /** Right behind a release of one's own, and while another waits; whoever of the two is the first. */
    private static void takesTurns(LockKind kind, RedisStore one, RedisStore other) throws Exception {
        for (int i = 0; i < 20; i++) {
            Grant held = grant(one, kind, "shop:B", 60_000);
            CompletableFuture<Renewal> waiting = takesAndGivesBack(other, kind);
            held.release();
            assertThat(Renewals.isHeld(takesAndGivesBack(one, kind))).isTrue();
            assertThat(Renewals.isHeld(waiting)).isTrue();
        }
    }

    private static void isToldAndTakenAway(LockKind kind, RedisStore one, RedisStore other) throws Exception {
        Grant held = grant(one, kind, "shop:C", 10_000);
        assertThat(Locks.isKept(one, held)).isTrue();
        await().untilAsserted(() -> assertThat(only(other).rule()).isEqualTo("test"));

        StoredLock lock = only(other);

        assertThat(other.unlock("shop:C", lock.owner()).get(10, TimeUnit.SECONDS))
                .isTrue();
    }

    private static StoredLock only(RedisStore store) throws Exception {
        return store.locks("shop:C").get(10, TimeUnit.SECONDS).get(0);
    }

    private static CompletableFuture<Renewal> takesAndGivesBack(RedisStore backend, LockKind kind) {
        return backend.acquire(request(kind, "shop:B", 60_000))
                .answer()
                .thenCompose(answer -> answer.grant().release());
    }

    /** As a reader of the document would type it. */
    private static String[] rights() {
        return Documents.read("docs/stores/redis.md")
                .lines()
                .filter(line -> line.startsWith("ACL SETUSER "))
                .findFirst()
                .orElseThrow()
                .trim()
                .split(" +");
    }
}
