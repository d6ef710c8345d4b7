package io.lockgraft.store.zookeeper;

import io.lockgraft.conformance.StoreConformance;
import io.lockgraft.conformance.jvm.Opening;
import io.lockgraft.spi.Capabilities;
import io.lockgraft.testing.server.TcpProxy;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** ZooKeeper keeps what a store promises. */
@Execution(ExecutionMode.CONCURRENT)
final class ZooKeeperConformanceTest extends StoreConformance {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    /** Of a test that waits until a session is over. */
    private static final Duration SHORT_TIMEOUT = Duration.ofSeconds(16);

    private static ZooKeeperServer server;

    private final TcpProxy network = new TcpProxy(server.port());
    private final Duration timeout;
    private final ZooKeeperSettings settings;

    ZooKeeperConformanceTest(TestInfo test) {
        timeout = test.getTags().contains("death") ? SHORT_TIMEOUT : TIMEOUT;
        settings = ZooKeeperServer.settings(ZooKeeperServer.through(network), timeout);
    }

    @BeforeAll
    static void start() throws Exception {
        server = new ZooKeeperServer();
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
    }

    @AfterEach
    void hangUp() {
        network.close();
    }

    @Override
    protected Opening opening() {
        String address = ZooKeeperServer.through(network);
        Duration its = timeout;
        return context -> new ZooKeeperStore(context, ZooKeeperServer.settings(address, its));
    }

    @Override
    protected boolean isHeld(String key) throws Exception {
        return server.isHeld(key);
    }

    @Override
    protected Set<String> leftOf(List<String> keys) throws Exception {
        return server.left(keys);
    }

    @Override
    protected void delete(String key) throws Exception {
        server.delete(key);
    }

    @Override
    protected void freeze() {
        network.cut();
    }

    @Override
    protected void thaw() {
        network.deliver();
    }

    @Override
    protected Capabilities capabilities() {
        return ZooKeeperStore.capabilities(settings);
    }
}
