package io.lockgraft.store.redis;

import org.junit.jupiter.api.Tag;

/** Redis is a backend also where nobody is told of anything. */
@Tag("whole")
final class PollingConformanceTest extends RedisConformanceTest {
    @Override
    boolean polls() {
        return true;
    }

    /** Each of them waits until those in front have asked once more. */
    @Override
    protected int rounds() {
        return 12;
    }
}
