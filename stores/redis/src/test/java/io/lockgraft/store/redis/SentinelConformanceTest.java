package io.lockgraft.store.redis;

import io.lockgraft.store.redis.settings.Topology;
import io.lockgraft.testing.server.RedisSentinels;
import io.lockgraft.testing.server.RedisServer;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** Redis under Sentinel is a backend. */
@Tag("whole")
final class SentinelConformanceTest extends RedisConformance {
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
    Topology topology() {
        return new Topology(Topology.Kind.SENTINEL, RedisSentinels.MASTER, servers.addresses());
    }

    @Override
    List<RedisServer> masters() {
        return Collections.singletonList(servers.master());
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
