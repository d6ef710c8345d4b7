package io.lockgraft.store.etcd.settings;

import io.lockgraft.spi.settings.Settings;
import io.lockgraft.spi.settings.TlsSettings;
import io.lockgraft.spi.settings.TokensAbove;
import io.lockgraft.spi.settings.Value;
import io.lockgraft.store.http.HttpEndpoint;
import java.util.ArrayList;
import java.util.List;

/** Reads {@code etcd}. */
public final class SettingsReader {
    private static final String LIKE = "[http://etcd1:2379, http://etcd2:2379, http://etcd3:2379]";
    private static final int PORT = 2379;

    private final Settings etcd;

    public SettingsReader(Settings etcd) {
        this.etcd = etcd;
    }

    /** The settings, or null where they name no server. */
    public EtcdSettings read() {
        List<HttpEndpoint> endpoints = endpoints();
        String prefix = prefix();
        Value username = etcd.value("username");
        Value password = etcd.value("password");
        checkUser(username, password);
        long tokensAbove = TokensAbove.read(etcd);
        Settings section = etcd.section("tls", EtcdTables.TLS);
        TlsSettings tls = section == null ? null : TlsSettings.read(section);
        if (tls != null && endpoints != null && !isAnyEncrypted(endpoints)) {
            etcd.problem("tls", etcd.namePosition("tls"), "is of no use: no endpoint begins with https://");
        }
        return endpoints == null
                ? null
                : new EtcdSettings(
                        endpoints,
                        prefix == null ? EtcdSettings.PREFIX : prefix,
                        isEmpty(username) ? null : username.text(),
                        isEmpty(password) ? null : password.text(),
                        tokensAbove,
                        tls);
    }

    private static boolean isAnyEncrypted(List<HttpEndpoint> endpoints) {
        for (HttpEndpoint each : endpoints) {
            if (each.isEncrypted()) {
                return true;
            }
        }
        return false;
    }

    private List<HttpEndpoint> endpoints() {
        if (!etcd.has("endpoints")) {
            if (!etcd.isMeant("endpoints") && !etcd.isCutOff()) {
                etcd.problem("names no server; write etcd: {endpoints: " + LIKE + "}");
            }
            return null;
        }
        List<Value> values = etcd.values("endpoints", LIKE);
        if (values == null) {
            return null;
        }
        List<HttpEndpoint> endpoints = new ArrayList<>();
        for (Value each : values) {
            HttpEndpoint endpoint = each == null ? null : endpoint(each);
            if (endpoint != null && endpoints.contains(endpoint)) {
                etcd.problem("endpoints", each.position(), each.shown() + " stands here twice");
            } else if (endpoint != null) {
                endpoints.add(endpoint);
            }
        }
        if (values.isEmpty()) {
            etcd.problem("endpoints", etcd.position("endpoints"), "names no server; write " + LIKE);
        }
        return endpoints.isEmpty() || endpoints.size() < values.size() ? null : endpoints;
    }

    private HttpEndpoint endpoint(Value value) {
        try {
            return HttpEndpoint.of(value.text(), PORT);
        } catch (IllegalArgumentException e) {
            etcd.problem("endpoints", value.position(), value.shown() + ' ' + e.getMessage());
            return null;
        }
    }

    private String prefix() {
        Value value = etcd.text("prefix");
        if (value != null && !value.text().matches("[!-~]*[!-.0-~]/")) {
            etcd.problem(
                    "prefix", value.position(), value.shown() + " is no beginning of keys; write it as shop/locks/");
            return null;
        }
        return value == null ? null : value.text();
    }

    private void checkUser(Value username, Value password) {
        if (isEmpty(username) && !isEmpty(password) && !etcd.has("username")) {
            etcd.problem("a 'password' needs a 'username' beside it");
        } else if (isEmpty(password) && !isEmpty(username) && !etcd.has("password")) {
            etcd.problem("a 'username' needs a 'password' beside it");
        }
    }

    private static boolean isEmpty(Value value) {
        return value == null || value.text().isEmpty();
    }
}
