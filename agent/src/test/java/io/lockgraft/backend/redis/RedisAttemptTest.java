package io.lockgraft.backend.redis;

import static io.lockgraft.backend.redis.Locks.grant;
import static io.lockgraft.backend.redis.Locks.release;
import static io.lockgraft.backend.redis.Locks.request;
import static io.lockgraft.backend.redis.Locks.settings;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.backend.Answer;
import io.lockgraft.backend.Grant;
import io.lockgraft.backend.thread.Clock;
import io.lockgraft.backend.thread.DaemonThreads;
import io.lockgraft.testing.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class RedisAttemptTest {
    private final CountDownLatch decided = new CountDownLatch(1);
    private final CountDownLatch abandoned = new CountDownLatch(1);
    private volatile boolean leaves;

    /**
     * A waiter that has got its lock leaves its subscription before it tells of the lock; leaving sets the
     * subscriptions' clock. That one has no thread, and asks for one each time that it is set; there this test stops
     * it.
     */
    @Test
    void aGrantThatIsAbandonedAfterItsDecisionAndBeforeItsTellingIsGivenBack() throws Exception {
        try (RedisServer server = RedisServer.start();
                RedisBackend holder = new RedisBackend(settings(server.address()));
                Client client = new Client(settings(server.address()));
                Clock clock = new Clock(new DaemonThreads("test-clock"));
                Clock stopped = new Clock(this::noThread)) {
            Grant held = grant(holder, "k", 10_000);
            RedisAttempt attempt = attempt(client, clock, stopped, 30_000);
            attempt.begin();
            await().until(() -> ((List<?>) server.command("PUBSUB", "CHANNELS")).size() == 1);

            leaves = true;
            release(held);
            assertThat(decided.await(20, TimeUnit.SECONDS)).isTrue();
            assertThat(server.keys("k")).as("granted").hasSize(1);
            assertThat(attempt.answer()).as("told").isNotDone();
            attempt.abandon();
            abandoned.countDown();

            await().atMost(Duration.ofSeconds(10))
                    .untilAsserted(() -> assertThat(server.keys("k")).isEmpty());
        }
    }

    /** Its place is where a subscription is begun, whose clock has no thread yet. */
    @Test
    void aWaiterWhoseFaultLetsNobodyAskAgainIsToldAndLeavesNoPlaceInTheQueue() throws Exception {
        try (RedisServer server = RedisServer.start();
                RedisBackend holder = new RedisBackend(settings(server.address()));
                Client client = new Client(settings(server.address()));
                Clock clock = new Clock(new DaemonThreads("test-clock"));
                Clock full = new Clock(work -> noMemory())) {
            Grant held = grant(holder, "k", 10_000);
            RedisAttempt attempt = attempt(client, clock, full, 300_000);
            attempt.begin();

            Answer answer = attempt.answer().get(20, TimeUnit.SECONDS);

            assertThat(answer.cause()).hasMessage("unable to create native thread");
            await().untilAsserted(() -> assertThat(server.keys("*waiting*")).isEmpty());
            release(held);
            assertThat(server.keys("k")).isEmpty();
        }
    }

    @Test
    void aGrantIsToldThoughTheWaiterCannotLeaveItsPlace() throws Exception {
        try (RedisServer server = RedisServer.start();
                RedisBackend holder = new RedisBackend(settings(server.address()));
                Client client = new Client(settings(server.address()));
                Clock clock = new Clock(new DaemonThreads("test-clock"));
                Clock full = new Clock(work -> leaves ? noMemory() : null)) {
            Grant held = grant(holder, "k", 10_000);
            RedisAttempt attempt = attempt(client, clock, full, 300_000);
            attempt.begin();
            await().until(() -> ((List<?>) server.command("PUBSUB", "CHANNELS")).size() == 1);

            leaves = true;
            release(held);

            Grant granted = attempt.answer().get(20, TimeUnit.SECONDS).grant();
            assertThat(server.keys("k")).hasSize(1);
            assertThat(release(granted)).isTrue();
            assertThat(server.keys("k")).isEmpty();
        }
    }

    private static RedisAttempt attempt(Client client, Clock clock, Clock ofSignals, long wait) {
        return new RedisAttempt(
                client,
                clock,
                new Signals(ofSignals),
                new Release(clock),
                new Patience(),
                request("k", wait),
                TimeUnit.SECONDS.toNanos(1));
    }

    private static Thread noMemory() {
        throw new OutOfMemoryError("unable to create native thread");
    }

    /** What a clock gets for its thread: none, and not before the attempt was abandoned. */
    private Thread noThread(Runnable work) {
        if (leaves) {
            decided.countDown();
            try {
                abandoned.await(20, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        return null;
    }
}
