package io.lockgraft.conformance;

import static org.junit.jupiter.api.Assumptions.abort;

import io.lockgraft.spi.LockStore;
import io.lockgraft.store.memory.MemoryStore;
import io.lockgraft.store.memory.Places;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Memory keeps what a store promises, but that it is never silent. */
@Execution(ExecutionMode.CONCURRENT)
final class MemoryConformanceTest extends StoreConformance {
    private final Places places = new Places();

    @Override
    protected LockStore open() {
        return new MemoryStore(places);
    }

    @Override
    protected boolean isHeld(String key) {
        return places.isHeld(key);
    }

    @Override
    protected Set<String> leftOf(List<String> keys) {
        return new TreeSet<>(places.left(keys));
    }

    @Override
    protected void delete(String key) {
        places.lose(key, "it was deleted");
    }

    @Override
    protected void freeze() {
        abort("memory is never silent");
    }

    @Override
    protected void thaw() {}
}
