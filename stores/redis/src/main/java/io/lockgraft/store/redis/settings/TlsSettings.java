package io.lockgraft.store.redis.settings;

/** The certificates that a rediss:// connection trusts and shows, where they are not those of the JVM. */
public final class TlsSettings {
    private final String truststore;
    private final String truststorePassword;
    private final String keystore;
    private final String keystorePassword;
    private final boolean verifyHostname;

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

    /** The path, or null. */
    public String truststore() {
        return truststore;
    }

    /** Or null. Never logged. */
    public String truststorePassword() {
        return truststorePassword;
    }

    /** The path, or null. */
    public String keystore() {
        return keystore;
    }

    /** Or null. Never logged. */
    public String keystorePassword() {
        return keystorePassword;
    }

    /** False: the server's certificate must be trusted, but may name another host. */
    public boolean verifyHostname() {
        return verifyHostname;
    }
}
