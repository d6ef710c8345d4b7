package io.lockgraft.store.etcd;

import io.lockgraft.conformance.jvm.Opening;
import io.lockgraft.conformance.server.ServerConformance;
import io.lockgraft.spi.Capabilities;
import io.lockgraft.testing.server.SharedServer;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** etcd keeps what a store promises. */
@Execution(ExecutionMode.CONCURRENT)
final class EtcdConformanceTest extends ServerConformance {
    @RegisterExtension
    static final SharedServer<EtcdServer> SERVER = new SharedServer<>(EtcdServer::new);

    @Override
    protected EtcdServer server() {
        return SERVER.get();
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
