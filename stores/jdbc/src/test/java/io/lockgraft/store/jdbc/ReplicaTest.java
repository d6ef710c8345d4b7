package io.lockgraft.store.jdbc;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Renewal;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.server.TcpProxy;
import io.lockgraft.testing.store.TestContext;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** An address that leads to a replica, which is behind its primary and knows nothing of the last locks. */
@Timeout(120)
final class ReplicaTest {
    private static final String FREED = "UPDATE lockgraft SET owner = '-', holders = '-', ends = 0";
    private static final String DELETED = "DELETE FROM lockgraft";

    private Database server;

    @BeforeEach
    void start() throws Exception {
        server = new PostgreSqlDatabase();
    }

    @AfterEach
    void stop() throws Exception {
        server.close();
    }

    /** Takes no writes, and has fewer locks than it was asked for. */
    private void becomeAReplica(String behind) throws Exception {
        server.update(behind);
        server.update("ALTER DATABASE postgres SET default_transaction_read_only = on");
    }

    static List<Arguments> replicas() {
        return List.of(
                Arguments.of("", FREED),
                Arguments.of("&targetServerType=any", FREED),
                Arguments.of("&targetServerType=any", DELETED));
    }

    /** By the driver's rule for several hosts the store's connections lead to the primary, unless the URL says else. */
    @ParameterizedTest
    @MethodSource("replicas")
    @Shows("the database's address leads to a replica")
    @FailsWithout("`OwnRows#isHeld` writes a no, so that no replica can say it")
    void aReplicaTellsNoHolderThatItsLockIsLost(String parameter, String behind) throws Exception {
        List<Grant> held = new ArrayList<>();
        try (TcpProxy network = new TcpProxy(server.port());
                LockStore store = new JdbcConfiguration(server.settings(server.url(network.port()) + parameter))
                        .open(new TestContext())) {
            for (LockKind kind : LockKind.values()) {
                held.add(JdbcFaults.granted(store, JdbcFaults.request(kind, "key:" + kind, 20_000)));
            }
            becomeAReplica(behind);
            network.hangUp();

            for (int i = 0; i < 3; i++) {
                for (CompletableFuture<Renewal> each : store.renew(held)) {
                    Renewal said = each.get(30, SECONDS);
                    assertThat(said.isHeld() || said.isLost())
                            .as("known, in round %d", i)
                            .isFalse();
                }
            }
            for (Grant each : held) {
                assertThat(each.release().get(30, SECONDS).isLost()).isFalse();
            }
        }
    }
}
