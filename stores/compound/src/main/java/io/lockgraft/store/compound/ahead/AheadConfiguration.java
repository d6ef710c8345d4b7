package io.lockgraft.store.compound.ahead;

import io.lockgraft.spi.Capabilities;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.StoreConfiguration;
import io.lockgraft.spi.StoreContext;
import io.lockgraft.store.compound.CompoundConfiguration;

/** A store where calls wait and the one that decides, as the rules file describes them. */
final class AheadConfiguration extends CompoundConfiguration {
    private final StoreConfiguration ahead;
    private final StoreConfiguration decide;

    AheadConfiguration(StoreConfiguration ahead, StoreConfiguration decide) {
        super(ahead, decide);
        this.ahead = ahead;
        this.decide = decide;
    }

    @Override
    public Capabilities capabilities() {
        return AheadStore.capabilities(ahead.capabilities(), decide.capabilities());
    }

    @Override
    public LockStore open(StoreContext context) {
        boolean isKept = AheadStore.isKeptAhead(ahead.capabilities());
        return new AheadStore(context, context.open(ahead), isKept, context.open(decide));
    }

    @Override
    public String toString() {
        return decide + " behind " + ahead;
    }
}
