package io.lockgraft.store.compound.ahead;

import io.lockgraft.spi.Capabilities;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.StoreConfiguration;
import io.lockgraft.spi.StoreContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** A store where calls wait and the one that decides, as the rules file describes them. */
final class AheadConfiguration implements StoreConfiguration {
    private final StoreConfiguration ahead;
    private final StoreConfiguration decide;

    AheadConfiguration(StoreConfiguration ahead, StoreConfiguration decide) {
        this.ahead = ahead;
        this.decide = decide;
    }

    @Override
    public Capabilities capabilities() {
        return AheadStore.capabilities(ahead.capabilities(), decide.capabilities());
    }

    @Override
    public boolean connectsEarly() {
        return ahead.connectsEarly() || decide.connectsEarly();
    }

    @Override
    public List<String> secrets() {
        List<String> secrets = new ArrayList<>(ahead.secrets());
        secrets.addAll(decide.secrets());
        return secrets;
    }

    @Override
    public List<StoreConfiguration> members() {
        return Collections.unmodifiableList(Arrays.asList(ahead, decide));
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
