package io.lockgraft.backend.redis;

import io.lockgraft.backend.Backend;
import io.lockgraft.backend.BackendConformance;
import io.lockgraft.rules.RedisSettings;
import io.lockgraft.rules.Topology;
import io.lockgraft.testing.ReplicatedRedis;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** A master with replicas is a backend. */
final class ReplicatedConformanceTest extends BackendConformance {
    private static final long GRACE = TimeUnit.SECONDS.toNanos(2);

    private static ReplicatedRedis servers;

    @BeforeAll
    static void start() {
        servers = ReplicatedRedis.start(2);
    }

    @AfterAll
    static void stop() {
        servers.close();
    }

    @Override
    protected Backend open() {
        return new RedisBackend(
                RedisSettings.of(Topology.replicated(servers.addresses()))
                        .timeout(Duration.ofSeconds(1))
                        .build(),
                GRACE);
    }

    @Override
    protected boolean isHeld(String key) {
        return (Long) servers.master().command("EXISTS", key) == 1;
    }

    @Override
    protected void delete(String key) {
        servers.master().command("DEL", key);
    }

    @Override
    protected void freeze() {
        servers.all().get(0).freeze();
    }

    @Override
    protected void thaw() {
        servers.all().get(0).resume();
    }
}
