package io.lockgraft.store.etcd;

import io.lockgraft.spi.settings.TlsSettings;
import io.lockgraft.spi.text.Listing;
import io.lockgraft.store.http.HttpEndpoint;
import java.util.List;

/** What the rules file says under {@code etcd}. Immutable. */
final class EtcdSettings {
    static final String PREFIX = "lockgraft/";

    final List<HttpEndpoint> endpoints;
    final String prefix;

    /** Null for none; so for the password. */
    final String username;

    final String password;
    final long tokensAbove;

    /** Null for the JVM's own certificates. */
    final TlsSettings tls;

    EtcdSettings(
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
