package io.lockgraft.store.redis;

import io.lockgraft.store.redis.settings.Topology;
import org.junit.jupiter.api.Tag;

/** A master whose replicas confirm each grant is a backend, though the client knows of one server only. */
@Tag("whole")
final class ConfirmedConformanceTest extends ReplicatedConformanceTest {
    @Override
    Topology topology() {
        // Known without a question: it is asked for while the servers are silent.
        return Topology.single(first().address());
    }

    @Override
    int replicas() {
        return 1;
    }
}
