package io.lockgraft.conformance.server;

import io.lockgraft.conformance.StoreConformance;
import io.lockgraft.conformance.jvm.Opening;
import io.lockgraft.testing.server.TcpProxy;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;

/** The suite for a store at a server. Each test has a network of its own to the one server of its class. */
public abstract class ServerConformance extends StoreConformance {
    private final TcpProxy network = new TcpProxy(server().port());

    /** The server of all tests. Called before the class's own constructor. */
    protected abstract LookedInto server();

    /** How a JVM opens the store behind this port of 127.0.0.1. */
    protected abstract Opening opening(int port);

    @AfterEach
    final void hangUp() {
        network.close();
    }

    @Override
    protected final Opening opening() {
        return opening(network.port());
    }

    @Override
    protected final boolean isHeld(String key) throws Exception {
        return server().isHeld(key);
    }

    @Override
    protected final Set<String> leftOf(List<String> keys) throws Exception {
        return server().left(keys);
    }

    @Override
    protected final void delete(String key) throws Exception {
        server().delete(key);
    }

    @Override
    protected final void freeze() {
        network.cut();
    }

    @Override
    protected final void thaw() {
        network.deliver();
    }
}
