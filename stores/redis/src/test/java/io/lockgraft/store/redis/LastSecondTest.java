package io.lockgraft.store.redis;

import static io.lockgraft.store.redis.Locks.grant;
import static io.lockgraft.store.redis.Locks.granted;
import static io.lockgraft.store.redis.Locks.isKept;
import static io.lockgraft.store.redis.Locks.release;
import static io.lockgraft.store.redis.Locks.request;
import static io.lockgraft.store.redis.Locks.settings;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.server.Leftovers;
import io.lockgraft.testing.server.RedisServer;
import io.lockgraft.testing.store.TestContext;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A Redis whose machine died before the disk had the last second. */
@Timeout(60)
@Shows({"restarted with its log (`everysec`, Redis' default)", "`fenced`"})
final class LastSecondTest {
    @Test
    void whatIsInTheLogIsKeptAndWhatIsNotIsLostAtTheNextRenewal() throws Exception {
        try (RedisServer server = RedisServer.start("--appendonly", "yes", "--appendfsync", "everysec");
                RedisStore backend = new RedisStore(new TestContext(), settings(server.address()))) {
            List<Grant> old = new ArrayList<>();
            List<Grant> young = new ArrayList<>();
            for (LockKind kind : LockKind.values()) {
                old.add(granted(backend.acquire(request(kind, 1, List.of("old" + kind), 10_000, 120_000))));
            }
            long written = server.logged();
            for (LockKind kind : LockKind.values()) {
                young.add(granted(backend.acquire(request(kind, 1, List.of("young" + kind), 10_000, 120_000))));
            }

            server.kill();
            server.forgetLogAfter(written);
            server.restart();

            release(grant(backend, "connected", 30_000));
            for (int i = 0; i < old.size(); i++) {
                assertThat(isKept(backend, old.get(i)))
                        .as("%s", old.get(i).request().keys())
                        .isTrue();
                assertThat(isKept(backend, young.get(i)))
                        .as("%s", young.get(i).request().keys())
                        .isFalse();
                assertThat(release(old.get(i))).isTrue();
                assertThat(release(young.get(i))).isFalse();
            }
            Leftovers.awaitNone(server);
        }
    }

    /** What no client can mend, and the documents say. */
    @Test
    void aFenceTokenOfTheLastSecondIsGivenOnceMoreToAnother() {
        try (RedisServer server = RedisServer.start("--appendonly", "yes", "--appendfsync", "everysec");
                RedisStore backend = new RedisStore(new TestContext(), settings(server.address()))) {
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
