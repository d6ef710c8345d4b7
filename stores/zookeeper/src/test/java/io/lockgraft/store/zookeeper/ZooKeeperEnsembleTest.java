package io.lockgraft.store.zookeeper;

import static io.lockgraft.store.zookeeper.ZooKeeperSessionTest.granted;
import static io.lockgraft.store.zookeeper.ZooKeeperSessionTest.request;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Servers that are processes of their own: one of several fails, or its settings are unusual. */
@Timeout(120)
final class ZooKeeperEnsembleTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final String key = "ensemble:" + UUID.randomUUID();

    @Test
    @Shows("one of several servers of ZooKeeper falls silent: it is frozen, or its machine dies")
    @FailsWithout("`ZooKeeperClient#leaveServer` goes to another server before the lease is over")
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
            make(operator, "/lockgraft", "");
            make(operator, "/zookeeper/quota/lockgraft", "");
            make(operator, "/zookeeper/quota/lockgraft/zookeeper_limits", nodesAtMost(1));
            make(operator, "/zookeeper/quota/lockgraft/zookeeper_stats", "count=1,bytes=0");
            assertThat(store.acquire(request(key, 500))
                            .answer()
                            .get(20, SECONDS)
                            .cause())
                    .isInstanceOf(KeeperException.QuotaExceededException.class);

            byte[] more = nodesAtMost(1_000).getBytes(StandardCharsets.US_ASCII);
            operator.setData("/zookeeper/quota/lockgraft/zookeeper_limits", more, -1);

            assertThat(Renewals.isHeld(granted(store, key).release())).isTrue();
        }
    }

    private static String nodesAtMost(int count) {
        return "count=-1,bytes=-1=;byteHardLimit=-1;countHardLimit=" + count;
    }

    private static void make(ZooKeeper operator, String path, String data) throws Exception {
        byte[] bytes = data.getBytes(StandardCharsets.US_ASCII);
        operator.create(path, bytes, ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
    }

    /** The server with the most clients: there is one client. */
    private static int attached(ZooKeeperServers servers) {
        return IntStream.range(0, servers.count())
                .boxed()
                .max(Comparator.comparing(servers::clients))
                .orElseThrow();
    }
}
