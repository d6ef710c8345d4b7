package io.lockgraft.store.redis;

import io.lockgraft.store.redis.script.Slots;
import io.lockgraft.store.redis.settings.Topology;
import io.lockgraft.testing.server.RedisCluster;
import io.lockgraft.testing.server.RedisServer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** A Redis Cluster is a backend. */
@Tag("whole")
final class ClusterConformanceTest extends RedisConformance {
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
    Topology topology() {
        return new Topology(Topology.Kind.CLUSTER, null, servers.addresses());
    }

    @Override
    protected List<String> inOrder(List<String> keys) {
        List<String> bySlot = new ArrayList<>(keys);
        bySlot.sort(Comparator.comparing(Slots::of));
        return bySlot;
    }

    @Override
    List<RedisServer> masters() {
        return masters;
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
