package io.lockgraft.store.etcd;

import io.lockgraft.conformance.StoreConformance;
import io.lockgraft.conformance.jvm.Opening;
import io.lockgraft.spi.Capabilities;
import io.lockgraft.testing.server.TcpProxy;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** etcd keeps what a store promises. */
@Execution(ExecutionMode.CONCURRENT)
final class EtcdConformanceTest extends StoreConformance {
    private static EtcdServer server;

    private final TcpProxy network = new TcpProxy(server.port());

    @BeforeAll
    static void start() throws Exception {
        server = new EtcdServer();
    }

    @AfterAll
    static void stop() throws Exception {
        if (server != null) {
            server.close();
        }
    }

    @AfterEach
    void hangUp() {
        network.close();
    }

    @Override
    protected Opening opening() {
        String address = EtcdServer.through(network);
        return context -> new EtcdStore(context, EtcdServer.settings(address));
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
        return EtcdStore.CAPABILITIES;
    }
}
