package io.lockgraft.store.compound.all;

import io.lockgraft.spi.Capabilities;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.StoreConfiguration;
import io.lockgraft.spi.StoreContext;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/** Several stores of which all must grant, as the rules file describes them. */
final class AllConfiguration implements StoreConfiguration {
    private final List<StoreConfiguration> members;

    AllConfiguration(List<StoreConfiguration> members) {
        this.members = Collections.unmodifiableList(new ArrayList<>(members));
    }

    @Override
    public Capabilities capabilities() {
        return AllStore.capabilities(
                members.stream().map(StoreConfiguration::capabilities).collect(Collectors.toList()));
    }

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
        return new AllStore(
                context,
                members.stream()
                        .map(each -> new Part(context.open(each), each.capabilities(), each.toString()))
                        .collect(Collectors.toList()));
    }

    @Override
    public String toString() {
        return "all of " + members;
    }
}
