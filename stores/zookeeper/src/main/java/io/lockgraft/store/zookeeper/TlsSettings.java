package io.lockgraft.store.zookeeper;

import java.io.File;

/** The certificates that an encrypted connection trusts and shows, where they are not those of the JVM. */
final class TlsSettings {
    /** Or null for the JVM's own. */
    final File truststore;

    /** Or null. Never logged; so for the other password. */
    final String truststorePassword;

    /** Or null. */
    final File keystore;

    final String keystorePassword;

    /** False: the server's certificate must be trusted, but may name another host. */
    final boolean verifyHostname;

    TlsSettings(
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
