package io.lockgraft.store.compound.all;

import io.lockgraft.spi.Capabilities;
import io.lockgraft.spi.Capability;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Reach;

/** One of the stores that must all grant. Immutable. */
public final class Part {
    final LockStore store;
    final Reach reach;
    final boolean hasId;
    final String name;

    /** @param name its description, the same in all JVMs if they are told the same */
    public Part(LockStore store, Capabilities keeps, String name) {
        this.store = store;
        this.reach = keeps.reach();
        this.hasId = keeps.can(Capability.ENTRIES);
        this.name = name;
    }
}
