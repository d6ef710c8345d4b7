package io.lockgraft.store.zookeeper;

import io.lockgraft.spi.settings.TlsSettings;
import java.io.File;
import org.apache.zookeeper.client.ZKClientConfig;

/**
 * The client's settings. The library would take them from system properties, which the application has set for a client
 * of its own, or not at all.
 */
final class ClientConfig extends ZKClientConfig {
    /** A list of all keys that are locked is one answer. */
    private static final String LARGEST_ANSWER = Integer.toString(64 << 20);

    private static final String RENEGOTIATION = "jdk.tls.rejectClientInitiatedRenegotiation";

    /** @param tls null for none */
    ClientConfig(TlsSettings tls) throws ClassNotFoundException {
        setProperty(ZOOKEEPER_REQUEST_TIMEOUT, null);
        setProperty(ZOOKEEPER_SERVER_PRINCIPAL, null);
        setProperty(JUTE_MAXBUFFER, LARGEST_ANSWER);
        setProperty(ENABLE_CLIENT_SASL_KEY, "false");
        setProperty(DISABLE_AUTO_WATCH_RESET, "false");
        if (tls == null) {
            setProperty(SECURE_CLIENT, "false");
            setProperty(ZOOKEEPER_CLIENT_CNXN_SOCKET, "org.apache.zookeeper.ClientCnxnSocketNIO");
        } else {
            loadTls();
            setProperty(SECURE_CLIENT, "true");
            setProperty(ZOOKEEPER_CLIENT_CNXN_SOCKET, "org.apache.zookeeper.ClientCnxnSocketNetty");
            store("trustStore", tls.truststore, tls.truststorePassword);
            store("keyStore", tls.keystore, tls.keystorePassword);
            setProperty("zookeeper.ssl.hostnameVerification", Boolean.toString(tls.verifyHostname));
            // The library's own check of host names, which the setting turns off; with "true" it is left to the JDK's.
            setProperty("zookeeper.fips-mode", "false");
        }
    }

    /** Reads no system property. Called by the constructor above this one. */
    @Override
    protected void handleBackwardCompatibility() {}

    private void store(String which, File file, String password) {
        if (file != null) {
            setProperty("zookeeper.ssl." + which + ".location", file.getPath());
            setProperty("zookeeper.ssl." + which + ".password", password == null ? "" : password);
            setProperty("zookeeper.ssl." + which + ".type", type(file));
        }
    }

    private static String type(File file) {
        String name = file.getName().toLowerCase(java.util.Locale.ROOT);
        return name.endsWith(".jks") ? "JKS" : name.endsWith(".pem") ? "PEM" : "PKCS12";
    }

    /** The class sets a property of the whole JVM where it is not set. The application has not asked for that. */
    private static void loadTls() throws ClassNotFoundException {
        String before = System.getProperty(RENEGOTIATION);
        Class.forName("org.apache.zookeeper.common.X509Util", true, ClientConfig.class.getClassLoader());
        if (before == null) {
            System.clearProperty(RENEGOTIATION);
        }
    }
}
