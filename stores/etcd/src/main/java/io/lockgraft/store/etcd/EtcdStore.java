package io.lockgraft.store.etcd;

import io.lockgraft.spi.Capabilities;
import io.lockgraft.spi.Capability;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Reach;
import io.lockgraft.spi.StoreContext;
import io.lockgraft.spi.table.TableStore;
import io.lockgraft.store.etcd.settings.EtcdSettings;
import java.util.concurrent.TimeUnit;

/** Locks in etcd. */
public final class EtcdStore extends TableStore {
    /** How often etcd looks which leases are over, in milliseconds. */
    static final long LOOK = 500;

    /** A waiter's place ends with its lease. */
    private static final long DEAD_WAITER = TimeUnit.SECONDS.toMillis(Leases.WAITING_SECONDS) + 2 * LOOK;

    /** A lease at etcd is longer than its key needs, as {@link Leases#seconds} says: by less than this. */
    private static final long LONGER = TimeUnit.NANOSECONDS.toMillis(EtcdLease.YOUNG) + 1_000;

    /** What it keeps. Servers with a longer election time-out grant no lease as short as this. */
    static final Capabilities CAPABILITIES = Capabilities.of(Reach.NETWORK)
            .keeping(LockKind.values())
            .leases(2_000, TimeUnit.DAYS.toMillis(30))
            .question(EtcdTable.QUESTION_MILLIS)
            .freedBehindLease(LONGER + LOOK)
            .deadWaiters(DEAD_WAITER, DEAD_WAITER)
            .with(
                    Capability.SEVERAL_PERMITS,
                    Capability.TURNS,
                    Capability.OUTLIVES_PROCESS,
                    Capability.RAISES_TOKENS,
                    Capability.ENTRIES,
                    Capability.LOCKS,
                    Capability.UNLOCK);

    EtcdStore(StoreContext context, EtcdSettings settings) {
        super(context, "etcd", new EtcdTable(context, settings));
    }
}
