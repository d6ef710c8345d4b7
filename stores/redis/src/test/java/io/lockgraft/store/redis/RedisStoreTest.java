package io.lockgraft.store.redis;

import static io.lockgraft.store.redis.Locks.acquire;
import static io.lockgraft.store.redis.Locks.answer;
import static io.lockgraft.store.redis.Locks.grant;
import static io.lockgraft.store.redis.Locks.granted;
import static io.lockgraft.store.redis.Locks.release;
import static io.lockgraft.store.redis.Locks.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Renewal;
import io.lockgraft.spi.Request;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.server.RedisServer;
import io.lockgraft.testing.store.Renewals;
import io.lockgraft.testing.store.TestContext;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(120)
final class RedisStoreTest {
    private static RedisServer server;
    private static RedisStore backend;
    private static RedisStore other;

    @BeforeAll
    static void start() {
        server = RedisServer.start();
        backend = new RedisStore(new TestContext(), Locks.settings(server.address()));
        other = new RedisStore(new TestContext(), Locks.settings(server.address()));
    }

    @AfterAll
    static void stop() {
        backend.close();
        other.close();
        server.close();
    }

    @BeforeEach
    void empty() {
        server.command("FLUSHALL");
    }

    @Test
    void aFreeKeyIsGrantedAndIsFreeAgainAfterItsRelease() {
        Grant grant = grant(backend, "k", 10_000);
        assertThat((Long) server.command("PTTL", "k")).isBetween(25_000L, 30_000L);
        assertThat(acquire(other, "k", 2_000).isBusy()).isTrue();

        assertThat(release(grant)).isTrue();

        assertThat(server.keys("k")).isEmpty();
        // The other one has a place in the queue to give back, by a connection of its own.
        await().untilAsserted(() -> assertThat(server.keys("*")).isEmpty());
        assertThat(release(grant(other, "k", 10_000))).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    @FailsWithout("`holder.lua` tells a waiter who holds its key")
    void aWaiterIsToldWhichJvmHoldsItsKey(LockKind kind) {
        Grant held = answer(backend.acquire(request(kind, "k", 10_000))).grant();
        Attempt waiting = other.acquire(request(kind == LockKind.READ ? LockKind.WRITE : kind, "k", 30_000));
        await().until(waiting::isContended);

        assertThat(waiting.holder()).isEqualTo(held.request().owner().jvm().name());

        waiting.abandon();
        release(held);
    }

    @Test
    void aWaiterInAnotherJvmIsWokenByTheRelease() {
        long fastest = Long.MAX_VALUE;
        for (int round = 0; round < 5; round++) {
            Grant held = grant(backend, "k", 10_000);
            Attempt waiting = other.acquire(request("k", 30_000));
            await().until(() -> ((List<?>) server.command("PUBSUB", "CHANNELS")).size() == 1);
            await().until(waiting::isContended);

            long released = System.nanoTime();
            release(held);

            assertThat(answer(waiting).grant()).isNotNull();
            fastest = Math.min(fastest, System.nanoTime() - released);
            release(answer(waiting).grant());
        }
        assertThat(TimeUnit.NANOSECONDS.toMillis(fastest))
                .as("woken, not polling")
                .isLessThan(500);
        await().untilAsserted(() ->
                assertThat((List<?>) server.command("PUBSUB", "CHANNELS")).isEmpty());
    }

    @Test
    void anOwnerThatAsksTwiceHoldsOnce() {
        Request request = request("k", 10_000);
        Grant first = granted(backend.acquire(request));
        Grant again = granted(backend.acquire(request));
        assertThat(again).isNotNull();

        assertThat(release(first)).isTrue();

        assertThat(server.keys("*")).isEmpty();
        assertThat(release(again)).isFalse();
    }

    @Test
    void renewalTellsWhatIsStillOursInOneGo() throws Exception {
        Grant kept = granted(backend.acquire(request("kept", 10_000, 5_000)));
        Grant lost = granted(backend.acquire(request("lost", 10_000, 5_000)));
        server.command("DEL", "lost");
        server.command("PEXPIRE", "kept", "3000");

        List<CompletableFuture<Renewal>> answers = backend.renew(Arrays.asList(kept, lost));

        assertThat(Renewals.isHeld(answers.get(0))).isTrue();
        assertThat(Renewals.isHeld(answers.get(1))).isFalse();
        assertThat((Long) server.command("PTTL", "kept")).isGreaterThan(3_000L);
        assertThat(release(kept)).isTrue();
        assertThat(release(lost)).isFalse();
    }

    @Test
    void aWaiterGetsTheKeyWhenADeadHoldersLeaseEnds() {
        answer(backend.acquire(request("k", 10_000, 700)));

        long begun = System.nanoTime();
        Grant grant = grant(other, "k", 10_000);

        assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun)).isBetween(400L, 3_000L);
        release(grant);
    }

    @Test
    void anAttemptThatIsAbandonedLeavesNothingBehind() {
        for (int i = 0; i < 300; i++) {
            Attempt attempt = backend.acquire(request("k" + i, 1_000));
            if (i % 3 == 0) {
                answer(attempt);
            } else if (i % 3 == 1) {
                Thread.yield();
            }
            attempt.abandon();
            attempt.abandon();
        }
        await().untilAsserted(() -> assertThat(server.keys("*")).isEmpty());
    }
}
