package io.lockgraft.store.redis;

import static io.lockgraft.store.redis.Locks.acquire;
import static io.lockgraft.store.redis.Locks.answer;
import static io.lockgraft.store.redis.Locks.grant;
import static io.lockgraft.store.redis.Locks.granted;
import static io.lockgraft.store.redis.Locks.isKept;
import static io.lockgraft.store.redis.Locks.release;
import static io.lockgraft.store.redis.Locks.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
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
import io.lockgraft.testing.server.SlowLoading;
import io.lockgraft.testing.store.TestContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * What calls get while the master of a topology answers and serves nobody: it loads its data, or it was made the
 * replica of one that is gone. Nobody takes its place, for it is there.
 */
@Timeout(180)
@Shows({"not there, killed, frozen, paused, loading", "read-only, a replica without its master"})
final class IllMasterTest {
    /** Of a call that is to be told why: with wait 0 its answer may come after it has ended. */
    private static final long WAIT = 300;

    private static final String[] CALM_CLUSTER = {"--cluster-node-timeout", "60000"};
    private static final String[] NO_STALE_DATA = {"--replica-serve-stale-data", "no"};

    @RegisterExtension
    private final NewThreads threads = new NewThreads();

    private final Closing open = new Closing();
    private List<RedisServer> servers = Collections.emptyList();
    private RedisStore backend;

    @AfterEach
    void close() throws Exception {
        try {
            Leftovers.awaitNone(servers);
        } finally {
            open.close();
        }
    }

    private RedisSentinels startSentinels(String... options) {
        RedisSentinels sentinels = open.add(RedisSentinels.startCalm(options));
        servers = sentinels.redis().all();
        return sentinels;
    }

    private RedisCluster startCluster(String... options) {
        RedisCluster cluster = open.add(RedisCluster.start(with(CALM_CLUSTER, options)));
        servers = cluster.nodes();
        return cluster;
    }

    private void cold(Topology topology) {
        backend = open.add(new RedisStore(
                new TestContext(),
                RedisSettings.of(topology).timeout(Duration.ofSeconds(1)).build()));
    }

    private void warm(Topology topology) {
        cold(topology);
        for (int i = 0; i < 20; i++) {
            release(grant(backend, "k", 20_000));
        }
    }

    private static Topology of(RedisSentinels servers) {
        return new Topology(Topology.Kind.SENTINEL, RedisSentinels.MASTER, servers.addresses());
    }

    private static Topology of(RedisCluster servers) {
        return new Topology(Topology.Kind.CLUSTER, null, servers.addresses());
    }

    /** Calls are told so in time. */
    private void isUnavailable(String reason) {
        for (int i = 0; i < 10; i++) {
            long wait = i % 2 == 0 ? 0 : WAIT;
            Answer answer = inTime("k", wait);
            assertThat(answer.cause()).as("with wait %s", wait).isNotNull();
            if (wait > 0) {
                assertThat(answer.cause()).hasMessageContaining(reason);
            }
        }
    }

    private Answer inTime(String key, long wait) {
        try (Hiccups hiccups = new Hiccups()) {
            Answer answer = acquire(backend, key, wait);
            hiccups.requireWithin(wait);
            return answer;
        }
    }

    /** A call that is willing to wait gets its lock when this has been done, and so does everybody afterwards. */
    private void servesAfter(Runnable cure) {
        Attempt willing = backend.acquire(request("k", 60_000));
        await().during(Duration.ofMillis(300)).until(() -> !willing.answer().isDone());

        cure.run();

        release(granted(willing));
        release(grant(backend, "k", 20_000));
    }

    @Test
    void aMasterUnderSentinelThatLoadsItsData() throws Exception {
        RedisSentinels sentinels = startSentinels(SlowLoading.OPTIONS);
        warm(of(sentinels));
        Grant hold = granted(backend.acquire(request("held", 20_000, 120_000)));

        SlowLoading loading = SlowLoading.restart(sentinels.master());
        isUnavailable("LOADING");

        servesAfter(loading::finish);
        assertThat(isKept(backend, hold)).isTrue();
        assertThat(release(hold)).isTrue();
    }

    @Test
    @Tag("whole")
    void aMasterUnderSentinelThatLoadsItsDataWhenTheFirstCallComes() {
        RedisSentinels sentinels = startSentinels(SlowLoading.OPTIONS);
        SlowLoading loading = SlowLoading.restart(sentinels.master());
        cold(of(sentinels));
        acquire(backend, "k", 0);

        isUnavailable("");

        servesAfter(loading::finish);
    }

