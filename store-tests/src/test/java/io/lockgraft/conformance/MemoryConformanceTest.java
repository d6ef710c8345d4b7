package io.lockgraft.conformance;

import io.lockgraft.spi.Capabilities;
import io.lockgraft.spi.LockStore;
import io.lockgraft.store.memory.MemoryStore;
import io.lockgraft.store.memory.Outer;
import io.lockgraft.store.memory.Places;
import io.lockgraft.testing.store.TestContext;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Memory keeps what a store promises. */
@Execution(ExecutionMode.CONCURRENT)
final class MemoryConformanceTest extends PlacesConformance {
    private final Places places = new Places(new Outer());

    @Override
    protected Capabilities capabilities() {
        return MemoryStore.CAPABILITIES;
    }

    @Override
    protected LockStore open() {
        return new MemoryStore(new TestContext(), places);
    }

    @Override
    protected Places places() {
        return places;
    }
}
