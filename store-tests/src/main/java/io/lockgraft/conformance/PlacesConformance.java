package io.lockgraft.conformance;

import static org.junit.jupiter.api.Assumptions.abort;

import io.lockgraft.store.memory.Places;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Of a store whose locks are in the memory of this JVM, beside what else it keeps. Such a store is never silent. */
public abstract class PlacesConformance extends StoreConformance {
    /** Where its locks are. */
    protected abstract Places places();

    @Override
    protected final boolean isHeld(String key) {
        return places().isHeld(key);
    }

    @Override
    protected final Set<String> leftOf(List<String> keys) {
        return new TreeSet<>(places().left(keys));
    }

    @Override
    protected final void delete(String key) {
        places().lose(key, "it was deleted");
    }

    @Override
    protected final void freeze() {
        abort("it is never silent");
    }

    @Override
    protected final void thaw() {}
}
