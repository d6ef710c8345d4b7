package io.lockgraft.store.zookeeper;

import io.lockgraft.spi.Capabilities;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.StoreConfiguration;
import io.lockgraft.spi.StoreContext;
import java.util.ArrayList;
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
        List<String> secrets = new ArrayList<>();
        if (settings.user() != null) {
            secrets.add(settings.user().substring(settings.user().indexOf(':') + 1));
        }
        if (settings.tls() != null && settings.tls().truststorePassword != null) {
            secrets.add(settings.tls().truststorePassword);
        }
        if (settings.tls() != null && settings.tls().keystorePassword != null) {
            secrets.add(settings.tls().keystorePassword);
        }
        return secrets;
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
