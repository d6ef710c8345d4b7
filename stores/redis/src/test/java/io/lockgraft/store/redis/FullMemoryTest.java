package io.lockgraft.store.redis;

import static io.lockgraft.store.redis.Locks.answer;
import static io.lockgraft.store.redis.Locks.grant;
import static io.lockgraft.store.redis.Locks.granted;
import static io.lockgraft.store.redis.Locks.release;
import static io.lockgraft.store.redis.Locks.request;
import static io.lockgraft.store.redis.Locks.settings;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.server.RedisServer;
import io.lockgraft.testing.store.EachKind;
import io.lockgraft.testing.store.Renewals;
import io.lockgraft.testing.store.Rivals;
import io.lockgraft.testing.store.TestContext;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/**
 * Redis with a full memory that evicts nothing: locks cannot be taken, but those that are held can be kept and ended.
 */
@Timeout(120)
@Shows("out of memory")
final class FullMemoryTest {
    private RedisServer server;
    private RedisStore backend;

    @BeforeEach
    void start() {
        server = RedisServer.start("--maxmemory-policy", "noeviction");
        backend = new RedisStore(new TestContext(), settings(server.address()));
        release(grant(backend, "warm", 10_000));
    }

    @AfterEach
    void stop() {
        backend.close();
        server.close();
    }

    @EachKind
    void whatIsHeldIsRenewedAndGivenBack(LockKind kind) throws Exception {
        Grant one = grant(backend, kind, "one", 10_000);
        Grant two = granted(backend.acquire(request(kind, 1, Arrays.asList("a", "b"), 10_000, 30_000)));
        fill();

        assertThat(Renewals.isHeld(backend, one)).isTrue();
        assertThat(Renewals.isHeld(backend, two)).isTrue();
        assertThat(release(one)).isTrue();
        assertThat(Renewals.isHeld(two.releaseAfter(300))).isTrue();

        await().untilAsserted(() -> assertThat(server.keys("*"))
                .filteredOn(key -> !key.startsWith("redisson_lock_token"))
                .isEmpty());
    }

    @EachKind
    void nothingIsTakenAndNothingIsLeft(LockKind kind) {
        fill();

        Answer answer = answer(backend.acquire(request(kind, 1, Arrays.asList("a", "b"), 2_000, 30_000)));

        assertThat(answer.cause()).hasMessageContaining("used memory > 'maxmemory'");
        await().untilAsserted(() -> assertThat(server.keys("*")).isEmpty());
    }

    @EachKind
    void whoWaitsGoesOnWaiting(LockKind kind) {
        Grant held = grant(backend, Rivals.of(kind), "k", 10_000);
        fill();

        Attempt waiting = backend.acquire(request(kind, "k", 60_000));
        await().until(waiting::isContended);
        server.command("CONFIG", "SET", "maxmemory", "0");
        release(held);

        release(granted(waiting));
    }

    private void fill() {
        server.command("CONFIG", "SET", "maxmemory", "1");
    }
}
