package io.lockgraft.store.zookeeper;

import io.lockgraft.spi.Capabilities;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.StoreConfiguration;
import io.lockgraft.spi.StoreContext;
import io.lockgraft.spi.settings.TlsSettings;
import io.lockgraft.store.zookeeper.settings.ZooKeeperSettings;
import java.util.List;

/** ZooKeeper as the rules file describes it. */
final class ZooKeeperConfiguration implements StoreConfiguration {
    private final ZooKeeperSettings settings;

    ZooKeeperConfiguration(ZooKeeperSettings settings) {
        this.settings = settings;
    }

    @Override
    public Capabilities capabilities() {
        return ZooKeeperStore.capabilities(settings);
    }

    @Override
    public boolean connectsEarly() {
        return true;
    }

    @Override
    public List<String> secrets() {
        String user = settings.user();
        return TlsSettings.secrets(user == null ? null : user.substring(user.indexOf(':') + 1), settings.tls());
    }

    @Override
    public LockStore open(StoreContext context) {
        return new ZooKeeperStore(context, settings);
    }

    @Override
    public String toString() {
        return settings.toString();
    }
}
