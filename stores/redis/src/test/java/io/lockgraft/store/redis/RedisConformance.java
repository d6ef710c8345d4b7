package io.lockgraft.store.redis;

import io.lockgraft.conformance.StoreConformance;
import io.lockgraft.conformance.jvm.Opening;
import io.lockgraft.spi.Capabilities;
import io.lockgraft.store.redis.settings.RedisSettings;
import io.lockgraft.store.redis.settings.Topology;
import io.lockgraft.testing.server.Leftovers;
import io.lockgraft.testing.server.RedisServer;
import io.lockgraft.testing.store.LostPlaces;
import java.time.Duration;
import java.util.ArrayList;
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

    private static RedisSettings settings(Topology topology, int replicas, boolean polls) {
        return RedisSettings.of(topology)
                .timeout(Duration.ofSeconds(2))
                .replicas(replicas)
                .polling(polls)
                .build();
    }

    @Override
    protected final Capabilities capabilities() {
        return new RedisConfiguration(settings(topology(), replicas(), polls()))
                .capabilities()
                .question(TimeUnit.NANOSECONDS.toMillis(GRACE));
    }

    @Override
    protected final Opening opening() {
        Topology.Kind kind = topology().kind;
        String name = topology().name;
        ArrayList<String> addresses = new ArrayList<>(topology().addresses);
        int replicas = replicas();
        boolean polls = polls();
        return context ->
                new RedisStore(context, settings(new Topology(kind, name, addresses), replicas, polls), GRACE);
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
