package io.lockgraft.store.etcd;

import io.lockgraft.conformance.jvm.Opening;
import io.lockgraft.conformance.server.ServerConformance;
import io.lockgraft.spi.Capabilities;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** etcd keeps what a store promises. */
@Execution(ExecutionMode.CONCURRENT)
final class EtcdConformanceTest extends ServerConformance {
    private static EtcdServer server;

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

    @Override
    protected EtcdServer server() {
        return server;
    }

    @Override
    protected Opening opening(int port) {
        String address = "http://127.0.0.1:" + port;
        return context -> new EtcdStore(context, EtcdServer.settings(address));
    }

    @Override
    protected Capabilities capabilities() {
        return EtcdStore.CAPABILITIES;
    }
}
