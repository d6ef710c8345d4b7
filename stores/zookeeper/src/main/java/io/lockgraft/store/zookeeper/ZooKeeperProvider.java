package io.lockgraft.store.zookeeper;

import io.lockgraft.spi.StoreConfiguration;
import io.lockgraft.spi.StoreProvider;
import io.lockgraft.spi.settings.SettingTable;
import io.lockgraft.spi.settings.Settings;
import io.lockgraft.store.zookeeper.settings.SettingsReader;
import io.lockgraft.store.zookeeper.settings.ZooKeeperSettings;
import io.lockgraft.store.zookeeper.settings.ZooKeeperTables;
import java.util.Arrays;
import java.util.List;

/** Reads {@code zookeeper}: an ensemble of ZooKeeper servers. */
public final class ZooKeeperProvider implements StoreProvider {
    @Override
    public String name() {
        return "zookeeper";
    }

    @Override
    public String meaning() {
        return "the servers of ZooKeeper";
    }

    @Override
    public List<SettingTable> tables() {
        return Arrays.asList(ZooKeeperTables.ZOOKEEPER, ZooKeeperTables.TLS);
    }

    @Override
    public StoreConfiguration read(Settings settings, Members members) {
        ZooKeeperSettings zookeeper = new SettingsReader(settings).read();
        return zookeeper == null ? null : new ZooKeeperConfiguration(zookeeper);
    }
}
