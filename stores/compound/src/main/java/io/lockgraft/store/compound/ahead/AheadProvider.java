package io.lockgraft.store.compound.ahead;

import io.lockgraft.spi.StoreConfiguration;
import io.lockgraft.spi.StoreProvider;
import io.lockgraft.spi.settings.SettingTable;
import io.lockgraft.spi.settings.Settings;
import io.lockgraft.store.compound.Parts;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** Reads {@code ahead} and {@code decide}: a store where the crowd waits, and the store that grants. */
public final class AheadProvider implements StoreProvider {
    private static final String AHEAD = "ahead";
    private static final String DECIDE = "decide";

    @Override
    public String name() {
        return AHEAD;
    }

    @Override
    public List<String> names() {
        return Collections.unmodifiableList(Arrays.asList(AHEAD, DECIDE));
    }

    @Override
    public String meaning() {
        return "a store where calls wait, in front of the one that decides";
    }

    @Override
    public boolean isCompound() {
        return true;
    }

    @Override
    public List<SettingTable> tables() {
        return Collections.singletonList(new SettingTable("ahead.", "in 'ahead'"));
    }

    @Override
    public StoreConfiguration read(Settings file, Members members) {
        boolean both = isThere(file, AHEAD, DECIDE) & isThere(file, DECIDE, AHEAD);
        StoreConfiguration ahead = members.one(AHEAD);
        StoreConfiguration decide = members.one(DECIDE);
        if (!both || ahead == null || decide == null) {
            return null;
        }
        String shared = Parts.shared(ahead, decide);
        if (shared != null) {
            String itself = "is or has " + shared + ", as 'ahead' has; a call would wait for itself there";
            file.problem(DECIDE, file.position(DECIDE), itself);
            return null;
        }
        return new AheadConfiguration(ahead, decide);
    }

    private static boolean isThere(Settings file, String name, String other) {
        if (!file.has(name) && !file.isMeant(name)) {
            file.problem(file.namePosition(other), "'" + other + "' needs '" + name + "' beside it");
        }
        return file.has(name);
    }
}
