package io.lockgraft.store.redis;

import static io.lockgraft.store.redis.Locks.granted;
import static io.lockgraft.store.redis.Locks.loaded;
import static io.lockgraft.store.redis.Locks.release;
import static io.lockgraft.store.redis.Locks.request;
import static io.lockgraft.store.redis.Locks.settings;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.log.Log;
import io.lockgraft.store.redis.client.Client;
import io.lockgraft.store.redis.client.Reconnection;
import io.lockgraft.store.redis.client.Silence;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.WrittenLog;
import io.lockgraft.testing.server.Leftovers;
import io.lockgraft.testing.server.RedisServer;
import io.lockgraft.testing.store.Renewals;
import io.lockgraft.testing.store.TestContext;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.redisson.Redisson;
import org.redisson.connection.MasterSlaveEntry;
import org.redisson.misc.AsyncSemaphore;

/** A client that is stuck is made anew, and what is held stays held. */
@Timeout(120)
@FailsWithout("`Renewal` and `Client#makeAnew` replace a client that is stuck and keep what is held")
@Shows("the Redis client of a JVM is stuck while the server answers")
final class ReconnectionTest {
    @RegisterExtension
    private final WrittenLog log = new WrittenLog();

    /** As a stack that overflows in a hand-over leaves it: the permits of all connections are gone. */
    private static void loseAllPermits(RedisStore backend) throws Exception {
        Field client = RedisStore.class.getDeclaredField("client");
        client.setAccessible(true);
        Field redisson = Client.class.getDeclaredField("redisson");
        redisson.setAccessible(true);
        Redisson made = (Redisson) redisson.get(client.get(backend));
        for (MasterSlaveEntry entry :
                made.getCommandExecutor().getConnectionManager().getEntrySet()) {
            AsyncSemaphore free = entry.getEntry().getConnectionsHolder().getFreeConnectionsCounter();
            while (free.getCounter() > 0) {
                free.acquire();
            }
        }
    }

    @Test
    void aClientWhoseConnectionsAreLostRecoversAndKeepsWhatItHolds() throws Exception {
        try (RedisServer server = RedisServer.start();
                RedisStore backend = loaded(new RedisStore(
                        new TestContext(), settings(server.address(), null, null, 0, Duration.ofMillis(500))))) {
            Grant held = granted(backend.acquire(request("held", 20_000, 60_000)));
            String owner = server.keys("held").toString();
            loseAllPermits(backend);

            CompletableFuture<Answer> waiting =
                    backend.acquire(request("k", 60_000, 30_000)).answer();
            Grant granted = waiting.get(60, TimeUnit.SECONDS).grant();

            assertThat(granted).as(() -> String.valueOf(log)).isNotNull();
            assertThat(release(granted)).isTrue();
            assertThat(log.toString()).contains("The client has been made anew; locks are kept");
            assertThat(server.keys("held")).hasToString(owner);
            assertThat(Renewals.isHeld(backend, held))
                    .as("renewed in the same owner's name")
                    .isTrue();
            assertThat(release(held)).as("its own until now").isTrue();
        }
    }

    /** It says nothing to a PING either: then it is not the client. */
    @Test
    void aServerThatIsFrozenLeavesTheClientAsItIs() throws Exception {
        try (RedisServer server = RedisServer.start();
                RedisStore backend = loaded(new RedisStore(
                        new TestContext(), settings(server.address(), null, null, 0, Duration.ofMillis(500))))) {
            release(granted(backend.acquire(request("k", 20_000))));
            server.freeze();
            try {
                Answer answer = backend.acquire(request("k", 6_000)).answer().get(30, TimeUnit.SECONDS);
                assertThat(answer.cause()).isNotNull();
            } finally {
                server.resume();
            }
            await().untilAsserted(() ->
                    assertThat(granted(backend.acquire(request("k", 10_000)))).isNotNull());
            assertThat(log.toString()).doesNotContain("made anew");
        }
    }

    /** A look may be over before the thread that asked for it goes on; this one fails at its beginning. */
    @Test
    @FailsWithout("`Reconnection#suspect` looks again after a look that was over at once")
    void aLookThatIsOverAtOnceIsNotTheLast() {
        AtomicInteger looks = new AtomicInteger();
        Reconnection renewal = new Reconnection(
                look -> {
                    looks.incrementAndGet();
                    look.run();
                },
                Log.ofStore(),
                () -> {});

        renewal.suspect(null, new Silence());
        renewal.suspect(null, new Silence());

        assertThat(looks).hasValue(2);
    }

    @Test
    @FailsWithout("`RedisStore#close` ends each attempt, and not only the clock")
    void aBackendThatClosesEndsWhatWaitsForEver() throws Exception {
        try (RedisServer server = RedisServer.start();
                RedisStore holder = loaded(new RedisStore(new TestContext(), settings(server.address())))) {
            RedisStore backend = loaded(new RedisStore(new TestContext(), settings(server.address())));
            Grant held = granted(holder.acquire(request("k", 20_000)));
            CompletableFuture<Answer> waiting = backend.acquire(request("k", TimeUnit.DAYS.toMillis(10_000)))
                    .answer();
            await().until(() -> Leftovers.subscriptions(server).size() == 1);

            backend.close();

            assertThat(waiting.get(20, TimeUnit.SECONDS).cause()).hasMessageContaining("has been closed");
            release(held);
        }
    }
}
