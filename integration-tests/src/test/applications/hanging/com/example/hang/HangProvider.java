package com.example.hang;

import io.lockgraft.spi.Capabilities;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Reach;
import io.lockgraft.spi.StoreConfiguration;
import io.lockgraft.spi.StoreContext;
import io.lockgraft.spi.StoreProvider;
import io.lockgraft.spi.settings.SettingTable;
import io.lockgraft.spi.settings.Settings;
import java.util.Collections;
import java.util.List;

/** The provider of a store that hangs when the JVM ends. */
public final class HangProvider implements StoreProvider {
    @Override
    public String name() {
        return "hang";
    }

    @Override
    public String meaning() {
        return "no locks";
    }

    @Override
    public List<SettingTable> tables() {
        return Collections.singletonList(new SettingTable("hang.", "in 'hang'"));
    }

    @Override
    public StoreConfiguration read(Settings settings, Members members) {
        return new Configuration();
    }

    private static final class Configuration implements StoreConfiguration {
        @Override
        public Capabilities capabilities() {
            return Capabilities.of(Reach.JVM)
                    .keeping(LockKind.EXCLUSIVE)
                    .leases(1, 60_000)
                    .question(1_000)
                    .deadWaiters(500, 500);
        }

        @Override
        public LockStore open(StoreContext context) {
            return new HangingStore();
        }

        @Override
        public String toString() {
            return "hang";
        }
    }
}
