package io.lockgraft.store.zookeeper;

import io.lockgraft.conformance.jvm.Opening;
import io.lockgraft.conformance.server.ServerConformance;
import io.lockgraft.spi.Capabilities;
import io.lockgraft.store.zookeeper.settings.ZooKeeperSettings;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** ZooKeeper keeps what a store promises. */
@Execution(ExecutionMode.CONCURRENT)
final class ZooKeeperConformanceTest extends ServerConformance {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    /** Of a test that waits until a session is over. */
    private static final Duration SHORT_TIMEOUT = Duration.ofSeconds(16);

    private static ZooKeeperServer server;

    private final Duration timeout;
    private final ZooKeeperSettings settings;

    ZooKeeperConformanceTest(TestInfo test) {
        timeout = test.getTags().contains("death") ? SHORT_TIMEOUT : TIMEOUT;
        settings = ZooKeeperServer.settings("", timeout);
    }

    @BeforeAll
    static void start() throws Exception {
        server = new ZooKeeperServer();
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
    }

    @Override
    protected ZooKeeperServer server() {
        return server;
    }

    @Override
    protected Opening opening(int port) {
        String address = "127.0.0.1:" + port;
        Duration its = timeout;
        return context -> new ZooKeeperStore(context, ZooKeeperServer.settings(address, its));
    }

    @Override
    protected Capabilities capabilities() {
        return ZooKeeperStore.capabilities(settings);
    }
}
