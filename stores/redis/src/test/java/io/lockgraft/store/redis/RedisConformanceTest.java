package io.lockgraft.store.redis;

import io.lockgraft.testing.server.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Redis is a store. */
class RedisConformanceTest extends SingleServerConformance {
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
    RedisServer server() {
        return server;
    }
}
