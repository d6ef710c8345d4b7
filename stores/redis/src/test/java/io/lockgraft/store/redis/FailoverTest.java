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
import io.lockgraft.spi.LockKind;
import io.lockgraft.store.redis.settings.RedisSettings;
import io.lockgraft.store.redis.settings.Topology;
import io.lockgraft.testing.Closing;
import io.lockgraft.testing.Hiccups;
import io.lockgraft.testing.NewThreads;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.server.Leftovers;
import io.lockgraft.testing.server.RedisCluster;
import io.lockgraft.testing.server.RedisSentinels;
import io.lockgraft.testing.server.RedisServer;
import io.lockgraft.testing.server.ReplicatedRedis;
import io.lockgraft.testing.store.Renewals;
import io.lockgraft.testing.store.Rivals;
import io.lockgraft.testing.store.TestContext;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What becomes of holds, waits and calls while another server becomes the master. */
@Timeout(180)
final class FailoverTest {
    private static final LockKind[] KINDS = LockKind.values();
    private static final int HOLDS = 4 * KINDS.length;

    @RegisterExtension
    private final NewThreads threads = new NewThreads();

    private final Closing open = new Closing();
    private List<RedisServer> servers = Collections.emptyList();
    private RedisStore here;
    private RedisStore there;

    @AfterEach
    void close() throws Exception {
        try {
            Leftovers.awaitNone(servers);
        } finally {
            open.close();
        }
    }

    private RedisSentinels startSentinels() {
        RedisSentinels sentinels = open.add(RedisSentinels.start());
        servers = sentinels.redis().all();
        return sentinels;
    }

    private RedisCluster startCluster(String... options) {
        RedisCluster cluster = open.add(RedisCluster.start(options));
        servers = cluster.nodes();
        return cluster;
    }

    /** With all grants confirmed, so that what is tested is the failover, and not the luck of replication. */
    private void open(Topology topology) {
        open(topology, 1);
    }

    private void open(Topology topology, int replicas) {
        RedisSettings settings = RedisSettings.of(topology)
                .timeout(Duration.ofSeconds(1))
                .replicas(replicas)
                .build();
        here = open.add(new RedisStore(new TestContext(), settings));
        there = open.add(new RedisStore(new TestContext(), settings));
        for (int i = 0; i < 20; i++) {
            release(grant(here, "warm", 20_000));
            release(grant(there, "warm", 20_000));
        }
    }

    /** A call that this hold keeps out. */
    private Answer rival(Grant hold, long wait) {
        LockKind kind = hold.request().kind();
        return answer(
                there.acquire(request(Rivals.of(kind), hold.request().keys().get(0), wait)));
    }

    /** Of every kind of lock. */
    private List<Grant> holds() {
        List<Grant> holds = new ArrayList<>();
        for (int i = 0; i < HOLDS; i++) {
            LockKind kind = KINDS[i % KINDS.length];
            List<String> key = Collections.singletonList("held" + i);
            holds.add(granted(here.acquire(request(kind, 1, key, 10_000, 120_000))));
        }
        return holds;
    }

    /** Until the server answers: true, still ours; false, lost. */
    private boolean renew(Grant grant) {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (true) {
            try {
                return Renewals.isHeld(here, grant);
            } catch (Exception notYet) {
                assertThat(System.nanoTime() - until)
                        .as("renewals fail: %s", notYet)
                        .isNegative();
                await().pollDelay(Duration.ofMillis(50)).until(() -> true);
            }
        }
    }

    /** While the master is away: each call has its answer in time, and nobody gets what is held. */
    private void callsAnswerInTimeUntil(List<Grant> holds, BooleanSupplier over) {
        for (int i = 0; i < 400 && !over.getAsBoolean(); i++) {
            long wait = i % 2 == 0 ? 0 : 300;
            try (Hiccups hiccups = new Hiccups()) {
                Answer answer = rival(holds.get(i % HOLDS), wait);
                hiccups.requireWithin(wait);
                assertThat(answer.grant()).as("a grant of what somebody holds").isNull();
            }
        }
    }

    private void keptOrLostAndNeverDoubled(List<Grant> holds) {
        for (Grant hold : holds) {
            assertThat(renew(hold)).as("a hold that the new master had").isTrue();
        }
        for (Grant hold : holds) {
            await().atMost(Duration.ofSeconds(10)).until(() -> {
                Answer other = rival(hold, 0);
                assertThat(other.grant()).as("a grant of what somebody holds").isNull();
                return other.isBusy(); // not while this client does not know the new master
            });
        }
        for (Grant hold : holds) {
            assertThat(release(hold)).isTrue();
            release(rival(hold, 10_000).grant());
        }
    }

