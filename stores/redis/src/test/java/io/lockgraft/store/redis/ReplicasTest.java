package io.lockgraft.store.redis;

import static io.lockgraft.store.redis.Locks.acquire;
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
import io.lockgraft.spi.Renewal;
import io.lockgraft.spi.Request;
import io.lockgraft.store.redis.failure.UnavailableException;
import io.lockgraft.store.redis.settings.RedisSettings;
import io.lockgraft.store.redis.settings.Topology;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Hiccups;
import io.lockgraft.testing.NewThreads;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.server.Leftovers;
import io.lockgraft.testing.server.RedisCluster;
import io.lockgraft.testing.server.RedisSentinels;
import io.lockgraft.testing.server.RedisServer;
import io.lockgraft.testing.server.ReplicatedRedis;
import io.lockgraft.testing.server.TcpProxy;
import io.lockgraft.testing.store.Renewals;
import io.lockgraft.testing.store.TestContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A grant that replicas must confirm is none without them, and waits for them no longer than it may. */
@Timeout(120)
final class ReplicasTest {
    private static final String TWO = "the lock was to be confirmed by 2 replicas; 1 did in time";
    private static final String ONE = "the lock was to be confirmed by 1 replica; 0 did in time";

    @RegisterExtension
    private final NewThreads threads = new NewThreads();

    private static ReplicatedRedis redis;
    private static List<RedisServer> replicas;

    private RedisStore backend;

    @BeforeAll
    static void start() {
        redis = ReplicatedRedis.start(2);
        replicas = redis.replicas();
    }

    @AfterAll
    static void stop() {
        redis.close();
    }

    @BeforeEach
    void open() {
        backend = new RedisStore(new TestContext(), settings(2));
        for (int i = 0; i < 20; i++) {
            release(grant(backend, "warm", 10_000));
        }
    }

    @AfterEach
    void thaw() {
        replicas.forEach(RedisServer::resume);
        try {
            Leftovers.awaitNone(redis.all());
        } finally {
            backend.close();
        }
    }

    /** A single server, as far as the client knows. */
    private static RedisSettings settings(int replicas) {
        return settings(redis.master().address(), replicas);
    }

    private static RedisSettings settings(String address, int replicas) {
        return settings(Topology.single(address), replicas);
    }

    private static RedisSettings settings(Topology topology, int replicas) {
        return RedisSettings.of(topology)
                .timeout(Duration.ofSeconds(2))
                .replicas(replicas)
                .build();
    }

    private Answer inTime(String key, long waitMillis) {
        return inTime(backend, request(key, waitMillis), waitMillis);
    }

    private static Answer inTime(RedisStore asking, Request request, long waitMillis) {
        try (Hiccups hiccups = new Hiccups()) {
            Answer answer = answer(asking.acquire(request));
            hiccups.requireWithin(waitMillis);
            return answer;
        }
    }

    @Test
    void aGrantIsInAllReplicasThatItWaitedFor() {
        for (int i = 0; i < 50; i++) {
            String key = "k" + i;
            Grant held = grant(backend, key, 10_000);
            assertThat(replicas).allMatch(replica -> (Long) replica.command("EXISTS", key) == 1);
            release(held);
        }
    }

    @Asked.Each
    @FailsWithout("`Confirmations` reads the number that WAIT answers")
    @Shows("a frozen replica, with `replicas: 1`")
    void aGrantThatAFrozenReplicaDoesNotConfirmIsNoneAndLeavesNothing(Asked asked) {
        replicas.get(0).freeze();

        isUnconfirmed(backend, asked, "a", 0, TWO);
        isUnconfirmed(backend, asked, "f", 300, TWO);

        await().atMost(Duration.ofSeconds(5))
                .until(() -> redis.master().keys("[af]?").isEmpty());
        replicas.get(0).resume();
        isForTheNext(backend, asked, "a0");
    }

    @Test
    @Tag("whole")
    void aGrantIsNoneWhereItsReplicasWereWaitedForLongerThanRedissonWaitsForTheAnswerToItsPing() {
        replicas.get(0).freeze();

        isUnconfirmed(backend, Asked.all().findFirst().orElseThrow(), "k", 4_000, TWO);
    }

