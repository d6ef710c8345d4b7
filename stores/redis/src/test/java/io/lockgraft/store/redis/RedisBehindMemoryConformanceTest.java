package io.lockgraft.store.redis;

import io.lockgraft.conformance.jvm.Opening;
import io.lockgraft.spi.Capabilities;
import io.lockgraft.spi.LockKind;
import io.lockgraft.store.compound.ahead.AheadStore;
import io.lockgraft.store.memory.LocalKeys;
import io.lockgraft.store.memory.MemoryStore;
import io.lockgraft.store.memory.ProcessExclusion;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;

/** Redis decides, and one call of each JVM asks it at a time. */
@Tag("whole")
final class RedisBehindMemoryConformanceTest extends RedisInCompoundConformance {
    @Override
    protected Capabilities capabilities() {
        Capabilities redis = RedisStore.CAPABILITIES.question(TimeUnit.NANOSECONDS.toMillis(GRACE));
        return AheadStore.capabilities(MemoryStore.CAPABILITIES, redis);
    }

    @Override
    protected Opening opening() {
        String address = address();
        return context -> new AheadStore(
                context,
                new MemoryStore(context, new LocalKeys(new ProcessExclusion())),
                false,
                new RedisStore(context, Locks.settings(address, null, null, 0, Duration.ofSeconds(1)), GRACE));
    }

    @Override
    protected boolean keepsOrder(LockKind kind) {
        return false;
    }

    @Override
    protected boolean readersPassWriters() {
        return true;
    }
}
