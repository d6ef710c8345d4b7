package io.lockgraft.store.etcd.settings;

import io.lockgraft.spi.settings.TlsSettings;
import io.lockgraft.spi.text.Listing;
import io.lockgraft.store.http.HttpEndpoint;
import java.util.List;

/** What the rules file says under {@code etcd}. Immutable. */
public final class EtcdSettings {
    public static final String PREFIX = "lockgraft/";

    public final List<HttpEndpoint> endpoints;
    public final String prefix;

    /** Null for none; so for the password. */
    public final String username;

    public final String password;
    public final long tokensAbove;

    /** Null for the JVM's own certificates. */
    public final TlsSettings tls;

    public EtcdSettings(
            List<HttpEndpoint> endpoints,
            String prefix,
            String username,
            String password,
            long tokensAbove,
            TlsSettings tls) {
        this.endpoints = endpoints;
        this.prefix = prefix;
        this.username = username;
        this.password = password;
        this.tokensAbove = tokensAbove;
        this.tls = tls;
    }

    @Override
    public String toString() {
        return "etcd at " + Listing.all(endpoints, ", ") + ", keys " + prefix;
    }
}
