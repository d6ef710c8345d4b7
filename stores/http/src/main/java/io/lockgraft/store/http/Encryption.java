package io.lockgraft.store.http;

import io.lockgraft.spi.settings.TlsSettings;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Locale;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/** Makes encrypted connections by the settings of {@code tls}, whatever default context the application has set. */
final class Encryption {
    private Encryption() {}

    static SSLSocketFactory of(TlsSettings tls) throws IOException, GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(
                tls == null || tls.keystore == null ? null : keys(tls.keystore, tls.keystorePassword),
                tls == null || tls.truststore == null ? null : trust(tls.truststore, tls.truststorePassword),
                null);
        return context.getSocketFactory();
    }

    private static KeyManager[] keys(File file, String password) throws IOException, GeneralSecurityException {
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(load(file, password), password == null ? new char[0] : password.toCharArray());
        return factory.getKeyManagers();
    }

    private static TrustManager[] trust(File file, String password) throws IOException, GeneralSecurityException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(load(file, password));
        return factory.getTrustManagers();
    }

    private static KeyStore load(File file, String password) throws IOException, GeneralSecurityException {
        boolean jks = file.getName().toLowerCase(Locale.ROOT).endsWith(".jks");
        KeyStore store = KeyStore.getInstance(jks ? "JKS" : "PKCS12");
        try (InputStream in = new FileInputStream(file)) {
            store.load(in, password == null ? null : password.toCharArray());
        }
        return store;
    }
}
