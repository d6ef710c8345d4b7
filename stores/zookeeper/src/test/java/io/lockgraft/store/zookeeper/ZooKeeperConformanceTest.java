package io.lockgraft.store.zookeeper;

import io.lockgraft.conformance.jvm.Opening;
import io.lockgraft.conformance.server.ServerConformance;
import io.lockgraft.spi.Capabilities;
import io.lockgraft.store.zookeeper.settings.ZooKeeperSettings;
import io.lockgraft.testing.server.SharedServer;
import java.time.Duration;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** ZooKeeper keeps what a store promises. */
@Execution(ExecutionMode.CONCURRENT)
final class ZooKeeperConformanceTest extends ServerConformance {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    /** Of a test that waits until a session is over. */
    private static final Duration SHORT_TIMEOUT = Duration.ofSeconds(16);

    @RegisterExtension
    static final SharedServer<ZooKeeperServer> SERVER = new SharedServer<>(ZooKeeperServer::new);

    private final Duration timeout;
    private final ZooKeeperSettings settings;

    ZooKeeperConformanceTest(TestInfo test) {
        timeout = test.getTags().contains("death") ? SHORT_TIMEOUT : TIMEOUT;
        settings = ZooKeeperServer.settings("", timeout);
    }

    @Override
    protected ZooKeeperServer server() {
        return SERVER.get();
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
