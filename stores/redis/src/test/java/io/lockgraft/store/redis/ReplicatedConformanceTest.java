package io.lockgraft.store.redis;

import io.lockgraft.store.redis.settings.Topology;
import io.lockgraft.testing.server.RedisServer;
import io.lockgraft.testing.server.ReplicatedRedis;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** A master with replicas is a backend. */
@Tag("whole")
class ReplicatedConformanceTest extends RedisConformance {
    private static ReplicatedRedis servers;

    @BeforeAll
    static void start() {
        servers = ReplicatedRedis.start(2);
    }

    @AfterAll
    static void stop() {
        servers.close();
    }

    /** The master, as long as no test fails over. */
    static RedisServer first() {
        return servers.all().get(0);
    }

    static RedisServer master() {
        return servers.master();
    }

    @Override
    Topology topology() {
        return new Topology(Topology.Kind.REPLICATED, null, servers.addresses());
    }

    @Override
    List<RedisServer> masters() {
        return Collections.singletonList(master());
    }

    @Override
    protected boolean isHeld(String key) {
        return (Long) master().command("EXISTS", key) == 1;
    }

    @Override
    protected void delete(String key) {
        master().command("DEL", key);
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
