package io.lockgraft.store.memory;

import io.lockgraft.spi.StoreConfiguration;
import io.lockgraft.spi.StoreProvider;
import io.lockgraft.spi.settings.SettingTable;
import io.lockgraft.spi.settings.Settings;
import java.util.Collections;
import java.util.List;

/** Reads {@code memory}: locks of this JVM only, for tests and trials. */
public final class MemoryProvider implements StoreProvider {
    @Override
    public String name() {
        return "memory";
    }

    @Override
    public String meaning() {
        return "locks of this JVM only";
    }

    @Override
    public List<SettingTable> tables() {
        return Collections.singletonList(new SettingTable("memory.", "in 'memory'"));
    }

    @Override
    public StoreConfiguration read(Settings settings, Members members) {
        return new MemoryConfiguration();
    }
}
