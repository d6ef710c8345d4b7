package io.lockgraft.store.redis;

import static io.lockgraft.store.redis.Locks.acquire;
import static io.lockgraft.store.redis.Locks.answer;
import static io.lockgraft.store.redis.Locks.grant;
import static io.lockgraft.store.redis.Locks.release;
import static io.lockgraft.store.redis.Locks.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.store.Renewals;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.redisson.api.RLock;

/** An application that locks the same keys with Redisson's own RLock. */
@Timeout(120)
@FailsWithout("`hash-enter.lua` lays a lock out as Redisson does")
final class RedissonNeighbourTest extends BesideRedisson {
    @Test
    void whatTheApplicationHoldsIsBusyAndItsUnlockWakesUs() {
        RLock lock = application.getLock("{shop}:k1");
        long fastest = Long.MAX_VALUE;
        for (int round = 0; round < 5; round++) {
            lock.lock();
            assertThat(acquire(backend, "{shop}:k1", 300).isBusy()).isTrue();
            Attempt waiting = backend.acquire(request("{shop}:k1", 30_000));
            await().until(waiting::isContended);
            assertThat(waiting.holder())
                    .isEqualTo(
                            application.getId() + ":" + Thread.currentThread().getId());
            await().until(() -> subscribers("redisson_lock__channel:{shop}:k1") == 1);
            long unlocked = System.nanoTime();
            lock.unlock();
            Grant grant = answer(waiting).grant();
            fastest = Math.min(fastest, System.nanoTime() - unlocked);
            assertThat(grant).isNotNull();
            release(grant);
        }
        assertThat(fastest).as("woken, not polling").isLessThan(TimeUnit.MILLISECONDS.toNanos(700));
    }

    @Test
    void whatWeHoldTheApplicationWaitsForAndOurReleaseWakesIt() throws Exception {
        RLock lock = application.getLock("k2");
        Grant held = grant(backend, "k2", 10_000);
        assertThat(lock.tryLock()).isFalse();
        CompletableFuture<Boolean> application = CompletableFuture.supplyAsync(() -> {
            try {
                return lock.tryLock(60, TimeUnit.SECONDS) && !acquireAndSeeIfFree() && unlock(lock);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        await().until(() -> subscribers("redisson_lock__channel:{k2}") == 1);

        assertThat(release(held)).isTrue();

        // Without the message it would wait for the lease, 30 s.
        assertThat(application.get(15, TimeUnit.SECONDS)).isTrue();
        release(grant(backend, "k2", 10_000));
    }

    @Test
    void aLockThatTheApplicationBreaksIsFoundLost() throws Exception {
        Grant held = grant(backend, "k3", 10_000);

        application.getLock("k3").forceUnlock();

        assertThat(Renewals.isHeld(backend, held)).isFalse();
        assertThat(release(held)).isFalse();
    }

    private static boolean acquireAndSeeIfFree() {
        return acquire(backend, "k2", 200).grant() != null;
    }

    private static boolean unlock(RLock lock) {
        lock.unlock();
        return true;
    }

    private static long subscribers(String channel) {
        return (Long) ((List<?>) server.command("PUBSUB", "NUMSUB", channel)).get(1);
    }
}
