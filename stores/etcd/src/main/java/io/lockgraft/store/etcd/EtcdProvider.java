package io.lockgraft.store.etcd;

import io.lockgraft.spi.StoreConfiguration;
import io.lockgraft.spi.StoreProvider;
import io.lockgraft.spi.settings.SettingTable;
import io.lockgraft.spi.settings.Settings;
import io.lockgraft.store.etcd.settings.EtcdSettings;
import io.lockgraft.store.etcd.settings.EtcdTables;
import io.lockgraft.store.etcd.settings.SettingsReader;
import java.util.Arrays;
import java.util.List;

/** Reads {@code etcd}: a cluster of etcd servers. */
public final class EtcdProvider implements StoreProvider {
    @Override
    public String name() {
        return "etcd";
    }

    @Override
    public String meaning() {
        return "the servers of etcd";
    }

    @Override
    public List<SettingTable> tables() {
        return Arrays.asList(EtcdTables.ETCD, EtcdTables.TLS);
    }

    @Override
    public StoreConfiguration read(Settings settings, Members members) {
        EtcdSettings etcd = new SettingsReader(settings).read();
        return etcd == null ? null : new EtcdConfiguration(etcd);
    }
}
