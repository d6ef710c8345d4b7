package io.lockgraft.store.jdbc;

import static io.lockgraft.spi.settings.Setting.of;

import io.lockgraft.spi.settings.SettingTable;
import io.lockgraft.spi.settings.TokensAbove;

/** The settings of {@code jdbc}. */
final class JdbcTables {
    static final SettingTable JDBC = new SettingTable(
            "jdbc.",
            "in 'jdbc'",
            of("url", "the database").elsewhere("jdbcUrl", "address", "connect"),
            of("user", "who logs in").elsewhere("username"),
            of("password", "the user's password"),
            of("driver", "the driver's jar, or its class in the application"),
            of("table", "the table with the locks"),
            of("createTable", "whether the table is made where it is missing"),
            of("timeout", "how long one question may take"),
            of("untested", "that the database may be one without tests"),
            TokensAbove.SETTING);

    private JdbcTables() {}
}
