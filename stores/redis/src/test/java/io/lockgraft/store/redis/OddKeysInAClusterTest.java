package io.lockgraft.store.redis;

import static io.lockgraft.store.redis.Locks.acquire;
import static io.lockgraft.store.redis.Locks.grant;
import static io.lockgraft.store.redis.Locks.release;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.store.redis.settings.RedisSettings;
import io.lockgraft.store.redis.settings.Topology;
import io.lockgraft.testing.server.RedisCluster;
import io.lockgraft.testing.server.RedisServer;
import io.lockgraft.testing.store.TestContext;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Keys with braces where nobody expects them, and letters of any alphabet, in a cluster. */
@Timeout(120)
final class OddKeysInAClusterTest {
    @Test
    void theirCommandsGoToTheRightServerAtOnce() {
        try (RedisCluster cluster = RedisCluster.start();
                RedisStore backend = store(cluster)) {
            release(grant(backend, "warm", 30_000));
            long before = redirections(cluster);

            for (String key : Arrays.asList("a}b{c", "a}b{c}d", "}{x}", "a{}b", "a{b", "}{", "ключ", "ключ:{ö}")) {
                for (LockKind kind : LockKind.values()) {
                    assertThat(release(grant(backend, kind, key + kind, 10_000)))
                            .as("%s of %s", kind, key)
                            .isTrue();
                }
            }

            assertThat(redirections(cluster) - before)
                    .as("commands that were sent on")
                    .isZero();
        }
    }

    /** Lua reads a number as far as a NUL. The channel of such a key begins with the key. */
    @Test
    void aKeyThatBeginsLikeANumberIsHeldByOneOwner() {
        try (RedisCluster cluster = RedisCluster.start();
                RedisStore backend = store(cluster)) {
            for (String key : Arrays.asList("1\0}", "nan\0}")) {
                Grant held = grant(backend, key, 30_000);
                assertThat(acquire(backend, key, 0).isBusy())
                        .as("another owner of %s", key)
                        .isTrue();
                assertThat(release(held)).isTrue();
            }
        }
    }

    private static RedisStore store(RedisCluster cluster) {
        return new RedisStore(
                new TestContext(),
                RedisSettings.of(new Topology(Topology.Kind.CLUSTER, null, cluster.addresses()))
                        .build(),
                TimeUnit.SECONDS.toNanos(2));
    }

    private static long redirections(RedisCluster cluster) {
        long all = 0;
        for (RedisServer master : cluster.masters()) {
            for (String line :
                    String.valueOf(master.command("INFO", "errorstats")).split("\\s+")) {
                if (line.startsWith("errorstat_MOVED:count=")) {
                    all += Long.parseLong(line.substring(line.indexOf('=') + 1));
                }
            }
        }
        return all;
    }
}
