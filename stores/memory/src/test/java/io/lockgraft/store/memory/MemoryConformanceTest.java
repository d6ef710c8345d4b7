package io.lockgraft.store.memory;

import static org.junit.jupiter.api.Assumptions.abort;

import io.lockgraft.conformance.StoreConformance;
import io.lockgraft.spi.LockStore;
import io.lockgraft.testing.LostPlaces;
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
        return new LocalStore(places, "lockgraft-memory");
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
    protected LostPlaces watchPlaces() {
        return LostPlaces.NONE;
    }

    @Override
    protected void freeze() {
        abort("memory is never silent");
    }

    @Override
    protected void thaw() {}
}
