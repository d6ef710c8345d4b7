package io.lockgraft.store.redis;

import static io.lockgraft.store.redis.Locks.settings;

import io.lockgraft.testing.server.RedisServer;
import io.lockgraft.testing.store.TestContext;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** A server, our backend, and an application that locks by Redisson's own objects. */
abstract class BesideRedisson {
    static RedisServer server;
    static RedisStore backend;
    static RedissonClient application;

    @BeforeAll
    static void start() {
        server = RedisServer.start();
        backend = new RedisStore(new TestContext(), settings(server.address()), TimeUnit.SECONDS.toNanos(2));
        Config config = new Config();
        config.useSingleServer().setAddress(server.address());
        application = Redisson.create(config);
    }

    @AfterAll
    static void stop() {
        application.shutdown();
        backend.close();
        server.close();
    }
}
