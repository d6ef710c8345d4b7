package io.lockgraft.store.redis;

import io.lockgraft.spi.Capabilities;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.StoreConfiguration;
import io.lockgraft.spi.StoreContext;
import io.lockgraft.store.compound.MajorityStore;
import io.lockgraft.store.redis.settings.RedisSettings;
import io.lockgraft.store.redis.settings.Topology;
import java.util.List;
import java.util.stream.Collectors;

/** Redis as the rules file describes it: one store, or with {@code quorum} a majority of several. */
public final class RedisConfiguration implements StoreConfiguration {
    private final RedisSettings settings;

    public RedisConfiguration(RedisSettings settings) {
        this.settings = settings;
    }

    public RedisSettings settings() {
        return settings;
    }

    @Override
    public Capabilities capabilities() {
        return isQuorum() ? MajorityStore.capabilities(RedisStore.CAPABILITIES) : RedisStore.CAPABILITIES;
    }

    @Override
    public boolean connectsEarly() {
        return settings.connectsEarly();
    }

    @Override
    public List<String> secrets() {
        return settings.secrets();
    }

    @Override
    public LockStore open(StoreContext context) {
        if (!isQuorum()) {
            return new RedisStore(context, settings);
        }
        List<LockStore> servers = settings.members().stream()
                .map(member -> new RedisStore(context, member))
                .collect(Collectors.toList());
        return new MajorityStore(context, servers, "server ", " of redis.quorum");
    }

    private boolean isQuorum() {
        return settings.topology().kind == Topology.Kind.QUORUM;
    }

    @Override
    public String toString() {
        return settings.toString();
    }
}
