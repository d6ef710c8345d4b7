package io.lockgraft.store.consul.settings;

import io.lockgraft.spi.settings.Settings;
import io.lockgraft.spi.settings.TlsSettings;
import io.lockgraft.spi.settings.TokensAbove;
import io.lockgraft.spi.settings.Value;
import io.lockgraft.store.http.HttpEndpoint;
import java.time.Duration;
import java.util.Locale;

/** Reads {@code consul}. */
public final class SettingsReader {
    private static final int PORT = 8500;
    private static final int ENCRYPTED_PORT = 8501;

    /** A server's own bounds, 10 s if its session_ttl_min is not set, are known when it is asked. */
    private static final Duration SHORTEST = Duration.ofSeconds(1);

    /** The longest lock-delay of a server, which must not be shorter than a lease. */
    private static final Duration LONGEST = Duration.ofSeconds(60);

    private static final String PART = "(?!\\.(/|$))[A-Za-z0-9_.-]+";

    private final Settings consul;

    public SettingsReader(Settings consul) {
        this.consul = consul;
    }

    /** The settings, or null where they name no agent. */
    public ConsulSettings read() {
        HttpEndpoint address = address();
        String prefix = prefix();
        Duration ttl = consul.duration("sessionTtl", SHORTEST, LONGEST);
        String token = token();
        long tokensAbove = TokensAbove.read(consul);
        Settings tls = consul.section("tls", ConsulTables.TLS);
        TlsSettings certificates = tls == null ? null : TlsSettings.read(tls);
        if (address == null) {
            return null;
        }
        if (tls != null && !address.isEncrypted()) {
            tls.problem("needs an address that begins with https://");
        }
        return new ConsulSettings(
                address,
                prefix == null ? ConsulSettings.PREFIX : prefix,
                ttl == null ? ConsulSettings.SESSION_TTL : ttl,
                token,
                tokensAbove,
                certificates);
    }

    private HttpEndpoint address() {
        Value value = consul.text("address");
        if (value == null) {
            if (!consul.has("address") && !consul.isMeant("address") && !consul.isCutOff()) {
                consul.problem("names no agent; write consul: {address: http://127.0.0.1:" + PORT + "}");
            }
            return null;
        }
        String text = value.text().trim();
        if (text.indexOf('@') >= 0) {
            // Not shown: there may be a password in it.
            consul.problem(
                    "address",
                    value.position(),
                    "has a user in it, and addresses are logged; Consul has tokens:"
                            + " write consul: {address: http://127.0.0.1:" + PORT + ", token: ...}");
            return null;
        }
        boolean encrypted = text.toLowerCase(Locale.ROOT).startsWith("https:");
        try {
            return HttpEndpoint.of(text, encrypted ? ENCRYPTED_PORT : PORT);
        } catch (IllegalArgumentException e) {
            consul.problem("address", value.position(), value.shown() + ' ' + e.getMessage());
            return null;
        }
    }

    private String prefix() {
        Value value = consul.text("prefix");
        if (value == null) {
            return null;
        }
        // What Consul 1.21.5 takes, and needs no encoding in a URL.
        if (!value.text().matches("(?!.*\\.\\.)" + PART + "(/" + PART + ")*")) {
            consul.problem(
                    "prefix",
                    value.position(),
                    value.shown()
                            + " is no prefix of keys; write lockgraft or shop/locks, of letters, digits, '-', '_' and"
                            + " '.', without a slash at its ends");
            return null;
        }
        return value.text();
    }

    private String token() {
        Value value = consul.value("token");
        if (value == null || value.text().isEmpty()) {
            return null;
        }
        if (!value.text().matches("[!-~]+")) {
            // Not shown: it is a secret.
            consul.problem("token", value.position(), "has a character that no token has, as a space or a line's end");
            return null;
        }
        return value.text();
    }
}
