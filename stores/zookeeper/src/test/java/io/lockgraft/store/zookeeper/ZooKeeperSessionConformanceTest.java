package io.lockgraft.store.zookeeper;

import io.lockgraft.conformance.jvm.Opening;
import io.lockgraft.conformance.server.ServerSessionConformance;
import io.lockgraft.spi.Capabilities;
import io.lockgraft.testing.server.SharedServer;
import java.time.Duration;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** ZooKeeper's sessions keep what the suite asks of sessions. */
@Execution(ExecutionMode.CONCURRENT)
final class ZooKeeperSessionConformanceTest extends ServerSessionConformance {
    @RegisterExtension
    static final SharedServer<ZooKeeperServer> SERVER = new SharedServer<>(ZooKeeperServer::new);

    @Override
    protected ZooKeeperServer server() {
        return SERVER.get();
    }

    @Override
    protected Opening opening(int port, Duration session) {
        String address = "127.0.0.1:" + port;
        return context -> new ZooKeeperStore(context, ZooKeeperServer.settings(address, session));
    }

    @Override
    protected void expireHolder(String key) throws Exception {
        server().expireHolder(key);
    }

    @Override
    protected Capabilities capabilities() {
        return ZooKeeperStore.capabilities(ZooKeeperServer.settings(server().address(), SESSION));
    }
}