    @Test
    @Shows("failover by Sentinel")
    void holdsOutliveTheDeathOfAMasterUnderSentinel() {
        RedisSentinels sentinels = startSentinels();
        open(new Topology(Topology.Kind.SENTINEL, RedisSentinels.MASTER, sentinels.addresses()));
        List<Grant> holds = holds();
        Attempt waiting = there.acquire(request("held0", 60_000));
        RedisServer old = sentinels.master();

        old.kill();
        callsAnswerInTimeUntil(holds, () -> sentinels.master() != old);
        sentinels.awaitMasterOtherThan(old);

        assertThat(renew(holds.get(0))).isTrue();
        assertThat(waiting.answer()).isNotDone();
        assertThat(release(holds.remove(0))).isTrue();
        release(answer(waiting).grant());
        keptOrLostAndNeverDoubled(holds);
    }

    @Test
    @Tag("whole")
    void aNewMasterGivesOutNoneOfTheTokensThatBelongToAGrantOfTheOldOne() {
        RedisSentinels sentinels = startSentinels();
        open(new Topology(Topology.Kind.SENTINEL, RedisSentinels.MASTER, sentinels.addresses()));
        Grant hold = granted(here.acquire(request(LockKind.FENCED, "k", 10_000).withTokens(65)));
        RedisServer old = sentinels.master();
        old.kill();
        sentinels.awaitMasterOtherThan(old);
        assertThat(renew(hold)).isTrue();
        assertThat(release(hold)).isTrue();

        Grant next = granted(there.acquire(request(LockKind.FENCED, "k", 20_000)));

        assertThat(next.token()).isGreaterThan(hold.token() + 64);
        assertThat(release(next)).isTrue();
    }

    @Test
    @Tag("whole")
    void holdsOutliveTheExchangeOfAMasterUnderSentinel() {
        RedisSentinels sentinels = startSentinels();
        open(new Topology(Topology.Kind.SENTINEL, RedisSentinels.MASTER, sentinels.addresses()));
        List<Grant> holds = holds();

        RedisServer old = sentinels.master();
        sentinels.failover();
        // Until then there are two that grant.
        await().atMost(Duration.ofSeconds(20))
                .ignoreException(UncheckedIOException.class) // it hangs up when it changes its role
                .until(() -> old.info("replication", "role").equals("slave"));

        keptOrLostAndNeverDoubled(holds);
    }

    @Test
    void aWaiterHearsOfAReleaseOnTheNewMaster() {
        RedisSentinels sentinels = startSentinels();
        open(new Topology(Topology.Kind.SENTINEL, RedisSentinels.MASTER, sentinels.addresses()));
        Grant hold = grant(here, "k", 10_000);
        Attempt first = there.acquire(request("k", 60_000));
        RedisServer old = sentinels.master();
        old.kill();
        RedisServer now = sentinels.awaitMasterOtherThan(old);
        assertThat(renew(hold)).isTrue();

        await().atMost(Duration.ofSeconds(5))
                .until(() -> now.command("PUBSUB", "CHANNELS", "*").toString().contains("{k}"));
        // Just after it has asked, so that it would not ask again for most of a second.
        long fastest = woken(hold, first);
        for (int round = 0; round < 4; round++) {
            Grant next = grant(here, "k", 10_000);
            Attempt waiting = there.acquire(request("k", 60_000));
            await().until(waiting::isContended);
            fastest = Math.min(fastest, woken(next, waiting));
        }
        assertThat(fastest).as("milliseconds until the fastest was woken").isLessThan(500);
    }

    /** How many milliseconds after the hold's release the other gets the lock. */
    private static long woken(Grant hold, Attempt waiting) {
        long begun = System.nanoTime();
        assertThat(release(hold)).isTrue();
        Grant granted = answer(waiting).grant();
        assertThat(granted).isNotNull();
        long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
        release(granted);
        return took;
    }

    @Test
    @Tag("whole")
    void aJvmThatStartsInTheMiddleOfAFailoverGetsLocksAfterIt() {
        RedisSentinels sentinels = startSentinels();
        RedisServer old = sentinels.master();
        old.kill();
        RedisStore late = open.add(new RedisStore(
                new TestContext(),
                RedisSettings.of(new Topology(Topology.Kind.SENTINEL, RedisSentinels.MASTER, sentinels.addresses()))
                        .timeout(Duration.ofSeconds(1))
                        .build()));

        assertThat(release(grant(late, "k", 30_000))).isTrue();
    }

    @Test
    @Shows("failover in a cluster")
    void holdsOutliveTheDeathOfAMasterOfACluster() {
        RedisCluster cluster = startCluster();
        open(new Topology(Topology.Kind.CLUSTER, null, cluster.addresses()));
        List<Grant> holds = holds();
        RedisServer old = cluster.masterOf("held0");

        old.kill();
        callsAnswerInTimeUntil(holds, () -> isServed(cluster, "held0", old));
        cluster.awaitMasterOtherThan(old, "held0");
        old.restart();
        cluster.awaitHealthy();

        keptOrLostAndNeverDoubled(holds);
    }

