package io.lockgraft.store.memory;

import io.lockgraft.spi.Capabilities;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.StoreConfiguration;
import io.lockgraft.spi.StoreContext;

/** Locks in the memory of this JVM. Stores that are opened from one configuration share them. */
final class MemoryConfiguration implements StoreConfiguration {
    private final LocalKeys localKeys = new LocalKeys(new ProcessExclusion());

    @Override
    public Capabilities capabilities() {
        return MemoryStore.CAPABILITIES;
    }

    @Override
    public LockStore open(StoreContext context) {
        return new MemoryStore(context, localKeys);
    }

    @Override
    public String toString() {
        return "the memory of this JVM";
    }
}
