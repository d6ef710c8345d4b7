package io.lockgraft.store;

import io.lockgraft.spi.StoreConfiguration;
import io.lockgraft.spi.StoreProvider;
import io.lockgraft.store.compound.MajorityProvider;
import io.lockgraft.store.compound.ahead.AheadProvider;
import io.lockgraft.store.compound.all.AllProvider;
import io.lockgraft.store.consul.ConsulProvider;
import io.lockgraft.store.etcd.EtcdProvider;
import io.lockgraft.store.file.FileProvider;
import io.lockgraft.store.jdbc.JdbcConfiguration;
import io.lockgraft.store.jdbc.JdbcProvider;
import io.lockgraft.store.memory.MemoryProvider;
import io.lockgraft.store.redis.RedisProvider;
import io.lockgraft.store.zookeeper.ZooKeeperProvider;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** The stores that are in the jar. */
public final class BundledStores {
    private static final List<StoreProvider> PROVIDERS = Collections.unmodifiableList(Arrays.<StoreProvider>asList(
            new RedisProvider(),
            new ZooKeeperProvider(),
            new EtcdProvider(),
            new ConsulProvider(),
            new JdbcProvider(),
            new FileProvider(),
            new MemoryProvider(),
            new MajorityProvider(),
            new AheadProvider(),
            new AllProvider()));

    private BundledStores() {}

    /** The first one is meant where a rules file names no store. */
    public static List<StoreProvider> providers() {
        return PROVIDERS;
    }

    /** The statement that makes the table of a database; null for a store without one. */
    public static String ddl(StoreConfiguration store) {
        return store instanceof JdbcConfiguration ? ((JdbcConfiguration) store).ddl() : null;
    }
}
