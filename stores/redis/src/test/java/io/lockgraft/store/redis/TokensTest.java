package io.lockgraft.store.redis;

import static io.lockgraft.store.redis.Locks.acquire;
import static io.lockgraft.store.redis.Locks.answer;
import static io.lockgraft.store.redis.Locks.granted;
import static io.lockgraft.store.redis.Locks.request;
import static io.lockgraft.store.redis.Locks.settings;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Request;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.server.RedisServer;
import io.lockgraft.testing.store.TestContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The end of all fence tokens, which an application's own counter may bring near: no token comes twice. */
@Timeout(60)
@Shows("`fenced`")
final class TokensTest {
    private static final long LAST = (1L << 53) - 1;

    @Test
    void aCounterAtItsEndGrantsNothingMoreAndLeavesNothingLocked() {
        try (RedisServer server = RedisServer.start();
                RedisStore backend = new RedisStore(new TestContext(), settings(server.address()))) {
            acquire(backend, "warm", 10_000);
            server.command("SET", "redisson_lock_token:{k}", Long.toString(LAST - 65));
            Grant last = granted(backend.acquire(fenced(65)));
            assertThat(last.token()).isEqualTo(LAST - 64);
            last.release().join();

            Answer none = answer(backend.acquire(fenced(1)));

            assertThat(none.grant()).isNull();
            assertThat(none.cause()).hasMessage("ERR no fence token is left");
            assertThat(server.command("GET", "redisson_lock_token:{k}").toString())
                    .isEqualTo(Long.toString(LAST));
            await().until(() -> server.keys("k*").isEmpty());
        }
    }

    private static Request fenced(int tokens) {
        return request(LockKind.FENCED, "k", 10_000).withTokens(tokens);
    }
}
