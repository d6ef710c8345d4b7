package io.lockgraft.store.consul.settings;

import static io.lockgraft.spi.settings.Setting.of;

import io.lockgraft.spi.settings.SettingTable;
import io.lockgraft.spi.settings.TlsSettings;
import io.lockgraft.spi.settings.TokensAbove;

/** The settings of {@code consul} and of the mapping in it. */
public final class ConsulTables {
    public static final SettingTable CONSUL = new SettingTable(
            "consul.",
            "in 'consul'",
            of("address", "the agent to ask").elsewhere("host", "url", "endpoint"),
            of("prefix", "the keys under which the locks lie").elsewhere("root"),
            of("sessionTtl", "how long a lease may be, and a part of how long locks outlive a dead JVM")
                    .elsewhere("ttl", "sessionTimeout"),
            of("token", "the token of the ACL").elsewhere("aclToken", "acl-token"),
            TokensAbove.SETTING,
            of("tls", "which certificates an https:// connection trusts and shows"));

    public static final SettingTable TLS = TlsSettings.table("consul");

    private ConsulTables() {}
}
