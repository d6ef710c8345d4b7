package io.lockgraft.rules.read;

import io.lockgraft.spi.Capabilities;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.StoreConfiguration;
import io.lockgraft.spi.StoreContext;
import io.lockgraft.spi.StoreProvider;
import io.lockgraft.spi.settings.SettingTable;
import io.lockgraft.spi.settings.Settings;
import java.util.List;

/** A store that says that it keeps so much. */
public record Modest(Capabilities capabilities) implements StoreProvider, StoreConfiguration {
    @Override
    public String name() {
        return "modest";
    }

    @Override
    public String meaning() {
        return "locks of a test";
    }

    @Override
    public List<SettingTable> tables() {
        return List.of(new SettingTable("modest.", "in 'modest'"));
    }

    @Override
    public StoreConfiguration read(Settings settings, Members members) {
        return this;
    }

    @Override
    public LockStore open(StoreContext context) {
        throw new AssertionError("nothing is locked here");
    }

    @Override
    public String toString() {
        return "the modest store";
    }
}
