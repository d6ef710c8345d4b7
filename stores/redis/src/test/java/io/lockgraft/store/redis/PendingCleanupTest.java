package io.lockgraft.store.redis;

import static io.lockgraft.store.redis.Locks.release;
import static io.lockgraft.store.redis.Locks.request;
import static io.lockgraft.store.redis.Locks.settings;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.spi.Request;
import io.lockgraft.spi.log.Log;
import io.lockgraft.spi.thread.Clock;
import io.lockgraft.spi.thread.DaemonThreads;
import io.lockgraft.store.redis.client.Client;
import io.lockgraft.store.redis.client.Commands;
import io.lockgraft.store.redis.failure.Failure;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.server.RedisServer;
import io.lockgraft.testing.store.TestContext;
import java.util.Collections;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.redisson.client.RedisTimeoutException;

@Timeout(60)
final class PendingCleanupTest {
    /**
     * The first command has no answer, the second one is granted, and at that moment nobody wants the lock any more.
     */
    @Test
    void aGrantThatComesAfterTheEndOfADoubtfulAttemptIsGivenBackSoThatTheLateCommandIsRefused() throws Exception {
        try (RedisServer server = RedisServer.start();
                Client client = new Client(new TestContext(), settings(server.address()));
                Clock clock = new Clock(new DaemonThreads("test-clock"))) {
            Commands commands = client.commands().get(30, TimeUnit.SECONDS);
            Request request = request("k", 30_000);
            Parts parts = new Parts(commands.columns.parts(request));
            RepeatedRelease release = new RepeatedRelease(clock, Log.ofStore());
            PendingCleanup cleanup = new PendingCleanup(release, request);
            cleanup.asks(true);
            cleanup.answered(Failure.of(new RedisTimeoutException("no answer")));
            cleanup.asks(true);
            cleanup.answered(null);
            cleanup.takeOver(commands, parts);
            await().untilAsserted(() ->
                    assertThat(server.keys("k:lockgraft#abandoned:*")).hasSize(1));

            RedisGrant late = new RedisGrant(commands, release, request, parts, cleanup.isDoubtful());
            release(late);

            assertThat(commands.acquire(request, 0, Collections.emptyList(), Locks.inAMinute())
                            .get(30, TimeUnit.SECONDS)
                            .busy)
                    .as("the lock that the late command gets, -1 for all")
                    .isZero();
        }
    }

    @Test
    @FailsWithout("`PendingCleanup#brokenOff` and `RepeatedRelease#insist` give back where there is no memory to go on")
    void whatWasGrantedIsGivenBackWhereTheGrantCouldNotBeMade() throws Exception {
        try (RedisServer server = RedisServer.start();
                Client client = new Client(new TestContext(), settings(server.address()));
                Clock clock = new Clock(new DaemonThreads("test-clock"))) {
            Commands commands = client.commands().get(30, TimeUnit.SECONDS);
            Request request = request("k", 0);
            Parts parts = new Parts(commands.columns.parts(request));
            PendingCleanup cleanup = new PendingCleanup(new RepeatedRelease(clock, Log.ofStore()), request);
            cleanup.asks(false);
            assertThat(commands.acquire(request, 0, Collections.emptyList(), Locks.inAMinute())
                            .get(30, TimeUnit.SECONDS)
                            .busy)
                    .isNegative();
            cleanup.answered(null);

            cleanup.brokenOff(true);
            cleanup.takeOver(commands, parts);

            await().untilAsserted(() -> assertThat(server.keys("k")).isEmpty());
        }
    }

    @Test
    void whoHasAGrantOwesNothingMoreWhateverGoesWrongThen() throws Exception {
        try (RedisServer server = RedisServer.start();
                Client client = new Client(new TestContext(), settings(server.address()));
                Clock clock = new Clock(new DaemonThreads("test-clock"))) {
            Commands commands = client.commands().get(30, TimeUnit.SECONDS);
            Request request = request("k", 0);
            RepeatedRelease release = new RepeatedRelease(clock, Log.ofStore());
            PendingCleanup cleanup = new PendingCleanup(release, request);
            cleanup.asks(false);
            cleanup.answered(null);
            cleanup.forgive();

            cleanup.brokenOff(true);
            cleanup.takeOver(commands, new Parts(commands.columns.parts(request)));

            assertThat(release.returns.named(request("k", 0)))
                    .as("on its way back")
                    .isEmpty();
        }
    }
}
