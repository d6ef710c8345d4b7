package io.lockgraft.store.memory;

import io.lockgraft.spi.Capabilities;
import io.lockgraft.spi.Capability;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Reach;
import io.lockgraft.spi.StoreContext;
import io.lockgraft.spi.polled.PolledStore;

/** Locks in memory. Nothing is polled but the end of a lease: an owner that leaves lets the next one in. */
public final class MemoryStore extends PolledStore {
    /** What it keeps. */
    public static final Capabilities CAPABILITIES = Capabilities.of(Reach.JVM)
            .keeping(LockKind.values())
            .leases(1, Long.MAX_VALUE)
            .freedAfterDeath(0)
            .with(Capability.SEVERAL_PERMITS, Capability.TURNS, Capability.RAISES_TOKENS);

    public MemoryStore(StoreContext context, LocalKeys localKeys) {
        super(context, localKeys, "memory");
    }
}
