package io.lockgraft.store.consul;

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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Consul keeps what a store promises. */
@Tag("whole")
@EnabledIf("isThere")
@Execution(ExecutionMode.CONCURRENT)
final class ConsulConformanceTest extends StoreConformance {
    private static final Duration TTL = Duration.ofSeconds(30);

    /** Of a test that waits until a session is over. */
    private static final Duration SHORT_TTL = Duration.ofSeconds(5);

    private static ConsulServer server;

    private final TcpProxy network = new TcpProxy(server.port());
    private final Duration ttl;

    ConsulConformanceTest(TestInfo test) {
        ttl = test.getTags().contains("death") ? SHORT_TTL : TTL;
    }

    static boolean isThere() {
        return ConsulServer.isThere();
    }

    @BeforeAll
    static void start() throws Exception {
        server = new ConsulServer();
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
        String address = ConsulServer.through(network);
        Duration its = ttl;
        return context -> new ConsulStore(context, ConsulServer.settings(address, its));
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
        return ConsulStore.capabilities(ConsulServer.settings(server.address(), ttl));
    }
}
