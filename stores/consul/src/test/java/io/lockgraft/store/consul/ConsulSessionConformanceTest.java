package io.lockgraft.store.consul;

import io.lockgraft.conformance.jvm.Opening;
import io.lockgraft.conformance.server.ServerSessionConformance;
import io.lockgraft.spi.Capabilities;
import io.lockgraft.testing.server.SharedServer;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Consul's sessions keep what the suite asks of sessions. */
@Tag("whole")
@EnabledIf("isThere")
@Execution(ExecutionMode.CONCURRENT)
final class ConsulSessionConformanceTest extends ServerSessionConformance {
    @RegisterExtension
    static final SharedServer<ConsulServer> SERVER = new SharedServer<>(ConsulServer::new);

    static boolean isThere() {
        return ConsulServer.isThere();
    }

    @Override
    protected ConsulServer server() {
        return SERVER.get();
    }

    @Override
    protected Opening opening(int port, Duration session) {
        String address = "http://127.0.0.1:" + port;
        return context -> new ConsulStore(context, ConsulServer.settings(address, session));
    }

    @Override
    protected void expireHolder(String key) throws Exception {
        server().expireHolder(key);
    }

    @Override
    protected Capabilities capabilities() {
        return ConsulStore.capabilities(ConsulServer.settings(server().address(), SESSION));
    }
}
