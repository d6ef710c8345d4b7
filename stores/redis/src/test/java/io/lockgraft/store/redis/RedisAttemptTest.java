package io.lockgraft.store.redis;

import static io.lockgraft.store.redis.Locks.granted;
import static io.lockgraft.store.redis.Locks.release;
import static io.lockgraft.store.redis.Locks.request;
import static io.lockgraft.store.redis.Locks.settings;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.log.Log;
import io.lockgraft.spi.thread.Clock;
import io.lockgraft.spi.thread.DaemonThreads;
import io.lockgraft.store.redis.client.Client;
import io.lockgraft.store.redis.signal.ReleaseChannels;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.server.Leftovers;
import io.lockgraft.testing.server.RedisServer;
import io.lockgraft.testing.store.TestContext;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
@Shows("no memory, no stack")
final class RedisAttemptTest {
    private final CountDownLatch decided = new CountDownLatch(1);
    private final CountDownLatch abandoned = new CountDownLatch(1);
    private volatile boolean leaves;

    /**
     * A waiter that has got its lock leaves its subscription before it tells of the lock; leaving sets the
     * subscriptions' clock. That one has no thread, and asks for one each time that it is set; there this test stops
     * it.
     */
    @Asked.Each
    void aGrantThatIsAbandonedAfterItsDecisionAndBeforeItsTellingIsGivenBack(Asked asked) throws Exception {
        try (RedisServer server = RedisServer.start();
                RedisStore holder = new RedisStore(new TestContext(), settings(server.address()));
                Client client = new Client(new TestContext(), settings(server.address()));
                Clock clock = new Clock(new DaemonThreads("test-clock"));
                Clock stopped = new Clock(this::noThread)) {
            Grant held = granted(holder.acquire(asked.rival("k", 30_000)));
            RedisAttempt attempt = attempt(client, clock, stopped, asked.request("k", 30_000));
            attempt.begin();
            await().until(() -> Leftovers.subscriptions(server).size() == 1);

            leaves = true;
            release(held);
            assertThat(decided.await(20, TimeUnit.SECONDS)).isTrue();
            assertThat(server.keys("k")).as("granted").hasSize(1);
            assertThat(attempt.answer()).as("told").isNotDone();
            attempt.abandon();
            abandoned.countDown();

            await().atMost(Duration.ofSeconds(10))
                    .untilAsserted(() -> assertThat(Leftovers.keys(server)).isEmpty());
        }
    }

    /** Its place is where a subscription is begun, whose clock has no thread yet. */
    @Asked.Each
    @FailsWithout("`AcquireExchange#brokenOff` and `RedisAttempt#end` end an attempt when a fault follows "
            + "from its answer")
    void aWaiterWhoseFaultLetsNobodyAskAgainIsToldAndLeavesNoPlaceInTheQueue(Asked asked) throws Exception {
        try (RedisServer server = RedisServer.start();
                RedisStore holder = new RedisStore(new TestContext(), settings(server.address()));
                Client client = new Client(new TestContext(), settings(server.address()));
                Clock clock = new Clock(new DaemonThreads("test-clock"));
                Clock broken = new Clock(work -> fault())) {
            Grant held = granted(holder.acquire(asked.rival("k", 30_000)));
            RedisAttempt attempt = attempt(client, clock, broken, asked.request("k", 300_000));
            attempt.begin();

            Answer answer = attempt.answer().get(20, TimeUnit.SECONDS);

            assertThat(answer.cause()).hasMessage("the clock has no thread");
            await().untilAsserted(() -> assertThat(server.keys("*waiting*")).isEmpty());
            release(held);
            assertThat(Leftovers.keys(server)).isEmpty();
        }
    }

    @Asked.Each
    @FailsWithout("`AcquireExchange#brokenOff` and `RedisAttempt#end` end an attempt when a fault follows "
            + "from its answer")
    void aGrantIsToldThoughTheWaiterCannotLeaveItsPlace(Asked asked) throws Exception {
        try (RedisServer server = RedisServer.start();
                RedisStore holder = new RedisStore(new TestContext(), settings(server.address()));
                Client client = new Client(new TestContext(), settings(server.address()));
                Clock clock = new Clock(new DaemonThreads("test-clock"));
                Clock broken = new Clock(work -> leaves ? fault() : null)) {
            Grant held = granted(holder.acquire(asked.rival("k", 30_000)));
            RedisAttempt attempt = attempt(client, clock, broken, asked.request("k", 300_000));
            attempt.begin();
            await().until(() -> Leftovers.subscriptions(server).size() == 1);

            leaves = true;
            release(held);

            Grant granted = attempt.answer().get(20, TimeUnit.SECONDS).grant();
            assertThat(server.keys("k")).hasSize(1);
            assertThat(release(granted)).isTrue();
            assertThat(Leftovers.keys(server)).isEmpty();
        }
    }

    /** The clock that would end a chance never gets a thread. */
    @Test
    void whoHasWaitedForOthersLeavesThemNoChanceAnyMore() throws Exception {
        try (RedisServer server = RedisServer.start();
                RedisStore holder = new RedisStore(new TestContext(), settings(server.address()));
                Client client = new Client(new TestContext(), settings(server.address()));
                Clock clock = new Clock(new DaemonThreads("test-clock"));
                Clock stopped = new Clock(work -> null)) {
            RepeatedRelease release = new RepeatedRelease(stopped, Log.ofStore());
            Grant held = granted(holder.acquire(request("k", 30_000)));
            RedisAttempt attempt = attempt(client, clock, release, request("k", 30_000));
            attempt.begin();
            await().until(() -> Leftovers.subscriptions(server).size() == 1);

            release.returns.heardBeside();
            ReleasesUnderWay.Returning chance =
                    release.returns.begin(request("k", 0), System.nanoTime() - TimeUnit.SECONDS.toNanos(1));
            release(held);

            assertThat(chance.leavesChance).isTrue();
            assertThat(release(attempt.answer().get(20, TimeUnit.SECONDS).grant()))
                    .isTrue();
        }
    }

    private static RedisAttempt attempt(Client client, Clock clock, Clock ofSignals, Request request) {
        return attempt(client, ofSignals, new RepeatedRelease(clock, Log.ofStore()), request);
    }

    private static RedisAttempt attempt(Client client, Clock ofSignals, RepeatedRelease release, Request request) {
        return new RedisAttempt(
                client,
                new ReleaseChannels(ofSignals, ReleaseChannels.IDLE),
                release,
                request,
                TimeUnit.SECONDS.toNanos(1));
    }

    private static Thread fault() {
        throw new IllegalStateException("the clock has no thread");
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
