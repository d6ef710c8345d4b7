package io.lockgraft.backend.redis;

import static io.lockgraft.backend.redis.Locks.grant;
import static io.lockgraft.backend.redis.Locks.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.backend.Attempt;
import io.lockgraft.testing.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A subscription is kept for a second after its last waiter has left, and then given up. */
@Timeout(120)
final class DesertedSubscriptionTest {
    private static final int KEYS = 300;

    /** Were the old subscription's end sent after the new one's beginning, nobody would be woken. */
    @Test
    void whoWaitsAgainJustAsASubscriptionIsGivenUpIsSubscribed() {
        try (RedisServer server = RedisServer.start();
                RedisBackend holder = new RedisBackend(Locks.settings(server.address()));
                RedisBackend waiter = new RedisBackend(Locks.settings(server.address()))) {
            for (int i = 0; i < KEYS; i++) {
                grant(holder, "k" + i, 10_000);
            }
            List<Attempt> waiting = waiting(waiter);
            for (int round = 0; round < 5; round++) {
                await().until(() -> subscriptions(server) == KEYS);
                waiting.forEach(Attempt::abandon);
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(970 + 10 * round));
                waiting = waiting(waiter);
                List<Attempt> all = waiting;
                await().until(() -> all.stream().allMatch(Attempt::isContended));
                await().during(Duration.ofMillis(300))
                        .untilAsserted(() -> assertThat(subscriptions(server))
                                .as("subscriptions")
                                .isEqualTo(KEYS));
            }
            waiting.forEach(Attempt::abandon);
        }
    }

    private static List<Attempt> waiting(RedisBackend backend) {
        List<Attempt> waiting = new ArrayList<>();
        for (int i = 0; i < KEYS; i++) {
            waiting.add(backend.acquire(request("k" + i, 60_000)));
        }
        return waiting;
    }

    private static int subscriptions(RedisServer server) {
        return ((List<?>) server.command("PUBSUB", "CHANNELS")).size();
    }
}
