package io.lockgraft.store.etcd.settings;

import static io.lockgraft.spi.settings.Setting.of;

import io.lockgraft.spi.settings.SettingTable;
import io.lockgraft.spi.settings.TlsSettings;
import io.lockgraft.spi.settings.TokensAbove;

/** The settings of {@code etcd} and of the mapping in it. */
public final class EtcdTables {
    public static final SettingTable ETCD = new SettingTable(
            "etcd.",
            "in 'etcd'",
            of("endpoints", "the servers").elsewhere("address", "hosts", "servers", "url"),
            of("prefix", "what all keys in etcd begin with").elsewhere("root"),
            of("username", "the user").elsewhere("user"),
            of("password", "the user's password"),
            TokensAbove.SETTING,
            of("tls", "the certificates that a connection trusts and shows"));

    public static final SettingTable TLS = TlsSettings.table("etcd");

    private EtcdTables() {}
}
