package io.lockgraft.store.consul;

import io.lockgraft.conformance.SessionConformance;
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
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Consul's sessions keep what the suite asks of sessions. */
@Tag("whole")
@EnabledIf("isThere")
@Execution(ExecutionMode.CONCURRENT)
final class ConsulSessionConformanceTest extends SessionConformance {
    private static ConsulServer server;

    private final TcpProxy network = new TcpProxy(server.port());

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
    protected Opening opening(Duration session) {
        return at(ConsulServer.through(network), session);
    }

    @Override
    protected Opening openingBeside(Duration session) {
        return at(server.address(), session);
    }

    private static Opening at(String address, Duration session) {
        return context -> new ConsulStore(context, ConsulServer.settings(address, session));
    }

    @Override
    protected void expireHolder(String key) throws Exception {
        server.expireHolder(key);
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
        return ConsulStore.capabilities(ConsulServer.settings(server.address(), SESSION));
    }
}
