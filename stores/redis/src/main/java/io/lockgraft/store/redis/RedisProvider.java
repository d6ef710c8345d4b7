package io.lockgraft.store.redis;

import io.lockgraft.spi.StoreConfiguration;
import io.lockgraft.spi.StoreProvider;
import io.lockgraft.spi.settings.SettingTable;
import io.lockgraft.spi.settings.Settings;
import io.lockgraft.store.redis.settings.RedisReader;
import io.lockgraft.store.redis.settings.RedisSettings;
import io.lockgraft.store.redis.settings.RedisTables;
import java.util.List;

/** Reads {@code redis}: a server, or several in one of Redis's own topologies. */
public final class RedisProvider implements StoreProvider {
    @Override
    public String name() {
        return "redis";
    }

    @Override
    public String meaning() {
        return "the lock server";
    }

    @Override
    public List<SettingTable> tables() {
        return RedisTables.all();
    }

    @Override
    public StoreConfiguration read(Settings settings, Members members) {
        RedisSettings redis = new RedisReader(settings).read();
        return redis == null ? null : new RedisConfiguration(redis);
    }
}
