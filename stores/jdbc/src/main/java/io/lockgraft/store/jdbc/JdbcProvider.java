package io.lockgraft.store.jdbc;

import io.lockgraft.spi.StoreConfiguration;
import io.lockgraft.spi.StoreProvider;
import io.lockgraft.spi.settings.SettingTable;
import io.lockgraft.spi.settings.Settings;
import java.util.Collections;
import java.util.List;

/** Reads {@code jdbc}: a table of a database. */
public final class JdbcProvider implements StoreProvider {
    @Override
    public String name() {
        return "jdbc";
    }

    @Override
    public String meaning() {
        return "a table of a database";
    }

    @Override
    public List<SettingTable> tables() {
        return Collections.singletonList(JdbcTables.JDBC);
    }

    @Override
    public StoreConfiguration read(Settings settings, Members members) {
        JdbcSettings jdbc = new SettingsReader(settings).read();
        return jdbc == null ? null : new JdbcConfiguration(jdbc);
    }
}
