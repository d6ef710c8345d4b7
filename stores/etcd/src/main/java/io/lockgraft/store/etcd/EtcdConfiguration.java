package io.lockgraft.store.etcd;

import io.lockgraft.spi.Capabilities;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.StoreConfiguration;
import io.lockgraft.spi.StoreContext;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
        return Stream.of(
                        settings.password,
                        settings.tls == null ? null : settings.tls.truststorePassword,
                        settings.tls == null ? null : settings.tls.keystorePassword)
                .filter(Objects::nonNull)
                .collect(Collectors.toList());
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
