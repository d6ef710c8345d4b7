package io.lockgraft.store.etcd;

import io.lockgraft.spi.Capabilities;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.StoreConfiguration;
import io.lockgraft.spi.StoreContext;
import io.lockgraft.spi.settings.TlsSettings;
import io.lockgraft.store.etcd.settings.EtcdSettings;
import java.util.List;

/** etcd as the rules file describes it. */
final class EtcdConfiguration implements StoreConfiguration {
    private final EtcdSettings settings;

    EtcdConfiguration(EtcdSettings settings) {
        this.settings = settings;
    }

    @Override
    public Capabilities capabilities() {
        return EtcdStore.CAPABILITIES;
    }

    @Override
    public boolean connectsEarly() {
        return true;
    }

    @Override
    public List<String> secrets() {
        return TlsSettings.secrets(settings.password, settings.tls);
    }

    @Override
    public LockStore open(StoreContext context) {
        return new EtcdStore(context, settings);
    }

    @Override
    public String toString() {
        return settings.toString();
    }
}
