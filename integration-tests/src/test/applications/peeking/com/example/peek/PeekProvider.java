package com.example.peek;

import io.lockgraft.spi.StoreConfiguration;
import io.lockgraft.spi.StoreProvider;
import io.lockgraft.spi.settings.SettingTable;
import io.lockgraft.spi.settings.Settings;
import java.util.Collections;
import java.util.List;

/** The provider of a store that only tells which of some classes it sees. */
public final class PeekProvider implements StoreProvider {
    @Override
    public String name() {
        return "peek";
    }

    @Override
    public String meaning() {
        return "nothing";
    }

    @Override
    public List<SettingTable> tables() {
        return Collections.singletonList(new SettingTable("peek.", "in 'peek'"));
    }

    @Override
    public StoreConfiguration read(Settings settings, Members members) {
        StringBuilder seen = new StringBuilder("sees");
        for (String name : new String[] {
            "java.sql.Driver",
            "com.example.peek.PeekProvider",
            "io.lockgraft.spi.Request",
            "io.lockgraft.spi.settings.Settings",
            "io.lockgraft.api.Locks",
            "io.lockgraft.bootstrap.LockGate",
            "io.lockgraft.rules.Rules",
            "io.lockgraft.store.redis.RedisProvider",
            "org.redisson.Redisson",
            "com.example.app.CounterApp"
        }) {
            try {
                Class.forName(name, false, PeekProvider.class.getClassLoader());
                seen.append(' ').append(name);
            } catch (ClassNotFoundException e) {
                // not seen
            }
        }
        settings.problem(seen.toString());
        return null;
    }
}
