package io.lockgraft.store.redis.settings;

/** The certificates that a rediss:// connection trusts and shows, where they are not those of the JVM. */
public final class TlsSettings {
    /** The path, or null. */
    public final String truststore;

    /** Or null. Never logged; so for the other password. */
    public final String truststorePassword;

    /** The path, or null. */
    public final String keystore;

    public final String keystorePassword;

    /** False: the server's certificate must be trusted, but may name another host. */
    public final boolean verifyHostname;

    /** @param truststore a path, or null for the JVM's own; so for {@code keystore} */
    public TlsSettings(
            String truststore,
            String truststorePassword,
            String keystore,
            String keystorePassword,
            boolean verifyHostname) {
        this.truststore = truststore;
        this.truststorePassword = truststorePassword;
        this.keystore = keystore;
        this.keystorePassword = keystorePassword;
        this.verifyHostname = verifyHostname;
    }
}
