package io.lockgraft.store.consul;

import io.lockgraft.spi.StoreConfiguration;
import io.lockgraft.spi.StoreProvider;
import io.lockgraft.spi.settings.SettingTable;
import io.lockgraft.spi.settings.Settings;
import io.lockgraft.store.consul.settings.ConsulSettings;
import io.lockgraft.store.consul.settings.ConsulTables;
import io.lockgraft.store.consul.settings.SettingsReader;
import java.util.Arrays;
import java.util.List;

/** Reads {@code consul}: the servers of Consul, by one of their agents. */
public final class ConsulProvider implements StoreProvider {
    @Override
    public String name() {
        return "consul";
    }

    @Override
    public String meaning() {
        return "the servers of Consul";
    }

    @Override
    public List<SettingTable> tables() {
        return Arrays.asList(ConsulTables.CONSUL, ConsulTables.TLS);
    }

    @Override
    public StoreConfiguration read(Settings settings, Members members) {
        ConsulSettings consul = new SettingsReader(settings).read();
        return consul == null ? null : new ConsulConfiguration(consul);
    }
}
