package io.lockgraft.conformance;

import io.lockgraft.conformance.jvm.Opening;
import io.lockgraft.spi.Capabilities;
import io.lockgraft.store.memory.LocalKeys;
import io.lockgraft.store.memory.MemoryStore;
import io.lockgraft.store.memory.ProcessExclusion;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Memory keeps what a store promises. */
@Execution(ExecutionMode.CONCURRENT)
final class MemoryConformanceTest extends LocalKeysConformance {
    private final LocalKeys localKeys = new LocalKeys(new ProcessExclusion());

    @Override
    protected Capabilities capabilities() {
        return MemoryStore.CAPABILITIES;
    }

    @Override
    protected Opening opening() {
        return context -> new MemoryStore(context, localKeys);
    }

    @Override
    protected LocalKeys localKeys() {
        return localKeys;
    }
}
