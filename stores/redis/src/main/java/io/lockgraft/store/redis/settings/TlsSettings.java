package io.lockgraft.store.redis.settings;

import java.io.File;

/** The certificates that a rediss:// connection trusts and shows, where they are not those of the JVM. */
public final class TlsSettings {
    /** Or null. */
    public final File truststore;

    /** Or null. Never logged; so for the other password. */
    public final String truststorePassword;

    /** Or null. */
    public final File keystore;

    public final String keystorePassword;

    /** False: the server's certificate must be trusted, but may name another host. */
    public final boolean verifyHostname;

    /** @param truststore null for the JVM's own; so for {@code keystore} */
    public TlsSettings(
            File truststore,
            String truststorePassword,
            File keystore,
            String keystorePassword,
            boolean verifyHostname) {
        this.truststore = truststore;
        this.truststorePassword = truststorePassword;
        this.keystore = keystore;
        this.keystorePassword = keystorePassword;
        this.verifyHostname = verifyHostname;
    }
}
