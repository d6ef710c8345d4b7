package io.lockgraft.backend.redis;

import static io.lockgraft.backend.redis.Locks.answer;
import static io.lockgraft.backend.redis.Locks.grant;
import static io.lockgraft.backend.redis.Locks.release;
import static io.lockgraft.backend.redis.Locks.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.backend.Attempt;
import io.lockgraft.backend.Grant;
import io.lockgraft.backend.thread.Clock;
import io.lockgraft.backend.thread.DaemonThreads;
import io.lockgraft.testing.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A subscription is kept for a second after its last waiter has left, and then given up; its connection is, once nobody
 * has waited for ten.
 */
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

    @Test
    void theConnectionIsGivenUpWhereNobodyWaitsAndMadeAgainForWhoeverDoes() {
        try (RedisServer server = RedisServer.start();
                RedisBackend holder = new RedisBackend(Locks.settings(server.address()));
                RedisBackend waiter = new RedisBackend(Locks.settings(server.address()))) {
            for (int round = 0; round < 2; round++) {
                Grant held = grant(holder, "k", 60_000);
                Attempt waiting = waiter.acquire(request("k", 60_000));
                await().until(() -> subscriptions(server) == 1);
                assertThat(connections(server)).isEqualTo(3);
                release(held);
                release(answer(waiting).grant());

                await().atMost(Duration.ofSeconds(20)).until(() -> connections(server) == 2);
            }
        }
    }

    /** Each round begins around the moment at which the connection is closed. */
    @Test
    void whoWaitsJustAsTheConnectionIsGivenUpHearsWhatIsTold() throws Exception {
        try (RedisServer server = RedisServer.start();
                Client client = new Client(Locks.settings(server.address()));
                Clock clock = new Clock(new DaemonThreads("test-clock"))) {
            Commands commands = client.commands().get(20, TimeUnit.SECONDS);
            Signals signals = new Signals(clock, TimeUnit.MILLISECONDS.toNanos(200));
            int closed = 0;
            for (int round = 0; round < 30; round++) {
                Semaphore released = new Semaphore(0);
                List<Subscription> joined = new ArrayList<>();
                Signals.Waiter waiter = waiter(released);
                for (int i = 0; i < 5; i++) {
                    joined.add(signals.join(commands, "channel" + i, waiter));
                }
                await().pollInterval(Duration.ofMillis(5))
                        .until(() -> joined.stream().allMatch(Subscription::stands));
                for (int i = 0; i < 5; i++) {
                    assertThat(server.command("PUBLISH", "channel" + i, "0")).isEqualTo(1L);
                }
                assertThat(released.tryAcquire(5, 20, TimeUnit.SECONDS))
                        .as("told in round %d", round)
                        .isTrue();
                joined.forEach(each -> each.leave(waiter));
                boolean awaits = round % 2 == 0;
                await().pollInterval(Duration.ofMillis(1)).until(() -> subscriptions(server) == 0);
                long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(awaits ? 20_000 : 25 * round);
                while (connections(server) == 2 && System.nanoTime() - until < 0) {
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
                }
                closed += connections(server) == 1 ? 1 : 0;
            }
            assertThat(closed)
                    .as("rounds of 30 in which the connection was seen to be closed")
                    .isGreaterThanOrEqualTo(15);
        }
    }

    private static Signals.Waiter waiter(Semaphore released) {
        return new Signals.Waiter() {
            @Override
            public void released() {
                released.release();
            }

            @Override
            public void called() {}
        };
    }

    /** Without the one that asks. */
    private static long connections(RedisServer server) {
        return Long.parseLong(server.info("clients", "connected_clients").trim()) - 1;
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
