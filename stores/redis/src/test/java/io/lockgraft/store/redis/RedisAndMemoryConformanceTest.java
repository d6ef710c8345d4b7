package io.lockgraft.store.redis;

import io.lockgraft.conformance.jvm.Opening;
import io.lockgraft.spi.Capabilities;
import io.lockgraft.store.compound.all.AllStore;
import io.lockgraft.store.compound.all.Part;
import io.lockgraft.store.memory.LocalKeys;
import io.lockgraft.store.memory.MemoryStore;
import io.lockgraft.store.memory.ProcessExclusion;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;

/** Redis and the memory of the JVM must both grant. */
@Tag("whole")
final class RedisAndMemoryConformanceTest extends RedisInCompoundConformance {
    private static final Capabilities REDIS = RedisStore.CAPABILITIES.question(TimeUnit.NANOSECONDS.toMillis(GRACE));

    @Override
    protected Capabilities capabilities() {
        return AllStore.capabilities(Arrays.asList(REDIS, MemoryStore.CAPABILITIES));
    }

    @Override
    protected Opening opening() {
        String address = address();
        return context -> new AllStore(
                context,
                Arrays.asList(
                        new Part(
                                new RedisStore(
                                        context, Locks.settings(address, null, null, 0, Duration.ofSeconds(1)), GRACE),
                                REDIS,
                                "redis"),
                        new Part(
                                new MemoryStore(context, new LocalKeys(new ProcessExclusion())),
                                MemoryStore.CAPABILITIES,
                                "memory")));
    }
}
