package io.lockgraft.backend.redis;

import io.lockgraft.backend.Backend;
import io.lockgraft.backend.BackendConformance;
import io.lockgraft.rules.RedisSettings;
import io.lockgraft.rules.Topology;
import io.lockgraft.testing.RedisSentinels;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Redis under Sentinel is a backend. */
final class SentinelConformanceTest extends BackendConformance {
    private static final long GRACE = TimeUnit.SECONDS.toNanos(2);

    private static RedisSentinels servers;

    @BeforeAll
    static void start() {
        servers = RedisSentinels.startCalm();
    }

    @AfterAll
    static void stop() {
        servers.close();
    }

    @Override
    protected Backend open() {
        return new RedisBackend(
                RedisSettings.of(Topology.sentinel(RedisSentinels.MASTER, servers.addresses()))
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
        servers.redis().all().get(0).freeze();
    }

    @Override
    protected void thaw() {
        servers.redis().all().get(0).resume();
    }
}
