package io.lockgraft.store.redis;

import static io.lockgraft.store.redis.Locks.answer;
import static io.lockgraft.store.redis.Locks.grant;
import static io.lockgraft.store.redis.Locks.release;
import static io.lockgraft.store.redis.Locks.request;
import static io.lockgraft.store.redis.Locks.settings;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.testing.server.RedisServer;
import io.lockgraft.testing.store.TestContext;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A queue that has lost a part: a server with an eviction policy, or an operator, takes single keys away. */
@Timeout(60)
final class QueueFaultsTest {
    private RedisServer server;
    private RedisStore backend;

    @BeforeEach
    void start() {
        server = RedisServer.start();
        backend = new RedisStore(new TestContext(), settings(server.address()));
    }

    @AfterEach
    void stop() {
        backend.close();
        server.close();
    }

    @ParameterizedTest
    @EnumSource(names = {"FAIR", "READ", "WRITE"})
    void aWaiterOfWhomNobodyKnowsWhenItWasHeardHoldsNobodyUp(LockKind kind) {
        server.command("ZADD", "k:lockgraft#waiting", "1", "wdead:1");

        Attempt waiting = backend.acquire(request(kind, "k", 8000));

        release(answer(waiting).grant());
        await().untilAsserted(() -> assertThat(server.keys("k*")).isEmpty());
    }

    @Test
    void waitersKeepTheirOrderThoughItIsForgottenWhenTheyWereHeard() {
        Grant held = grant(backend, LockKind.FAIR, "k", 40_000);
        Attempt first = queued(1);
        Attempt second = queued(2);
        server.command("DEL", "k:lockgraft#heard");
        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(() ->
                        assertThat(server.command("ZCARD", "k:lockgraft#heard")).isEqualTo(2L));

        release(held);

        release(answer(first).grant());
        release(answer(second).grant());
    }

    @Test
    void whoMayNotAskForTheTimeGivesBackToThoseWhoWaitAllTheSame() {
        server.command("ACL", "SETUSER", "timeless", "on", ">secret", "~*", "&*", "+@all", "-time");
        try (RedisStore timeless = new RedisStore(
                new TestContext(), settings(server.address(), "timeless", "secret", 0, Duration.ofSeconds(2)))) {
            Grant held = grant(timeless, LockKind.FAIR, "k", 10_000);
            Attempt waiting = queued(1);

            assertThat(release(held)).isTrue();

            release(answer(waiting).grant());
        }
    }

    private Attempt queued(long places) {
        Attempt attempt = backend.acquire(request(LockKind.FAIR, "k", 20_000));
        await().untilAsserted(() ->
                assertThat(server.command("ZCARD", "k:lockgraft#waiting")).isEqualTo(places));
        return attempt;
    }
}
