package io.lockgraft.store.compound;

import io.lockgraft.spi.Capabilities;
import io.lockgraft.spi.Capability;
import io.lockgraft.spi.Reach;
import io.lockgraft.spi.StoreConfiguration;
import io.lockgraft.spi.StoreProvider;
import io.lockgraft.spi.settings.SettingTable;
import io.lockgraft.spi.settings.Settings;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Reads {@code most}: several stores that every host reaches, of which most must agree. */
public final class MajorityProvider implements StoreProvider {
    private static final String NAME = "most";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String meaning() {
        return "stores of which most must agree";
    }

    @Override
    public boolean isCompound() {
        return true;
    }

    @Override
    public List<SettingTable> tables() {
        return Collections.singletonList(new SettingTable("most.", "in 'most'"));
    }

    @Override
    public StoreConfiguration read(Settings file, Members members) {
        List<StoreConfiguration> stores = members.read(NAME);
        if (stores == null) {
            return null;
        }
        if (stores.size() < 3 || stores.size() % 2 == 0) {
            String odd = "needs an odd number of stores, three or more; there are " + stores.size();
            file.problem(NAME, file.position(NAME), odd);
            return null;
        }
        Set<String> seen = new HashSet<>();
        for (StoreConfiguration store : stores) {
            if (!seen.add(store.toString())) {
                file.problem(NAME, file.position(NAME), "has " + store + " twice; each store has one vote");
                return null;
            }
        }
        return canBeMembers(stores, file) ? new MajorityConfiguration(stores) : null;
    }

    private static boolean canBeMembers(List<StoreConfiguration> stores, Settings file) {
        boolean all = true;
        for (StoreConfiguration store : stores) {
            String mistake = mistake(store.capabilities());
            if (mistake != null) {
                file.problem(NAME, file.position(NAME), "cannot count " + store + ": " + mistake);
                all = false;
            }
        }
        return all;
    }

    /** Two majorities exclude each other by a member that they share: so it must be one and the same for all hosts. */
    private static String mistake(Capabilities member) {
        if (member.reach() != Reach.NETWORK) {
            String voter = member.reach() == Reach.HOST ? "host" : "JVM";
            return "each " + voter
                    + " would have a vote of its own there; name stores that every host reaches, as redis";
        }
        return member.can(Capability.ENTRIES)
                ? null
                : "a store that is made of several, or that keeps no entry to be recognised by, is no member; name each"
                        + " of its servers";
    }
}
