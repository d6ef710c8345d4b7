package io.lockgraft.store.zookeeper;

import static io.lockgraft.store.zookeeper.ZooKeeperSessionTest.granted;
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
import java.time.Duration;
import java.util.Comparator;
import java.util.UUID;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One of several servers fails. */
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

    /** The server with the most clients: there is one client. */
    private static int attached(ZooKeeperServers servers) {
        return IntStream.range(0, servers.count())
                .boxed()
                .max(Comparator.comparing(servers::clients))
                .orElseThrow();
    }
}
