package io.lockgraft.store.redis;

import io.lockgraft.store.redis.settings.Topology;
import io.lockgraft.testing.server.RedisServer;
import java.util.Collections;
import java.util.List;

/** What the conformance tests of a single server have in common. */
abstract class SingleServerConformance extends RedisConformance {
    abstract RedisServer server();

    @Override
    final Topology topology() {
        return Topology.single(server().address());
    }

    @Override
    final List<RedisServer> masters() {
        return Collections.singletonList(server());
    }

    @Override
    protected final boolean isHeld(String key) {
        return (Long) server().command("EXISTS", key) == 1;
    }

    @Override
    protected final void delete(String key) {
        server().command("DEL", key);
    }

    @Override
    protected final void freeze() {
        server().freeze();
    }

    @Override
    protected final void thaw() {
        server().resume();
    }
}
