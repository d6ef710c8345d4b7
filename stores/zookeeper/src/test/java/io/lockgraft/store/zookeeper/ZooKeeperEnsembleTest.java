package io.lockgraft.store.zookeeper;

import static io.lockgraft.store.zookeeper.ZooKeeperSessionTest.granted;
import static io.lockgraft.store.zookeeper.ZooKeeperSessionTest.request;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockStore;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.ensemble.ZooKeeperServers;
import io.lockgraft.testing.store.Renewals;
import io.lockgraft.testing.store.TestContext;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Comparator;
import java.util.UUID;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Quotas;
import org.apache.zookeeper.StatsTrack;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Servers that are processes of their own: one of several fails, or its settings are unusual. */
@Timeout(120)
final class ZooKeeperEnsembleTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private static final String LIMITS = Quotas.limitPath("/lockgraft");
    private static final String STATS = Quotas.statPath("/lockgraft");
    private static final byte[] NOTHING = {};

    private final String key = "ensemble:" + UUID.randomUUID();

    @Test
    @Shows("one of several servers of ZooKeeper falls silent: it is frozen, or its machine dies")
    @FailsWithout("`SilentServer#leave` goes to another server before the lease is over")
    void aServerThatFallsSilentForLongerThanTheLeaseCostsNoLock() throws Exception {
        try (ZooKeeperServers servers = ZooKeeperServers.start(3);
                LockStore store =
                        new ZooKeeperStore(new TestContext(), ZooKeeperServer.settings(servers.connect(), TIMEOUT))) {
            Grant held = granted(store, key);
            int attached = attached(servers);

            servers.freeze(attached);
            try {
                Grant next = granted(store, key + " next");
                assertThatThrownBy(() -> held.lost()
                                .get(TIMEOUT.dividedBy(2).plusSeconds(1).toSeconds(), SECONDS))
                        .as("a loss within the lease")
                        .isInstanceOf(TimeoutException.class);

                assertThat(Renewals.isHeld(store, held)).isTrue();
                assertThat(Renewals.isHeld(next.release())).isTrue();
            } finally {
                servers.thaw(attached);
            }
            assertThat(Renewals.isHeld(held.release())).isTrue();
        }
    }

    @Test
    @Shows("ZooKeeper refuses a write for now, as where a quota is used up")
    @FailsWithout("`ZooKeeperClient#confirm` sends a first write again that has failed")
    void aFirstWriteThatFailsIsSentAgainOnTheSameConnection() throws Exception {
        try (ZooKeeperServers server = ZooKeeperServers.start(1, "enforceQuota=true");
                ZooKeeper operator = ZooKeeperServer.connected(server.connect());
                LockStore store =
                        new ZooKeeperStore(new TestContext(), ZooKeeperServer.settings(server.connect(), TIMEOUT))) {
            makeQuota(operator, 1);
            assertThat(store.acquire(request(key, 5_000))
                            .answer()
                            .get(20, SECONDS)
                            .cause())
                    .isInstanceOf(KeeperException.QuotaExceededException.class);

            operator.setData(LIMITS, nodesAtMost(1_000), -1);

            assertThat(Renewals.isHeld(granted(store, key).release())).isTrue();
        }
    }

    @Test
    @FailsWithout("`KeyPlace#leave` deletes a queue that never had a node, which the server keeps")
    void aQueueThatNeverHadANodeIsDeleted() throws Exception {
        try (ZooKeeperServers server = ZooKeeperServers.start(1, "enforceQuota=true");
                ZooKeeper operator = ZooKeeperServer.connected(server.connect());
                LockStore store =
                        new ZooKeeperStore(new TestContext(), ZooKeeperServer.settings(server.connect(), TIMEOUT))) {
            makeQuota(operator, 1_000);
            assertThat(Renewals.isHeld(granted(store, key + " before").release()))
                    .isTrue();
            String queues = "/lockgraft/locks";
            await().until(() -> operator.getChildren(queues, false).isEmpty());
            long nodes = new StatsTrack(operator.getData(STATS, false, null)).getCount();

            // There is room for the queue, and not for a node in it.
            operator.setData(LIMITS, nodesAtMost(nodes + 1), -1);
            Attempt attempt = store.acquire(request(key, 2_000));
            await().until(() -> !operator.getChildren(queues, false).isEmpty());
            assertThat(attempt.answer().get(20, SECONDS).grant()).isNull();

            await().until(() -> operator.getChildren(queues, false).isEmpty());
        }
    }

    private static void makeQuota(ZooKeeper operator, long nodes) throws Exception {
        make(operator, "/lockgraft", NOTHING);
        make(operator, Quotas.quotaPath("/lockgraft"), NOTHING);
        make(operator, LIMITS, nodesAtMost(nodes));
        make(operator, STATS, "count=1,bytes=0".getBytes(StandardCharsets.US_ASCII));
    }

    private static byte[] nodesAtMost(long count) {
        return ("count=-1,bytes=-1=;byteHardLimit=-1;countHardLimit=" + count).getBytes(StandardCharsets.US_ASCII);
    }

    private static void make(ZooKeeper operator, String path, byte[] data) throws Exception {
        operator.create(path, data, ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
    }

    /** The server with the most clients: there is one client. */
    private static int attached(ZooKeeperServers servers) {
        return IntStream.range(0, servers.count())
                .boxed()
                .max(Comparator.comparing(servers::clients))
                .orElseThrow();
    }
}
