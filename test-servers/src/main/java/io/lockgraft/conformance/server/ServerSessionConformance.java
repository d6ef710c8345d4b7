package io.lockgraft.conformance.server;

import io.lockgraft.conformance.SessionConformance;
import io.lockgraft.conformance.jvm.Opening;
import io.lockgraft.testing.server.TcpProxy;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;

/** The same for what the suite asks of sessions: the network is that of this JVM alone. */
public abstract class ServerSessionConformance extends SessionConformance {
    private final TcpProxy network = new TcpProxy(server().port());

    /** The server of all tests. Called before the class's own constructor. */
    protected abstract LookedInto server();

    /** How a JVM opens a store whose session has so much time, behind this port of 127.0.0.1. */
    protected abstract Opening opening(int port, Duration session);

    @AfterEach
    final void hangUp() {
        network.close();
    }

    @Override
    protected final Opening opening(Duration session) {
        return opening(network.port(), session);
    }

    @Override
    protected final Opening openingBeside(Duration session) {
        return opening(server().port(), session);
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