    @Test
    @Tag("whole")
    @Shows("a frozen replica, with `replicas: 1`")
    void underSentinelAGrantThatAFrozenReplicaDoesNotConfirmIsNoneAndLeavesNothing() {
        try (RedisSentinels sentinels = RedisSentinels.startCalm();
                RedisStore asking = new RedisStore(
                        new TestContext(),
                        settings(
                                new Topology(Topology.Kind.SENTINEL, RedisSentinels.MASTER, sentinels.addresses()),
                                2))) {
            isNoneWhereFrozen(asking, "k", sentinels.redis().replicas().get(1), TWO);
            Leftovers.awaitNone(sentinels.redis().all());
        }
    }

    @Test
    @Tag("whole")
    @Shows("a frozen replica, with `replicas: 1`")
    void inAClusterAGrantThatAFrozenReplicaDoesNotConfirmIsNoneAndLeavesNothing() {
        try (RedisCluster cluster = RedisCluster.start("--cluster-node-timeout", "60000");
                RedisStore asking = new RedisStore(
                        new TestContext(),
                        settings(new Topology(Topology.Kind.CLUSTER, null, cluster.addresses()), 1))) {
            isNoneWhereFrozen(asking, "{k}", cluster.replicaOf(cluster.masterOf("k")), ONE);
            Leftovers.awaitNone(cluster.nodes());
        }
    }

    /** All kinds in one go, for such servers take their time to start. */
    private static void isNoneWhereFrozen(RedisStore asking, String key, RedisServer replica, String told) {
        for (int i = 0; i < 20; i++) {
            release(grant(asking, key, 20_000));
        }
        List<Asked> all = Asked.all().collect(Collectors.toList());
        replica.freeze();
        try {
            for (Asked asked : all) {
                isUnconfirmed(asking, asked, key + asked, 300, told);
            }
        } finally {
            replica.resume();
        }
        for (Asked asked : all) {
            isForTheNext(asking, asked, key + asked + 0);
        }
    }

    private static void isForTheNext(RedisStore asking, Asked asked, String key) {
        assertThat(release(granted(asking.acquire(asked.rival(key, 20_000)))))
                .as("%s", asked)
                .isTrue();
    }

    /** On a busy machine what the server says may come after the call has ended; of some calls one can say it. */
    private static void isUnconfirmed(RedisStore asking, Asked asked, String name, long waitMillis, String told) {
        String said = "";
        for (int i = 0; i < 5 && !said.equals(told); i++) {
            Throwable cause = inTime(asking, asked.request(name + i, waitMillis), waitMillis)
                    .cause();
            assertThat(cause).as("%s", asked).isNotNull();
            said = cause.getMessage();
        }
        assertThat(said).as("%s", asked).isEqualTo(told);
    }

    @Test
    void aWaitIsGrantedAsSoonAsTheReplicaIsWellAgain() {
        replicas.get(0).freeze();
        Attempt waiting = backend.acquire(request("k", 30_000));
        await().pollDelay(Duration.ofMillis(1_500))
                .until(() -> !waiting.answer().isDone());

        replicas.get(0).resume();
        long begun = System.nanoTime();

        Grant held = answer(waiting).grant();
        assertThat(held).isNotNull();
        assertThat(System.nanoTime() - begun).isLessThan(TimeUnit.SECONDS.toNanos(10));
        assertThat(release(held)).isTrue();
    }

    @Test
    @Shows("a frozen replica, with `replicas: 1`")
    void aFrozenReplicaHoldsUpNeitherRenewalsNorReleasesNorBusyAnswers() throws Exception {
        Grant held = grant(backend, "held", 10_000);
        replicas.get(0).freeze();
        List<Attempt> waiting = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            waiting.add(backend.acquire(request("k" + i, 3_000)));
        }

        long begun = System.nanoTime();
        for (int i = 0; i < 20; i++) {
            for (CompletableFuture<Renewal> renewed : backend.renew(Arrays.asList(held))) {
                assertThat(Renewals.isHeld(renewed)).isTrue();
            }
        }
        CompletableFuture<Renewal> released = held.release();
        await().until(() -> redis.master().keys("held").isEmpty());
        assertThat(System.nanoTime() - begun)
                .as("twenty renewals and a release beside a hundred grants that wait for a replica")
                .isLessThan(TimeUnit.SECONDS.toNanos(10));
        Unproven.require(released, "1 did in time");

