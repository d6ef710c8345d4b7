package io.lockgraft.store.zookeeper.settings;

import static io.lockgraft.spi.settings.Setting.of;

import io.lockgraft.spi.settings.SettingTable;
import io.lockgraft.spi.settings.TlsSettings;
import io.lockgraft.spi.settings.TokensAbove;

/** The settings of {@code zookeeper} and of the mapping in it. */
public final class ZooKeeperTables {
    public static final SettingTable ZOOKEEPER = new SettingTable(
            "zookeeper.",
            "in 'zookeeper'",
            of("connect", "the servers, and a path behind them").elsewhere("connectString", "address", "hosts", "url"),
            of("root", "the node under which the locks lie"),
            of("sessionTimeout", "how long locks outlive a dead JVM"),
            of("username", "the user of the scheme digest").elsewhere("user"),
            of("password", "the password"),
            TokensAbove.SETTING,
            of("tls", "that the connection is encrypted, and whom it trusts"));

    public static final SettingTable TLS = TlsSettings.table("zookeeper");

    private ZooKeeperTables() {}
}
