package io.lockgraft.store.consul;

import io.lockgraft.spi.Capabilities;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.StoreConfiguration;
import io.lockgraft.spi.StoreContext;
import io.lockgraft.spi.settings.TlsSettings;
import io.lockgraft.store.consul.settings.ConsulSettings;
import java.util.ArrayList;
import java.util.List;

/** Consul as the rules file describes it. */
final class ConsulConfiguration implements StoreConfiguration {
    private final ConsulSettings settings;

    ConsulConfiguration(ConsulSettings settings) {
        this.settings = settings;
    }

    @Override
    public Capabilities capabilities() {
        return ConsulStore.capabilities(settings);
    }

    @Override
    public boolean connectsEarly() {
        return true;
    }

    @Override
    public List<String> secrets() {
        List<String> secrets = new ArrayList<>();
        TlsSettings tls = settings.tls();
        addIfThere(secrets, settings.token());
        addIfThere(secrets, tls == null ? null : tls.truststorePassword);
        addIfThere(secrets, tls == null ? null : tls.keystorePassword);
        return secrets;
    }

    private static void addIfThere(List<String> secrets, String secret) {
        if (secret != null) {
            secrets.add(secret);
        }
    }

    @Override
    public LockStore open(StoreContext context) {
        return new ConsulStore(context, settings);
    }

    @Override
    public String toString() {
        return settings.toString();
    }
}