    private static boolean isServed(RedisCluster servers, String key, RedisServer old) {
        try {
            return servers.masterOf(key) != old;
        } catch (IllegalStateException down) {
            return false;
        }
    }

    @Test
    @Tag("whole")
    void callsGoOnWhileAClusterExchangesAMaster() {
        RedisCluster cluster = startCluster();
        open(new Topology(Topology.Kind.CLUSTER, null, cluster.addresses()));
        List<Grant> holds = holds();
        Attempt waiting = there.acquire(request("held0", 60_000));

        cluster.failover("held0");
        cluster.awaitHealthy();

        assertThat(renew(holds.get(0))).isTrue();
        assertThat(release(holds.remove(0))).isTrue();
        release(answer(waiting).grant());
        keptOrLostAndNeverDoubled(holds);
    }

    @Test
    @Tag("whole")
    void aNodeThatDiesTakesOnlyItsOwnAnswersAlong() {
        RedisCluster cluster = startCluster("--cluster-node-timeout", "60000");
        RedisSettings settings = RedisSettings.of(new Topology(Topology.Kind.CLUSTER, null, cluster.addresses()))
                .timeout(Duration.ofSeconds(20))
                .build();
        here = open.add(new RedisStore(new TestContext(), settings, TimeUnit.SECONDS.toNanos(20)));
        RedisServer slow = cluster.masterOf("k");
        String otherKey = "other";
        for (int i = 0; cluster.masterOf(otherKey) == slow; i++) {
            otherKey = "other" + i;
        }
        RedisServer dying = cluster.masterOf(otherKey);
        release(grant(here, "k", 20_000));
        release(grant(here, otherKey, 20_000));
        slow.freeze();
        dying.freeze();
        Attempt asked = here.acquire(request("k", 0));
        Attempt lost = here.acquire(request(otherKey, 0));

        dying.kill();

        assertThat(answer(lost).cause()).as("its own").isNotNull();
        slow.resume();
        assertThat(release(granted(asked))).isTrue();
    }

    @Test
    @Shows("a slot moves (MOVED), or is down (CLUSTERDOWN)")
    void aLockMovesWithItsSlot() {
        RedisCluster cluster = startCluster();
        open(new Topology(Topology.Kind.CLUSTER, null, cluster.addresses()));
        Grant hold = grant(here, "k", 10_000);
        RedisServer from = cluster.masterOf("k");
        RedisServer to = cluster.masters().stream()
                .filter(master -> master != from)
                .findFirst()
                .orElseThrow();
        Attempt waiting = there.acquire(request("k", 60_000));

        cluster.moveSlot("k", to, () -> {
            assertThat(renew(hold)).as("renewed on the way").isTrue();
            assertThat(acquire(there, "k", 300).grant()).isNull();
        });

        assertThat(cluster.masterOf("k")).isSameAs(to);
        assertThat(renew(hold)).as("renewed where it is now").isTrue();
        Answer other = acquire(there, "k", 2_000);
        assertThat(other.isBusy()).as("busy, and not: %s", other.cause()).isTrue();
        assertThat(release(hold)).isTrue();
        release(answer(waiting).grant());
    }

    @Test
    @Tag("whole")
    @Shows("a slot moves (MOVED), or is down (CLUSTERDOWN)")
    void aClusterThatHasLostSlotsIsUnavailableInTime() {
        RedisCluster cluster = startCluster();
        open(new Topology(Topology.Kind.CLUSTER, null, cluster.addresses()));
        RedisServer master = cluster.masterOf("k");
        RedisServer replica = cluster.replicaOf(master);

        replica.kill();
        master.kill();

        for (int i = 0; i < 30; i++) {
            long wait = i % 2 == 0 ? 0 : 300;
            try (Hiccups hiccups = new Hiccups()) {
                Answer answer = acquire(here, "k", wait);
                hiccups.requireWithin(wait);
                assertThat(answer.cause()).isNotNull();
            }
        }
        Attempt waiting = here.acquire(request("k", 60_000));
        master.restart();
        replica.restart();
        assertThat(release(granted(waiting))).isTrue();
    }

    @Test
    @Tag("whole")
    void holdsOutliveAPromotionByHand() {
        ReplicatedRedis redis = open.add(ReplicatedRedis.start(2));
        servers = redis.all();
        open(new Topology(Topology.Kind.REPLICATED, null, redis.addresses()), 2);
        List<Grant> holds = holds();

        redis.promote(redis.replicas().get(0));
        redis.awaitReplicas(2);

        keptOrLostAndNeverDoubled(holds);
    }
}
