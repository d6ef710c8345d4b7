package io.lockgraft.store.compound;

import io.lockgraft.spi.StoreConfiguration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** A store made of others, as the rules file describes it. */
public abstract class CompoundConfiguration implements StoreConfiguration {
    private final List<StoreConfiguration> members;

    protected CompoundConfiguration(StoreConfiguration... members) {
        this(Arrays.asList(members));
    }

    protected CompoundConfiguration(List<StoreConfiguration> members) {
        this.members = Collections.unmodifiableList(new ArrayList<>(members));
    }

    /** True if one of them does: it then has to wait for none of the others. */
    @Override
    public final boolean connectsEarly() {
        for (StoreConfiguration member : members) {
            if (member.connectsEarly()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public final List<String> secrets() {
        List<String> secrets = new ArrayList<>();
        for (StoreConfiguration member : members) {
            secrets.addAll(member.secrets());
        }
        return secrets;
    }

    @Override
    public final List<StoreConfiguration> members() {
        return members;
    }
}
