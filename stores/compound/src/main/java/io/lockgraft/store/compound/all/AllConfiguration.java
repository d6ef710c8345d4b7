package io.lockgraft.store.compound.all;

import io.lockgraft.spi.Capabilities;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.StoreConfiguration;
import io.lockgraft.spi.StoreContext;
import io.lockgraft.store.compound.CompoundConfiguration;
import java.util.List;
import java.util.stream.Collectors;

/** Several stores of which all must grant, as the rules file describes them. */
final class AllConfiguration extends CompoundConfiguration {
    AllConfiguration(List<StoreConfiguration> members) {
        super(members);
    }

    @Override
    public Capabilities capabilities() {
        return AllStore.capabilities(
                members().stream().map(StoreConfiguration::capabilities).collect(Collectors.toList()));
    }

    @Override
    public LockStore open(StoreContext context) {
        return new AllStore(
                context,
                members().stream()
                        .map(each -> new Part(context.open(each), each.capabilities(), each.toString()))
                        .collect(Collectors.toList()));
    }

    @Override
    public String toString() {
        return "all of " + members();
    }
}
