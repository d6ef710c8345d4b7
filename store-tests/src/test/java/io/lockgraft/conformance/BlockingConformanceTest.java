package io.lockgraft.conformance;

import io.lockgraft.conformance.jvm.Opening;
import io.lockgraft.spi.Capabilities;
import io.lockgraft.spi.Capability;
import io.lockgraft.spi.table.TableStore;
import io.lockgraft.store.memory.MemoryStore;
import io.lockgraft.testing.store.BlockingTable;
import io.lockgraft.testing.store.Held;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A table that blocks keeps what a store promises, also while it is silent. */
@Execution(ExecutionMode.CONCURRENT)
final class BlockingConformanceTest extends StoreConformance {
    private final BlockingTable.Server server = new BlockingTable.Server();

    @Override
    protected Capabilities capabilities() {
        return MemoryStore.CAPABILITIES
                .freedAfterDeath(Capabilities.WITH_LEASE)
                .question(200)
                .with(Capability.OUTLIVES_PROCESS, Capability.ENTRIES)
                .without(Capability.LOCKS, Capability.UNLOCK);
    }

    @Override
    protected Opening opening() {
        return context -> new TableStore(context, "blocking", new BlockingTable(server));
    }

    @Override
    protected boolean isHeld(String key) {
        return Held.isHeld(server.keys(), key);
    }

    @Override
    protected Set<String> leftOf(List<String> keys) {
        return Held.left(server.keys(), keys);
    }

    @Override
    protected void delete(String key) {
        server.keys().lose(key, "it was deleted");
    }

    @Override
    protected void freeze() {
        server.freeze();
    }

    @Override
    protected void thaw() {
        server.thaw();
    }
}
