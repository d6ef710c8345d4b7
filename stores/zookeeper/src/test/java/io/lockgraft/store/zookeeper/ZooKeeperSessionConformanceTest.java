package io.lockgraft.store.zookeeper;

import io.lockgraft.conformance.jvm.Opening;
import io.lockgraft.conformance.server.ServerSessionConformance;
import io.lockgraft.spi.Capabilities;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** ZooKeeper's sessions keep what the suite asks of sessions. */
@Execution(ExecutionMode.CONCURRENT)
final class ZooKeeperSessionConformanceTest extends ServerSessionConformance {
    private static ZooKeeperServer server;

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
    protected Opening opening(int port, Duration session) {
        String address = "127.0.0.1:" + port;
        return context -> new ZooKeeperStore(context, ZooKeeperServer.settings(address, session));
    }

    @Override
    protected void expireHolder(String key) throws Exception {
        server.expireHolder(key);
    }

    @Override
    protected Capabilities capabilities() {
        return ZooKeeperStore.capabilities(ZooKeeperServer.settings(server.address(), SESSION));
    }
}
