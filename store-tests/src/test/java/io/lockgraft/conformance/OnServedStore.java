package io.lockgraft.conformance;

import io.lockgraft.conformance.jvm.Opening;
import io.lockgraft.spi.Capabilities;
import io.lockgraft.spi.Capability;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Reach;
import io.lockgraft.spi.StoreContext;
import io.lockgraft.spi.session.Session;
import io.lockgraft.spi.session.SessionClient;
import io.lockgraft.testing.session.Network;
import io.lockgraft.testing.session.ServedClient;
import io.lockgraft.testing.session.ServedStore;
import io.lockgraft.testing.session.SessionServer;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** What the suite asks of sessions, of a store in memory that a subclass may damage. */
class OnServedStore extends SessionConformance {
    final SessionServer server = new SessionServer();
    private final Network network = new Network();
    private final Network beside = new Network();

    /** Makes the store that the suite gets. */
    LockStore damaged(ServedStore sound) {
        return sound;
    }

    /** Makes the client of one session, which has not begun. */
    ServedClient client(ServedStore store, Session session) throws Exception {
        return new ServedClient(store, session);
    }

    private final class Served extends ServedStore {
        Served(StoreContext context, Network way, Duration session) {
            super(context, server, way, session.toMillis());
        }

        @Override
        protected SessionClient begin(Session session) throws Exception {
            return client(this, session).connect();
        }
    }

    @Override
    protected final Opening opening(Duration session) {
        return context -> damaged(new Served(context, network, session));
    }

    @Override
    protected final Opening openingBeside(Duration session) {
        return context -> damaged(new Served(context, beside, session));
    }

    @Override
    protected final Capabilities capabilities() {
        return Capabilities.of(Reach.JVM)
                .keeping(LockKind.EXCLUSIVE)
                .leases(1, SESSION.toMillis() / 2)
                .freedAfterDeath(SESSION.toMillis())
                .with(Capability.TURNS, Capability.ONE_LEASE);
    }

    @Override
    protected final void expireHolder(String key) {
        server.expireHolder(key);
    }

    @Override
    protected final boolean isHeld(String key) {
        return server.isHeld(key);
    }

    @Override
    protected final Set<String> leftOf(List<String> keys) {
        return server.left(keys);
    }

    @Override
    protected final void delete(String key) {
        server.delete(key);
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
