package io.lockgraft.testing.store;

import io.lockgraft.conformance.jvm.Opening;
import org.junit.jupiter.api.Tag;

/** A polled store whose answers come later, on another thread, as those of a server do. */
@Tag("whole")
final class SlowStoreTest extends FaultyStoreTest {
    @Override
    protected Opening opening() {
        return context -> {
            FaultyStore slow = new FaultyStore(store);
            slow.delay = 2;
            return slow;
        };
    }
}
