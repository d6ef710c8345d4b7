package io.lockgraft.spi.settings;

import java.io.File;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** The mapping {@code tls} of a store: the certificates that a connection trusts and shows. Immutable. */
public final class TlsSettings {
    /** Null for the JVM's own. */
    public final File truststore;

    /** Or null. Never logged; so for the other password. */
    public final String truststorePassword;

    /** Null for the JVM's own. */
    public final File keystore;

    public final String keystorePassword;

    /** False: the server's certificate must be trusted, but may name another host. */
    public final boolean verifyHostname;

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

    /** The settings of {@code tls} in the mapping of this name. */
    public static SettingTable table(String store) {
        return new SettingTable(
                store + ".tls.",
                "in '" + store + ".tls'",
                Setting.of("truststore", "the certificates to trust"),
                Setting.of("truststorePassword", "their store's password"),
                Setting.of("keystore", "the certificate to show"),
                Setting.of("keystorePassword", "its store's password"),
                Setting.of("verifyHostname", "whether the certificate must name the host"));
    }

    /**
     * What no log line may show, of these: a store's own password and those of its certificates.
     *
     * @param own or null
     * @param tls or null
     */
    public static List<String> secrets(String own, TlsSettings tls) {
        List<String> secrets = new ArrayList<>(Arrays.asList(own));
        if (tls != null) {
            secrets.addAll(Arrays.asList(tls.truststorePassword, tls.keystorePassword));
        }
        secrets.removeAll(Collections.singleton(null));
        return secrets;
    }

    /** Reads this mapping and reports its mistakes. An empty password is none. */
    public static TlsSettings read(Settings tls) {
        Boolean verify = tls.flag("verifyHostname");
        return new TlsSettings(
                tls.file("truststore"),
                password(tls, "truststore"),
                tls.file("keystore"),
                password(tls, "keystore"),
                verify == null || verify);
    }

    private static String password(Settings tls, String store) {
        String name = store + "Password";
        if (tls.has(name) && !tls.has(store)) {
            tls.problem(tls.namePosition(name), "'" + name + "' needs '" + store + "' beside it");
        }
        Value password = tls.value(name);
        return password == null || password.text().isEmpty() ? null : password.text();
    }
}
