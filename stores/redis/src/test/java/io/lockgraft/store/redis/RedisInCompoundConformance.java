package io.lockgraft.store.redis;

import io.lockgraft.conformance.StoreConformance;
import io.lockgraft.testing.server.Leftovers;
import io.lockgraft.testing.server.RedisServer;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** A real Redis and the memory of each JVM as members of one compound. */
abstract class RedisInCompoundConformance extends StoreConformance {
    /** Much, because the suite asks with a wait of nothing, on machines that are busy with other tests. */
    static final long GRACE = TimeUnit.SECONDS.toNanos(2);

    private static RedisServer server;

    @BeforeAll
    static void start() {
        server = RedisServer.startProcess(); // it is frozen
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    static String address() {
        return server.address();
    }

    @Override
    protected final boolean isHeld(String key) {
        return (Long) server.command("EXISTS", key) == 1;
    }

    @Override
    protected final Set<String> leftOf(List<String> keys) {
        return Leftovers.of(keys, Collections.singletonList(server));
    }

    @Override
    protected final void delete(String key) {
        server.command("DEL", key);
    }

    @Override
    protected final void freeze() {
        server.freeze();
    }

    @Override
    protected final void thaw() {
        server.resume();
    }
}
