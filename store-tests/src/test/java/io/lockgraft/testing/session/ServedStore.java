package io.lockgraft.testing.session;

import io.lockgraft.spi.StoreContext;
import io.lockgraft.spi.session.Session;
import io.lockgraft.spi.session.SessionClient;
import io.lockgraft.spi.session.SessionStore;
import java.util.concurrent.TimeUnit;

/** A store whose locks are exclusive and live in sessions of a {@link SessionServer}. */
public class ServedStore extends SessionStore {
    final SessionServer server;
    final Network network;
    final long sessionMillis;

    public ServedStore(StoreContext context, SessionServer server, Network network, long sessionMillis) {
        super(context, "served", TimeUnit.MILLISECONDS.toNanos(200));
        this.server = server;
        this.network = network;
        this.sessionMillis = sessionMillis;
    }

    @Override
    protected SessionClient begin(Session session) throws Exception {
        return new ServedClient(this, session).connect();
    }
}
