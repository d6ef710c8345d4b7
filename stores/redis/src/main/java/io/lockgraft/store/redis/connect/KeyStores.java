package io.lockgraft.store.redis.connect;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import org.redisson.config.Config;

/**
 * Opens the trust store and the key store before Redisson does: Redisson would open them for each connection, drop the
 * connection where it cannot, and not say why.
 */
final class KeyStores {
    private KeyStores() {}

    static void require(Config config) throws IOException {
        String type = config.getSslKeystoreType();
        open("trust store", config.getSslTruststore(), type, config.getSslTruststorePassword());
        open("key store", config.getSslKeystore(), type, config.getSslKeystorePassword());
    }

    private static void open(String what, URL file, String type, String password) throws IOException {
        if (file == null) {
            return;
        }
        try (InputStream in = file.openStream()) {
            KeyStore store = KeyStore.getInstance(type == null ? KeyStore.getDefaultType() : type);
            store.load(in, password == null ? null : password.toCharArray());
        } catch (IOException | GeneralSecurityException e) {
            throw new IOException("the " + what + " " + file.getPath() + " cannot be opened: " + e.getMessage(), e);
        }
    }
}