        for (Attempt attempt : waiting) {
            assertThat(answer(attempt).cause()).isNotNull();
        }
        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(() ->
                        assertThat(redis.master().keys("k*")).allMatch(key -> key.contains(":lockgraft#abandoned:")));
    }

    @Test
    void aBusyKeyIsBusyAlsoWhereNoReplicaAnswers() throws Exception {
        Grant held = grant(backend, "k", 10_000);
        replicas.forEach(RedisServer::freeze);

        Answer answer = inTime("k", 0);
        for (int i = 0; i < 4 && answer.cause() instanceof TimeoutException; i++) {
            answer = inTime("k", 0); // the machine was too busy to bring it
        }
        assertThat(answer.isBusy()).isTrue();
        assertThat(inTime("k", 1_000).isBusy()).isTrue();

        Unproven.release(held, "0 did in time");
    }

    @Test
    @FailsWithout("`Proofs#answered` asks again where a replica is slow or a connection breaks")
    void aReleaseIsProvenOnAnotherConnectionWhereOneBreaks() throws Exception {
        Grant held = grant(backend, "k", 10_000);
        replicas.get(0).freeze();
        CompletableFuture<Renewal> released = held.release();
        await().until(() -> redis.master().keys("k").isEmpty());

        Thread.sleep(1_200);
        redis.master().command("CLIENT", "KILL", "TYPE", "normal");
        replicas.get(0).resume();

        assertThat(Renewals.isHeld(released)).isTrue();
    }

    @Test
    @FailsWithout("`Proofs#answered` asks again where a replica is slow or a connection breaks")
    void aReleaseWhoseAnswerIsLostIsProvenByItsMark() throws Exception {
        isKeptThough(TcpProxy::holdAnswers);
    }

    @Test
    void aReleaseThatIsLostIsProvenByTheNextOne() throws Exception {
        isKeptThough(TcpProxy::holdRequests);
    }

    private static void isKeptThough(Consumer<TcpProxy> fault) throws Exception {
        RedisServer master = redis.master();
        try (TcpProxy network = new TcpProxy(master.port());
                RedisStore beyond = new RedisStore(new TestContext(), settings(network.address(), 2))) {
            Grant held = grant(beyond, "k", 10_000);

            fault.accept(network);
            CompletableFuture<Renewal> released = held.release();
            await().until(() -> network.held() > 0);
            network.hangUp();

            Renewal said = released.get(30, TimeUnit.SECONDS);
            assertThat(said.isLost()).isFalse();
            assertThat(said.cause())
                    .as("a release that is late")
                    .isInstanceOf(UnavailableException.class)
                    .hasMessageContaining("was lost before it answered");
            assertThat(master.keys("k")).isEmpty();
        }
    }

    @Test
    @FailsWithout("`RedisGrant#proven` answers by the end of the lease, whose beginning `RedisGrant#renewed` remembers")
    void whatNobodyConfirmsByTheEndOfItsLeaseIsLostThoughTheServerNeverAnswers() throws Exception {
        try (TcpProxy network = new TcpProxy(redis.master().port());
                RedisStore beyond = new RedisStore(new TestContext(), settings(network.address(), 2))) {
            Grant held = granted(beyond.acquire(request("k", 10_000, 1_000)));
            Thread.sleep(300);
            Renewal renewed = beyond.renew(Arrays.asList(held)).get(0).get(10, TimeUnit.SECONDS);
            network.cut();

            Renewal said = held.release().get(30, TimeUnit.SECONDS);

            assertThat(System.nanoTime() - renewed.since())
                    .as("%s", said)
                    .isGreaterThanOrEqualTo(TimeUnit.SECONDS.toNanos(1));
            assertThat(said.why()).isEqualTo("nobody confirmed in time that it was held until its release");
            assertThat(said.cause()).as("it has not gone back").hasMessage("no answer in time");
            network.deliver();
        }
    }

    @Test
    void aFullMemoryIsInTheWayOfNoProof() throws Exception {
        Grant held = grant(backend, "k", 10_000);
        redis.master().command("CONFIG", "SET", "maxmemory", "1");
        try {
            assertThat(acquire(backend, "refused", 2_000).cause()).hasMessageContaining("maxmemory");
            assertThat(Renewals.isHeld(held.release())).isTrue();
        } finally {
            redis.master().command("CONFIG", "SET", "maxmemory", "0");
        }
    }

    @Test
    void aCallAloneCostsOneConfirmationOfItsGrantAndOneOfItsEnd() throws Exception {
        int calls = 100;
        long before = waitsOfMaster();

        for (int i = 0; i < calls; i++) {
            Grant grant = grant(backend, "alone" + i, 10_000);
            assertThat(Renewals.isHeld(grant.release())).isTrue();
        }

        assertThat(waitsOfMaster() - before).as("WAIT for %d calls", calls).isBetween(2L * calls, 2L * calls + 5);
    }

    @Test
    void releasesThatComeTogetherShareTheirProof() throws Exception {
        List<Grant> held = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            held.add(grant(backend, "k" + i, 10_000));
        }
        long before = waitsOfMaster();

        List<CompletableFuture<Renewal>> released = new ArrayList<>();
        for (Grant each : held) {
            released.add(each.release());
        }

        for (CompletableFuture<Renewal> each : released) {
            assertThat(Renewals.isHeld(each)).isTrue();
        }
        assertThat(waitsOfMaster() - before).as("WAIT for 200 releases").isBetween(1L, 100L);
    }

    @Test
    @Shows("with `replicas`, more calls at once than there are connections for")
    void aCallThatGotNoConnectionInItsTimeIsNotSentAfterwards() {
        replicas.get(0).freeze();
        long before = grantsOfMaster();
        List<Attempt> waiting = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            waiting.add(backend.acquire(request("late" + i, 300)));
        }

        for (Attempt attempt : waiting) {
            assertThat(answer(attempt).cause()).isNotNull();
        }

        await().during(Duration.ofSeconds(1))
                .atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(redis.master().keys("late*")).isEmpty());
        // As many as there are connections, and some for those that were asked for a little later.
        assertThat(grantsOfMaster() - before).as("grants for 400 calls").isLessThan(200);
    }

    @Test
    @Shows("with `replicas`, more calls at once than there are connections for")
    void noMoreThanABoundedNumberOfCallsWaitsForAConnection() {
        replicas.get(0).freeze();
        List<Attempt> waiting = new ArrayList<>();
        for (int i = 0; i < 1500; i++) {
            waiting.add(backend.acquire(request("crowd" + i, 3_000)));
        }

        int refused = 0;
        for (Attempt attempt : waiting) {
            Throwable cause = answer(attempt).cause();
            refused += cause.getMessage().startsWith("all 64 connections") ? 1 : 0;
        }

        assertThat(refused).isGreaterThanOrEqualTo(1500 - 64 - 1024);
    }

    private static long grantsOfMaster() {
        return redis.master().calls("hset");
    }

    private static long waitsOfMaster() {
        return redis.master().calls("wait");
    }

    @Test
    void moreReplicasThanThereAreConfirmNothing() {
        try (RedisStore greedy = new RedisStore(new TestContext(), settings(3))) {
            // On a busy machine a call may have ended before the replicas' answer comes.
            await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
                Throwable why = acquire(greedy, "greedy", 1_000).cause();
                assertThat(why).hasMessage("the lock was to be confirmed by 3 replicas; 2 did in time");
            });
            await().until(() -> redis.master().keys("greedy").isEmpty());
        }
    }

    @Test
    void aUserWhoMayNotWaitForReplicasIsToldAtOnce() {
        redis.master().command("ACL", "SETUSER", "poor", "on", ">p", "~*", "&*", "+@all", "-wait");
        RedisSettings poor = RedisSettings.of(Topology.single(redis.master().address()))
                .username("poor")
                .password("p")
                .replicas(1)
                .build();
        try (RedisStore refused = new RedisStore(new TestContext(), poor)) {
            long begun = System.nanoTime();
            assertThat(acquire(refused, "poor", 60_000).cause()).hasMessageContaining("NOPERM");
            assertThat(System.nanoTime() - begun).isLessThan(TimeUnit.SECONDS.toNanos(20));
            await().atMost(Duration.ofSeconds(5))
                    .until(() -> redis.master().keys("poor").isEmpty());
        }
    }
}
