package io.lockgraft.store.redis;

import io.lockgraft.conformance.StoreConformance;
import io.lockgraft.spi.Capabilities;
import io.lockgraft.spi.LockStore;
import io.lockgraft.store.redis.settings.RedisSettings;
import io.lockgraft.store.redis.settings.Topology;
import io.lockgraft.testing.server.Leftovers;
import io.lockgraft.testing.server.RedisServer;
import io.lockgraft.testing.store.LostPlaces;
import io.lockgraft.testing.store.TestContext;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** What the conformance tests of Redis have in common, however its servers belong together. */
abstract class RedisConformance extends StoreConformance {
    /** Much, because the suite asks with a wait of nothing, on machines that are busy with other tests. */
    private static final long GRACE = TimeUnit.SECONDS.toNanos(2);

    abstract Topology topology();

    /** Those that have locks now. */
    abstract List<RedisServer> masters();

    /** How many must confirm a grant. */
    int replicas() {
        return 0;
    }

    /** Whether those who wait ask again and again. */
    boolean polls() {
        return false;
    }

    private RedisSettings settings() {
        return RedisSettings.of(topology())
                .timeout(Duration.ofSeconds(2))
                .replicas(replicas())
                .polling(polls())
                .build();
    }

    @Override
    protected final Capabilities capabilities() {
        return new RedisConfiguration(settings()).capabilities();
    }

    @Override
    protected final LockStore open() {
        return new RedisStore(new TestContext(), settings(), GRACE);
    }

    @Override
    protected final LostPlaces watchPlaces() {
        return new WatchedQueues(masters());
    }

    @Override
    protected final Set<String> leftOf(List<String> keys) {
        return Leftovers.of(keys, masters());
    }
}