    @Test
    @Tag("whole")
    void aMasterUnderSentinelThatSomebodyMadeTheReplicaOfNobody() {
        RedisSentinels sentinels = startSentinels(NO_STALE_DATA);
        warm(of(sentinels));
        RedisServer master = sentinels.master();

        master.command("REPLICAOF", "127.0.0.1", Integer.toString(RedisServer.freePort()));
        isUnavailable("MASTERDOWN");

        servesAfter(() -> master.command("REPLICAOF", "NO", "ONE"));
    }

    @Test
    @Tag("whole")
    void aMasterOfAClusterThatLoadsItsData() throws Exception {
        RedisCluster cluster = startCluster(SlowLoading.OPTIONS);
        warm(of(cluster));
        Grant hold = granted(backend.acquire(request("held{k}", 20_000, 120_000)));
        String elsewhere = elsewhere(cluster);
        release(grant(backend, elsewhere, 20_000));

        SlowLoading loading = SlowLoading.restart(cluster.masterOf("k"), "{k}");
        isUnavailable("LOADING");
        for (int i = 0; i < 5; i++) {
            release(inTime(elsewhere, WAIT).grant());
        }
        Answer both =
                answer(backend.acquire(request(LockKind.EXCLUSIVE, 1, Arrays.asList("k", elsewhere), WAIT, 120_000)));
        assertThat(both.cause()).as("of both keys").isNotNull();
        release(grant(backend, elsewhere, 20_000));

        servesAfter(loading::finish);
        assertThat(isKept(backend, hold)).isTrue();
        assertThat(release(hold)).isTrue();
    }

    @Test
    @Tag("whole")
    void aMasterOfAClusterThatLoadsItsDataWhenTheFirstCallComes() {
        RedisCluster cluster = startCluster(SlowLoading.OPTIONS);
        SlowLoading loading = SlowLoading.restart(cluster.masterOf("k"), "{k}");
        cold(of(cluster));
        acquire(backend, "k", 0);

        isUnavailable("");

        servesAfter(loading::finish);
    }

    /** Its replica has lost its master, does not take its place, and gives nothing of what it remembers. */
    @Test
    void aMasterOfAClusterThatIsGoneWhileItsReplicaServesNoStaleData() {
        RedisCluster cluster = startCluster(NO_STALE_DATA);
        warm(of(cluster));
        RedisServer master = cluster.masterOf("k");
        RedisServer replica = cluster.replicaOf(master);

        master.kill();
        await().until(() -> replica.info("replication", "master_link_status").equals("down"));
        isUnavailable("");

        servesAfter(master::restart);
    }

    /**
     * The same where the client's slots are out of date as well: it asks the node that was the master, which is a
     * replica now and has lost its own master. What has a key is sent on by such a node (MOVED) before it looks whether
     * it may answer; MASTERDOWN is for what has none, as PING, and for readers that asked for replicas by READONLY. The
     * client sends READONLY to nobody, so no call is ever told MASTERDOWN in a cluster.
     */
    @Test
    @Tag("whole")
    void aMasterOfAClusterThatWasReplacedByOneThatIsGoneNow() {
        RedisCluster cluster = startCluster(NO_STALE_DATA);
        warm(of(cluster));
        RedisServer old = cluster.masterOf("k");
        RedisServer successor = cluster.replicaOf(old);

        successor.command("CLUSTER", "FAILOVER", "TAKEOVER");
        await().until(() -> old.info("replication", "role").equals("slave"));
        successor.kill();
        await().until(() -> old.info("replication", "master_link_status").equals("down"));
        isUnavailable("");
        isTold(old, "MASTERDOWN", "PING");
        isTold(old, "MOVED", "EVAL", "return redis.call('exists', KEYS[1])", "1", "k");
        isTold(old, "MOVED", "EVALSHA", "0000000000000000000000000000000000000000", "1", "k");
        for (RedisServer node : Arrays.asList(old, cluster.masters().get(0))) {
            assertThat((String) node.command("INFO", "commandstats")).doesNotContain("cmdstat_readonly");
        }

        servesAfter(successor::restart);
    }

    private static void isTold(RedisServer server, String answer, String... command) {
        assertThatThrownBy(() -> server.command(command))
                .as(String.join(" ", command))
                .hasMessageStartingWith(answer);
    }

    private static String elsewhere(RedisCluster servers) {
        for (int i = 0; ; i++) {
            if (servers.masterOf("elsewhere" + i) != servers.masterOf("k")) {
                return "elsewhere" + i;
            }
        }
    }

    private static String[] with(String[] some, String[] others) {
        List<String> all = new ArrayList<>(Arrays.asList(some));
        all.addAll(Arrays.asList(others));
        return all.toArray(new String[0]);
    }
}
