package io.lockgraft.conformance;

import static org.junit.jupiter.api.Assumptions.abort;

import io.lockgraft.store.memory.LocalKeys;
import io.lockgraft.testing.store.Held;
import java.util.List;
import java.util.Set;

/** Of a store whose locks are in the memory of this JVM, beside what else it keeps. Such a store is never silent. */
public abstract class LocalKeysConformance extends StoreConformance {
    /** Where its locks are. */
    protected abstract LocalKeys localKeys();

    @Override
    protected final boolean isHeld(String key) {
        return Held.isHeld(localKeys(), key);
    }

    @Override
    protected final Set<String> leftOf(List<String> keys) {
        return Held.left(localKeys(), keys);
    }

    @Override
    protected final void delete(String key) {
        localKeys().lose(key, "it was deleted");
    }

    @Override
    protected final void freeze() {
        abort("it is never silent");
    }

    @Override
    protected final void thaw() {}
}
