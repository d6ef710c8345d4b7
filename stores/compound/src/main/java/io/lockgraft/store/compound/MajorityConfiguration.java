package io.lockgraft.store.compound;

import io.lockgraft.spi.Capabilities;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.StoreConfiguration;
import io.lockgraft.spi.StoreContext;
import java.util.List;
import java.util.stream.Collectors;

/** Several stores of which most must agree, as the rules file describes them. */
final class MajorityConfiguration extends CompoundConfiguration {
    MajorityConfiguration(List<StoreConfiguration> members) {
        super(members);
    }

    @Override
    public Capabilities capabilities() {
        Capabilities all = members().get(0).capabilities();
        for (StoreConfiguration member : members()) {
            all = all.and(member.capabilities());
        }
        return MajorityStore.capabilities(all);
    }

    @Override
    public LockStore open(StoreContext context) {
        return new MajorityStore(context, members().stream().map(context::open).collect(Collectors.toList()));
    }

    @Override
    public String toString() {
        return "most of " + members();
    }
}
