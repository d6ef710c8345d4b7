package io.lockgraft.backend.redis;

import static io.lockgraft.backend.redis.Locks.acquire;
import static io.lockgraft.backend.redis.Locks.answer;
import static io.lockgraft.backend.redis.Locks.grant;
import static io.lockgraft.backend.redis.Locks.granted;
import static io.lockgraft.backend.redis.Locks.release;
import static io.lockgraft.backend.redis.Locks.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.backend.Answer;
import io.lockgraft.backend.Attempt;
import io.lockgraft.backend.Grant;
import io.lockgraft.rules.LockKind;
import io.lockgraft.rules.RedisSettings;
import io.lockgraft.rules.Topology;
import io.lockgraft.testing.RedisCluster;
import io.lockgraft.testing.RedisSentinels;
import io.lockgraft.testing.RedisServer;
import io.lockgraft.testing.ReplicatedRedis;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of holds, waits and calls while another server becomes the master. */
@Timeout(180)
final class FailoverTest {
    /** The promise is 100 ms; the rest is for a busy machine. */
    private static final long SLACK = 100 + 250;

    private static final LockKind[] KINDS = LockKind.values();
    private static final int HOLDS = 4 * KINDS.length;

    private final List<AutoCloseable> open = new ArrayList<>();
    private RedisBackend here;
    private RedisBackend there;

    @AfterEach
    void close() throws Exception {
        Collections.reverse(open);
        for (AutoCloseable each : open) {
            each.close();
        }
    }

    private <T extends AutoCloseable> T closing(T resource) {
        open.add(resource);
        return resource;
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
        here = closing(new RedisBackend(settings));
        there = closing(new RedisBackend(settings));
        for (int i = 0; i < 20; i++) {
            release(grant(here, "warm", 20_000));
            release(grant(there, "warm", 20_000));
        }
    }

