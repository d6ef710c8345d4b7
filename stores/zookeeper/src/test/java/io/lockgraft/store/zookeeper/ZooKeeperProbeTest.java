package io.lockgraft.store.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.store.zookeeper.settings.ZooKeeperSettings;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.server.Ports;
import io.lockgraft.testing.store.Probes;
import io.lockgraft.testing.store.TestContext;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A ZooKeeper that cannot be used: {@code check --connect} is told why, and what to do. See ZooKeeperTlsProbeTest. */
@Timeout(60)
final class ZooKeeperProbeTest {
    private static ZooKeeperServer server;
    private static ZooKeeperServer old;

    @BeforeAll
    static void start() throws Exception {
        server = new ZooKeeperServer();
        assertThat(Probes.said(store(server.address(), "/private", "anna:secret")))
                .startsWith("usable");
        old = new ZooKeeperServer();
        old.itself().becomeOld();
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
        old.close();
    }

    private static ZooKeeperStore store(String connect, String root, String user) {
        return new ZooKeeperStore(
                new TestContext(), new ZooKeeperSettings(connect, root, Duration.ofSeconds(20), user, 0, null));
    }

    private enum Fault {
        WRONG_PASSWORD("ZooKeeper allows this user too little at /private/sessions") {
            @Override
            ZooKeeperStore store() {
                return ZooKeeperProbeTest.store(server.address(), "/private", "anna:wrong");
            }
        },
        NO_USER("correct username and password of zookeeper, or give it these rights") {
            @Override
            ZooKeeperStore store() {
                return ZooKeeperProbeTest.store(server.address(), "/private", null);
            }
        },
        MISSING_PATH("the path behind the servers of 'connect' is not there; make it, or leave it out") {
            @Override
            ZooKeeperStore store() {
                return ZooKeeperProbeTest.store(server.address() + "/absent", "/lockgraft", null);
            }
        },
        NO_SERVER("has answered; look at host and port in zookeeper.connect, and whether it wants TLS") {
            @Override
            ZooKeeperStore store() {
                return ZooKeeperProbeTest.store("127.0.0.1:" + Ports.free(), "/lockgraft", null);
            }
        },
        OLD_SERVER("this ZooKeeper is too old: locks need version 3.5 or newer") {
            @Override
            ZooKeeperStore store() {
                return ZooKeeperProbeTest.store(old.address(), "/lockgraft", null);
            }
        };

        private final String told;

        Fault(String told) {
            this.told = told;
        }

        abstract ZooKeeperStore store();
    }

    @Test
    void theQuestionLeavesNothingBehind() throws Exception {
        assertThat(Probes.said(store(server.address(), "/asked", null))).startsWith("usable");

        assertThat(server.witness().getChildren("/asked/locks", false)).isEmpty();
        assertThat(server.witness().getChildren("/asked/sessions", false)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    @FailsWithout("`Commands#answer` tells a missing right as a refusal, and `ZooKeeperClient` what it waits for")
    @FailsWithout("`ZooKeeperStore#tryQueue` makes what an old server does not know")
    void isToldWithItsCure(Fault fault) throws Exception {
        assertThat(Probes.said(fault.store())).contains(fault.told);
    }
}
