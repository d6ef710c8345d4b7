package io.lockgraft.backend.redis;

import io.lockgraft.backend.Backend;
import io.lockgraft.backend.BackendConformance;
import io.lockgraft.rules.LockKind;
import io.lockgraft.testing.RedisServer;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Redis is a backend. */
final class RedisConformanceTest extends BackendConformance {
    /** Much, because the suite asks with a wait of nothing, on machines that are busy with other tests. */
    private static final long GRACE = TimeUnit.SECONDS.toNanos(2);

    private static RedisServer server;

    @BeforeAll
    static void start() {
        server = RedisServer.start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Override
    protected Backend open() {
        return new RedisBackend(Locks.settings(server.address(), null, null, 0, Duration.ofSeconds(2)), GRACE);
    }

    @Override
    protected Set<LockKind> kinds() {
        return EnumSet.allOf(LockKind.class);
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
