package io.lockgraft.store.consul;

import io.lockgraft.spi.Capabilities;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.StoreConfiguration;
import io.lockgraft.spi.StoreContext;
import io.lockgraft.spi.settings.TlsSettings;
import io.lockgraft.store.consul.settings.ConsulSettings;
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
        return TlsSettings.secrets(settings.token(), settings.tls());
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
