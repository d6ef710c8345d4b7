package io.lockgraft.conformance;

import io.lockgraft.conformance.jvm.Opening;
import io.lockgraft.spi.Capabilities;
import io.lockgraft.spi.LockStore;
import io.lockgraft.testing.store.FaultyServer;
import io.lockgraft.testing.store.FaultyStore;
import java.util.List;
import java.util.Set;

/** The conformance suite on a store in memory that a subclass damages. {@link DefectiveStoresTest} runs it. */
abstract class OnDamagedStore extends StoreConformance {
    final FaultyServer server = new FaultyServer();

    abstract LockStore damaged(LockStore sound);

    @Override
    protected final Opening opening() {
        return context -> damaged(new FaultyStore(server));
    }

    @Override
    protected final Capabilities capabilities() {
        return FaultyStore.CAPABILITIES;
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
        server.freeze();
    }

    @Override
    protected final void thaw() {
        server.thaw();
    }
}
