package io.lockgraft.backend.redis;

import static io.lockgraft.backend.redis.Locks.answer;
import static io.lockgraft.backend.redis.Locks.request;
import static io.lockgraft.backend.redis.Locks.settings;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.backend.Answer;
import io.lockgraft.backend.Attempt;
import io.lockgraft.testing.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** By default Redisson has room for 250 contended keys; then subscribing times out. */
@Timeout(120)
final class ManyKeysTest {
    private static final int KEYS = 1_000;

    @Test
    void aThousandContendedKeysAreAllWokenAndLeaveNoSubscription() {
        try (RedisServer server = RedisServer.start();
                RedisBackend holder = new RedisBackend(settings(server.address()));
                RedisBackend waiter = new RedisBackend(settings(server.address()))) {
            List<Attempt> held = acquireAll(holder);
            held.forEach(attempt -> assertThat(answer(attempt).grant()).isNotNull());
            List<Attempt> waiting = acquireAll(waiter);
            await().atMost(Duration.ofSeconds(30)).until(() -> channels(server) == KEYS);

            held.forEach(attempt -> answer(attempt).grant().release());

            for (Attempt attempt : waiting) {
                Answer answer = answer(attempt);
                assertThat(answer.grant()).as("grant, or %s", answer.cause()).isNotNull();
                answer.grant().release();
            }
            await().atMost(Duration.ofSeconds(30)).until(() -> channels(server) == 0);
            assertThat(server.keys("*")).isEmpty();
        }
    }

    private static List<Attempt> acquireAll(RedisBackend backend) {
        List<Attempt> attempts = new ArrayList<>();
        for (int i = 0; i < KEYS; i++) {
            attempts.add(backend.acquire(request("k" + i, 60_000)));
        }
        return attempts;
    }

    private static int channels(RedisServer server) {
        return ((List<?>) server.command("PUBSUB", "CHANNELS")).size();
    }
}