    /** A call that this hold keeps out. */
    private Answer rival(Grant hold, long wait) {
        LockKind kind = hold.request().kind();
        return answer(there.acquire(request(
                kind == LockKind.READ ? LockKind.WRITE : kind, hold.request().name(), wait)));
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
                return here.renew(Collections.singletonList(grant)).get(0).get(10, TimeUnit.SECONDS);
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
            long begun = System.nanoTime();
            Answer answer = rival(holds.get(i % HOLDS), wait);
            assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun))
                    .as("time that a call with wait %s ms took", wait)
                    .isLessThan(wait + SLACK);
            assertThat(answer.grant()).as("a grant of what somebody holds").isNull();
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
    void holdsOutliveTheDeathOfAMasterUnderSentinel() {
        RedisSentinels servers = closing(RedisSentinels.start());
        open(Topology.sentinel(RedisSentinels.MASTER, servers.addresses()));
        List<Grant> holds = holds();
        Attempt waiting = there.acquire(request("held0", 60_000));
        RedisServer old = servers.master();

        old.kill();
        callsAnswerInTimeUntil(holds, () -> servers.master() != old);
        servers.awaitMasterOtherThan(old);

        assertThat(renew(holds.get(0))).isTrue();
        assertThat(waiting.answer()).isNotDone();
        assertThat(release(holds.remove(0))).isTrue();
        release(answer(waiting).grant());
        keptOrLostAndNeverDoubled(holds);
    }

    @Test
    void aNewMasterGivesOutNoneOfTheTokensThatBelongToAGrantOfTheOldOne() {
        RedisSentinels servers = closing(RedisSentinels.start());
        open(Topology.sentinel(RedisSentinels.MASTER, servers.addresses()));
        Grant hold = granted(here.acquire(request(LockKind.FENCED, "k", 10_000).withTokens(65)));
        RedisServer old = servers.master();
        old.kill();
        servers.awaitMasterOtherThan(old);
        assertThat(renew(hold)).isTrue();
        assertThat(release(hold)).isTrue();

        Grant next = granted(there.acquire(request(LockKind.FENCED, "k", 20_000)));

        assertThat(next.token()).isGreaterThan(hold.token() + 64);
    }

    @Test
    void holdsOutliveTheExchangeOfAMasterUnderSentinel() {
        RedisSentinels servers = closing(RedisSentinels.start());
        open(Topology.sentinel(RedisSentinels.MASTER, servers.addresses()));
        List<Grant> holds = holds();

        RedisServer old = servers.master();
        servers.failover();
        // Until then there are two that grant.
        await().atMost(Duration.ofSeconds(20))
                .ignoreException(UncheckedIOException.class) // it hangs up when it changes its role
                .until(() -> old.info("replication", "role").equals("slave"));

        keptOrLostAndNeverDoubled(holds);
    }

    @Test
    void aWaiterHearsOfAReleaseOnTheNewMaster() {
        RedisSentinels servers = closing(RedisSentinels.start());
        open(Topology.sentinel(RedisSentinels.MASTER, servers.addresses()));
        Grant hold = grant(here, "k", 10_000);
        Attempt first = there.acquire(request("k", 60_000));
        RedisServer old = servers.master();
        old.kill();
        RedisServer now = servers.awaitMasterOtherThan(old);
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
    void aJvmThatStartsInTheMiddleOfAFailoverGetsLocksAfterIt() {
        RedisSentinels servers = closing(RedisSentinels.start());
        RedisServer old = servers.master();
        old.kill();
        RedisBackend late =
                closing(new RedisBackend(RedisSettings.of(Topology.sentinel(RedisSentinels.MASTER, servers.addresses()))
                        .timeout(Duration.ofSeconds(1))
                        .build()));

        assertThat(grant(late, "k", 30_000)).isNotNull();
    }

    @Test
    void holdsOutliveTheDeathOfAMasterOfACluster() {
        RedisCluster servers = closing(RedisCluster.start());
        open(Topology.cluster(servers.addresses()));
        List<Grant> holds = holds();
        RedisServer old = servers.masterOf("held0");

        old.kill();
        callsAnswerInTimeUntil(holds, () -> isServed(servers, "held0", old));
        servers.awaitMasterOtherThan(old, "held0");
        old.restart();
        servers.awaitHealthy();

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
    void callsGoOnWhileAClusterExchangesAMaster() {
        RedisCluster servers = closing(RedisCluster.start());
        open(Topology.cluster(servers.addresses()));
        List<Grant> holds = holds();
        Attempt waiting = there.acquire(request("held0", 60_000));

        servers.failover("held0");
        servers.awaitHealthy();

        assertThat(renew(holds.get(0))).isTrue();
        assertThat(release(holds.remove(0))).isTrue();
        release(answer(waiting).grant());
        keptOrLostAndNeverDoubled(holds);
    }

    @Test
    void aNodeThatDiesTakesOnlyItsOwnAnswersAlong() {
        RedisCluster servers = closing(RedisCluster.start("--cluster-node-timeout", "60000"));
        RedisSettings settings = RedisSettings.of(Topology.cluster(servers.addresses()))
                .timeout(Duration.ofSeconds(20))
                .build();
        here = closing(new RedisBackend(settings, TimeUnit.SECONDS.toNanos(20)));
        RedisServer slow = servers.masterOf("k");
        String otherKey = "other";
        for (int i = 0; servers.masterOf(otherKey) == slow; i++) {
            otherKey = "other" + i;
        }
        RedisServer dying = servers.masterOf(otherKey);
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
    void aLockMovesWithItsSlot() {
        RedisCluster servers = closing(RedisCluster.start());
        open(Topology.cluster(servers.addresses()));
        Grant hold = grant(here, "k", 10_000);
        RedisServer from = servers.masterOf("k");
        RedisServer to = servers.masters().stream()
                .filter(master -> master != from)
                .findFirst()
                .orElseThrow();
        Attempt waiting = there.acquire(request("k", 60_000));

        servers.moveSlot("k", to, () -> {
            assertThat(renew(hold)).as("renewed on the way").isTrue();
            assertThat(acquire(there, "k", 300).grant()).isNull();
        });

        assertThat(servers.masterOf("k")).isSameAs(to);
        assertThat(renew(hold)).as("renewed where it is now").isTrue();
        Answer other = acquire(there, "k", 300);
        assertThat(other.isBusy()).as("busy, and not: %s", other.cause()).isTrue();
        assertThat(release(hold)).isTrue();
        release(answer(waiting).grant());
        await().atMost(Duration.ofSeconds(5))
                .until(() -> servers.keys("k*").stream().allMatch(key -> key.contains(":abandoned:")));
    }

    @Test
    void aClusterThatHasLostSlotsIsUnavailableInTime() {
        RedisCluster servers = closing(RedisCluster.start());
        open(Topology.cluster(servers.addresses()));
        RedisServer master = servers.masterOf("k");
        RedisServer replica = servers.replicaOf(master);

        replica.kill();
        master.kill();

        for (int i = 0; i < 30; i++) {
            long wait = i % 2 == 0 ? 0 : 300;
            long begun = System.nanoTime();
            assertThat(acquire(here, "k", wait).cause()).isNotNull();
            assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun)).isLessThan(wait + SLACK);
        }
        Attempt waiting = here.acquire(request("k", 60_000));
        master.restart();
        replica.restart();
        assertThat(answer(waiting).grant()).isNotNull();
    }

    @Test
    void holdsOutliveAPromotionByHand() {
        ReplicatedRedis servers = closing(ReplicatedRedis.start(2));
        open(Topology.replicated(servers.addresses()), 2);
        List<Grant> holds = holds();

        servers.promote(servers.replicas().get(0));
        servers.awaitReplicas(2);

        keptOrLostAndNeverDoubled(holds);
    }
}
