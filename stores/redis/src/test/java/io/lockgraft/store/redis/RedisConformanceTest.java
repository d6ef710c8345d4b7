package io.lockgraft.store.redis;

import io.lockgraft.store.redis.settings.Topology;
import io.lockgraft.testing.RedisServer;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Redis is a backend. */
class RedisConformanceTest extends RedisConformance {
    private static RedisServer server;

    @BeforeAll
    static void start() {
        server = RedisServer.startProcess(); // it is frozen
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Override
    Topology topology() {
        return Topology.single(server.address());
    }

    @Override
    List<RedisServer> masters() {
        return Collections.singletonList(server);
    }

    @Override
    protected boolean isHeld(String key) {
        return (Long) server.command("EXISTS", key) == 1;
    }

    @Override
    protected void delete(String key) {
        server.command("DEL", key);
    }

    @Override
    protected void freeze() {
        server.freeze();
    }

    @Override
    protected void thaw() {
        server.resume();
    }
}
