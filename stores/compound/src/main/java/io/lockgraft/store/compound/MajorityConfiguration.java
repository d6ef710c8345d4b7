package io.lockgraft.store.compound;

import io.lockgraft.spi.Capabilities;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.StoreConfiguration;
import io.lockgraft.spi.StoreContext;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Several stores of which most must agree, as the rules file describes them. */
final class MajorityConfiguration implements StoreConfiguration {
    private final List<StoreConfiguration> members;

    MajorityConfiguration(List<StoreConfiguration> members) {
        this.members = members;
    }

    @Override
    public Capabilities capabilities() {
        Capabilities all = members.get(0).capabilities();
        for (StoreConfiguration member : members) {
            all = all.and(member.capabilities());
        }
        return MajorityStore.capabilities(all);
    }

    /** Where one of them does: it then has to wait for none of the others. */
    @Override
    public boolean connectsEarly() {
        for (StoreConfiguration member : members) {
            if (member.connectsEarly()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public List<String> secrets() {
        List<String> secrets = new ArrayList<>();
        for (StoreConfiguration member : members) {
            secrets.addAll(member.secrets());
        }
        return secrets;
    }

    @Override
    public List<StoreConfiguration> members() {
        return members;
    }

    @Override
    public LockStore open(StoreContext context) {
        return new MajorityStore(context, members.stream().map(context::open).collect(Collectors.toList()));
    }

    @Override
    public String toString() {
        return "most of " + members;
    }
}
