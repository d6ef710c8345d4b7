package io.lockgraft.store.redis;

import static io.lockgraft.store.redis.Locks.grant;
import static io.lockgraft.store.redis.Locks.release;
import static io.lockgraft.store.redis.Locks.settings;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.testing.server.RedisServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What no client can mend, and the documents say: a Redis whose machine died before the disk had the last second. */
@Timeout(60)
final class LastSecondTest {
    @Test
    void aFenceTokenOfTheLastSecondIsGivenOnceMoreToAnother() {
        try (RedisServer server = RedisServer.start("--appendonly", "yes", "--appendfsync", "everysec");
                RedisStore backend = new RedisStore(settings(server.address()))) {
            release(grant(backend, LockKind.FENCED, "k", 10_000));
            long written = server.logged();
            Grant forgotten = grant(backend, LockKind.FENCED, "k", 10_000);

            server.kill();
            server.forgetLogAfter(written);
            server.restart();
            Grant next = grant(backend, LockKind.FENCED, "k", 30_000);

            assertThat(next.token()).isEqualTo(forgotten.token());
            assertThat(release(forgotten)).as("it is the next one's").isFalse();
            assertThat(release(next)).isTrue();
        }
    }
}
