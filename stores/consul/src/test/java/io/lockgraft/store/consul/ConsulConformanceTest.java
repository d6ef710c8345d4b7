package io.lockgraft.store.consul;

import io.lockgraft.conformance.jvm.Opening;
import io.lockgraft.conformance.server.ServerConformance;
import io.lockgraft.spi.Capabilities;
import io.lockgraft.testing.server.SharedServer;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Consul keeps what a store promises. */
@Tag("whole")
@EnabledIf("isThere")
@Execution(ExecutionMode.CONCURRENT)
final class ConsulConformanceTest extends ServerConformance {
    private static final Duration TTL = Duration.ofSeconds(30);

    /** Of a test that waits until a session is over. */
    private static final Duration SHORT_TTL = Duration.ofSeconds(5);

    @RegisterExtension
    static final SharedServer<ConsulServer> SERVER = new SharedServer<>(ConsulServer::new);

    private final Duration ttl;

    ConsulConformanceTest(TestInfo test) {
        ttl = test.getTags().contains("death") ? SHORT_TTL : TTL;
    }

    static boolean isThere() {
        return ConsulServer.isThere();
    }

    @Override
    protected ConsulServer server() {
        return SERVER.get();
    }

    @Override
    protected Opening opening(int port) {
        String address = "http://127.0.0.1:" + port;
        Duration its = ttl;
        return context -> new ConsulStore(context, ConsulServer.settings(address, its));
    }

    @Override
    protected Capabilities capabilities() {
        return ConsulStore.capabilities(ConsulServer.settings(server().address(), ttl));
    }
}
