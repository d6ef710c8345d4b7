package io.lockgraft.backend.redis;

import io.lockgraft.backend.Backend;
import io.lockgraft.backend.BackendConformance;
import io.lockgraft.rules.RedisSettings;
import io.lockgraft.rules.Topology;
import io.lockgraft.testing.RedisCluster;
import io.lockgraft.testing.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** A Redis Cluster is a backend. */
final class ClusterConformanceTest extends BackendConformance {
    private static final long GRACE = TimeUnit.SECONDS.toNanos(2);

    private static RedisCluster servers;
    private static List<RedisServer> masters;

    @BeforeAll
    static void start() {
        servers = RedisCluster.start("--cluster-node-timeout", "60000");
        masters = servers.masters();
    }

    @AfterAll
    static void stop() {
        servers.close();
    }

    @Override
    protected Backend open() {
        return new RedisBackend(
                RedisSettings.of(Topology.cluster(servers.addresses()))
                        .timeout(Duration.ofSeconds(1))
                        .build(),
                GRACE);
    }

    @Override
    protected boolean isHeld(String key) {
        return (Long) servers.masterOf(key).command("EXISTS", key) == 1;
    }

    @Override
    protected void delete(String key) {
        servers.masterOf(key).command("DEL", key);
    }

    @Override
    protected void freeze() {
        masters.forEach(RedisServer::freeze);
    }

    @Override
    protected void thaw() {
        masters.forEach(RedisServer::resume);
    }
}
