package io.lockgraft.store.memory;

import io.lockgraft.spi.polled.PolledStore;

/** Locks in memory. Nothing is polled but the end of a lease: an owner that leaves lets the next one in. */
public final class MemoryStore extends PolledStore {
    public MemoryStore(Places places) {
        super(places, "lockgraft-memory");
    }
}
