package io.lockgraft.store.compound.all;

import io.lockgraft.spi.StoreConfiguration;
import io.lockgraft.spi.StoreProvider;
import io.lockgraft.spi.settings.SettingTable;
import io.lockgraft.spi.settings.Settings;
import io.lockgraft.store.compound.Parts;
import java.util.Collections;
import java.util.List;

/** Reads {@code all}: several stores of which all must grant. */
public final class AllProvider implements StoreProvider {
    private static final String NAME = "all";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String meaning() {
        return "stores of which all must grant, for a move from one to another";
    }

    @Override
    public boolean isCompound() {
        return true;
    }

    @Override
    public List<SettingTable> tables() {
        return Collections.singletonList(new SettingTable("all.", "in 'all'"));
    }

    @Override
    public StoreConfiguration read(Settings file, Members members) {
        List<StoreConfiguration> stores = members.read(NAME);
        if (stores == null) {
            return null;
        }
        if (stores.size() < 2) {
            file.problem(NAME, file.position(NAME), "needs two stores or more; there are " + stores.size());
            return null;
        }
        StoreConfiguration twice = Parts.overlapping(stores);
        if (twice != null) {
            String itself =
                    twice + " is, or shares a member with, a store before it; a call would wait for itself there";
            file.problem(NAME, file.position(NAME), itself);
            return null;
        }
        return new AllConfiguration(stores);
    }
}
