package io.lockgraft.store.redis;

import static io.lockgraft.store.redis.Locks.answer;
import static io.lockgraft.store.redis.Locks.request;
import static io.lockgraft.store.redis.Locks.settings;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.LockKind;
import io.lockgraft.store.redis.settings.RedisSettings;
import io.lockgraft.store.redis.settings.Topology;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.server.Leftovers;
import io.lockgraft.testing.server.RedisServer;
import io.lockgraft.testing.store.EachKind;
import io.lockgraft.testing.store.Rivals;
import io.lockgraft.testing.store.TestContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** By default Redisson has room for 250 contended keys; then subscribing times out. */
@Timeout(120)
@Shows("a thousand threads, 300 or 1,000 contended keys")
final class ManyKeysTest {
    private static final int KEYS = 1_000;

    @EachKind
    void aThousandContendedKeysAreAllWokenAndLeaveNoSubscription(LockKind kind) {
        try (RedisServer server = RedisServer.start();
                RedisStore holder = new RedisStore(new TestContext(), settings(server.address()));
                RedisStore waiter = new RedisStore(new TestContext(), settings(server.address()))) {
            List<Attempt> held = acquireAll(holder, Rivals.of(kind));
            held.forEach(attempt -> assertThat(answer(attempt).grant()).isNotNull());
            List<Attempt> waiting = acquireAll(waiter, kind);
            await().atMost(Duration.ofSeconds(30)).until(() -> channels(server) == KEYS);

            held.forEach(attempt -> answer(attempt).grant().release());

            for (Attempt attempt : waiting) {
                Answer answer = answer(attempt);
                assertThat(answer.grant()).as("grant, or %s", answer.cause()).isNotNull();
                answer.grant().release();
            }
            Leftovers.awaitNone(server);
        }
    }

    @Test
    void aThousandContendedKeysAreAllFoundByPolling() {
        try (RedisServer server = RedisServer.start();
                RedisStore holder = new RedisStore(new TestContext(), settings(server.address()));
                RedisStore waiter = new RedisStore(
                        new TestContext(),
                        RedisSettings.of(Topology.single(server.address()))
                                .polling(true)
                                .build())) {
            List<Attempt> held = acquireAll(holder, LockKind.EXCLUSIVE);
            held.forEach(attempt -> assertThat(answer(attempt).grant()).isNotNull());
            List<Attempt> waiting = acquireAll(waiter, LockKind.EXCLUSIVE);
            await().atMost(Duration.ofSeconds(30)).until(() -> waiting.stream().allMatch(Attempt::isContended));

            held.forEach(attempt -> answer(attempt).grant().release());

            for (Attempt attempt : waiting) {
                Answer answer = answer(attempt);
                assertThat(answer.grant()).as("grant, or %s", answer.cause()).isNotNull();
                answer.grant().release();
            }
            Leftovers.awaitNone(server);
        }
    }

    private static List<Attempt> acquireAll(RedisStore backend, LockKind kind) {
        List<Attempt> attempts = new ArrayList<>();
        for (int i = 0; i < KEYS; i++) {
            attempts.add(backend.acquire(request(kind, "k" + i, 60_000)));
        }
        return attempts;
    }

    private static int channels(RedisServer server) {
        return ((List<?>) server.command("PUBSUB", "CHANNELS")).size();
    }
}
