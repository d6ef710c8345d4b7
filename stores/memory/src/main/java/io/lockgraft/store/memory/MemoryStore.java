package io.lockgraft.store.memory;

import io.lockgraft.spi.Capabilities;
import io.lockgraft.spi.Capability;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Reach;
import io.lockgraft.spi.StoreContext;
import io.lockgraft.spi.table.TableStore;

/** Locks in memory. A waiter asks again at the end of a lease; an owner that gives a key back lets the next one in. */
public final class MemoryStore extends TableStore {
    /** What it keeps. */
    public static final Capabilities CAPABILITIES = Capabilities.of(Reach.JVM)
            .keeping(LockKind.values())
            .leases(1, Long.MAX_VALUE)
            .question(LocalKeys.QUESTION_MILLIS)
            .freedAfterDeath(0)
            .deadWaiters(0, 0)
            .with(
                    Capability.SEVERAL_PERMITS,
                    Capability.TURNS,
                    Capability.RAISES_TOKENS,
                    Capability.LOCKS,
                    Capability.UNLOCK);

    public MemoryStore(StoreContext context, LocalKeys localKeys) {
        super(context, "memory", localKeys);
    }
}
