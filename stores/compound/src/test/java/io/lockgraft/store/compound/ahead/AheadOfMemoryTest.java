package io.lockgraft.store.compound.ahead;

import io.lockgraft.conformance.StoreConformance;
import io.lockgraft.conformance.jvm.Opening;
import io.lockgraft.spi.Capabilities;
import io.lockgraft.spi.LockKind;
import io.lockgraft.testing.store.FaultyServer;
import io.lockgraft.testing.store.FaultyStore;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;

/** A store in memory behind another one is a store. */
@Tag("whole")
final class AheadOfMemoryTest extends StoreConformance {
    private final FaultyServer ahead = new FaultyServer();
    private final FaultyServer decide = new FaultyServer();

    @Override
    protected Capabilities capabilities() {
        return AheadStore.capabilities(FaultyStore.CAPABILITIES, FaultyStore.CAPABILITIES);
    }

    @Override
    protected Opening opening() {
        return context -> new AheadStore(context, new FaultyStore(ahead), true, new FaultyStore(decide));
    }

    @Override
    protected boolean keepsOrder(LockKind kind) {
        return false;
    }

    /** That it waits stands at the first store, whose word is no answer. */
    @Override
    protected boolean readersPassWriters() {
        return true;
    }

    /** A waiter for several keys keeps what it has at the first store. */
    @Override
    protected boolean isHeld(String key) {
        return ahead.isHeld(key) || decide.isHeld(key);
    }

    @Override
    protected Set<String> leftOf(List<String> keys) {
        Set<String> left = new TreeSet<>(ahead.left(keys));
        left.addAll(decide.left(keys));
        return left;
    }

    @Override
    protected void delete(String key) {
        ahead.delete(key);
        decide.delete(key);
    }

    /** What becomes of the first store is no fault: see {@link AheadTest}. */
    @Override
    protected void freeze() {
        decide.freeze();
    }

    @Override
    protected void thaw() {
        decide.thaw();
    }
}
