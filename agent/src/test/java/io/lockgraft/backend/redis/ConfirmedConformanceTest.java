package io.lockgraft.backend.redis;

import io.lockgraft.backend.LostPlaces;
import io.lockgraft.rules.Topology;
import io.lockgraft.testing.ReplicatedRedis;
import java.util.Collections;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** A master whose replicas confirm each grant is a backend, though the client knows of one server only. */
final class ConfirmedConformanceTest extends RedisConformance {
    private static ReplicatedRedis servers;

    @BeforeAll
    static void start() {
        servers = ReplicatedRedis.start(2);
    }

    @AfterAll
    static void stop() {
        servers.close();
    }

    @Override
    Topology topology() {
        return Topology.single(servers.master().address());
    }

    @Override
    int replicas() {
        return 1;
    }

    @Override
    protected LostPlaces watchPlaces() {
        return new WatchedQueues(Collections.singletonList(servers.master()));
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
        servers.all().get(0).freeze();
    }

    @Override
    protected void thaw() {
        servers.all().get(0).resume();
    }
}
