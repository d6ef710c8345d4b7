package io.lockgraft.testing.store;

import io.lockgraft.conformance.StoreConformance;
import io.lockgraft.conformance.jvm.Opening;
import io.lockgraft.spi.Capabilities;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The store that the engine's tests stand on is a store, which may also be slow and silent. */
@Execution(ExecutionMode.CONCURRENT)
class FaultyStoreTest extends StoreConformance {
    final FaultyServer store = new FaultyServer();

    @Override
    protected Capabilities capabilities() {
        return FaultyStore.CAPABILITIES;
    }

    @Override
    protected Opening opening() {
        return context -> new FaultyStore(store);
    }

    @Override
    protected boolean isHeld(String key) {
        return store.isHeld(key);
    }

    @Override
    protected Set<String> leftOf(List<String> keys) {
        return store.left(keys);
    }

    @Override
    protected void delete(String key) {
        store.delete(key);
    }

    @Override
    protected void freeze() {
        store.freeze();
    }

    @Override
    protected void thaw() {
        store.thaw();
    }
}
