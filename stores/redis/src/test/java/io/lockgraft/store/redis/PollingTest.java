package io.lockgraft.store.redis;

import static io.lockgraft.store.redis.Locks.answer;
import static io.lockgraft.store.redis.Locks.grant;
import static io.lockgraft.store.redis.Locks.release;
import static io.lockgraft.store.redis.Locks.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.store.redis.settings.RedisSettings;
import io.lockgraft.store.redis.settings.Topology;
import io.lockgraft.testing.NewThreads;
import io.lockgraft.testing.server.Leftovers;
import io.lockgraft.testing.server.RedisServer;
import io.lockgraft.testing.store.EachKind;
import io.lockgraft.testing.store.Rivals;
import io.lockgraft.testing.store.TestContext;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A server whose ACL forbids subscriptions, and {@code notify: poll}. */
@Timeout(120)
final class PollingTest {
    @RegisterExtension
    private final NewThreads threads = new NewThreads();

    private RedisServer server;
    private RedisStore holder;
    private RedisStore waiter;

    @BeforeEach
    void start() {
        server = RedisServer.start();
        server.command("ACL", "SETUSER", "shop", "on", ">pw", "~*", "resetchannels", "+@all", "-@pubsub");
        holder = new RedisStore(new TestContext(), polling());
        waiter = new RedisStore(new TestContext(), polling());
    }

    @AfterEach
    void stop() {
        try {
            Leftovers.awaitNone(server);
        } finally {
            holder.close();
            waiter.close();
            server.close();
        }
    }

    private RedisSettings polling() {
        return RedisSettings.of(Topology.single(server.address()))
                .username("shop")
                .password("pw")
                .timeout(Duration.ofSeconds(2))
                .polling(true)
                .build();
    }

    @EachKind
    void aWaiterFindsAReleasedLockByAskingForIt(LockKind kind) {
        long fastest = Long.MAX_VALUE;
        for (int round = 0; round < 3; round++) {
            Grant held = grant(holder, Rivals.of(kind), "k", 10_000);
            Attempt waiting = waiter.acquire(request(kind, "k", 30_000));
            await().until(waiting::isContended);
            long released = System.nanoTime();
            release(held);
            release(answer(waiting).grant());
            fastest = Math.min(fastest, System.nanoTime() - released);
        }
        assertThat(TimeUnit.NANOSECONDS.toMillis(fastest)).as("milliseconds").isLessThan(700);
    }

    @Test
    void noSubscriptionIsEverAskedFor() {
        server.command("CONFIG", "RESETSTAT");
        Grant held = grant(holder, "k", 10_000);
        Attempt waiting = waiter.acquire(request("k", 30_000));
        await().until(waiting::isContended);
        await().during(Duration.ofMillis(500)).until(() -> true);

        assertThat((String) server.command("INFO", "commandstats"))
                .contains("evalsha")
                .doesNotContain("subscribe");

        release(held);
        release(answer(waiting).grant());
    }

    @Test
    void aLongWaitAsksSomeTimesASecond() {
        Grant held = grant(holder, "k", 10_000);
        release(grant(waiter, "warm", 10_000));
        server.command("CONFIG", "RESETSTAT");

        assertThat(Locks.acquire(waiter, "k", 3_000).isBusy()).isTrue();

        assertThat(server.calls("evalsha")).as("questions in three seconds").isBetween(6, 30);
        release(held);
    }
}
