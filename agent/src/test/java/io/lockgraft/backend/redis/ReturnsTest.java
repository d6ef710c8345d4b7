package io.lockgraft.backend.redis;

import static io.lockgraft.backend.redis.Locks.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.backend.Request;
import io.lockgraft.rules.LockKind;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class ReturnsTest {
    private final Returns returns = new Returns();

    @Test
    void noMessageIsExpectedOfOneWhoseReleaseIsNotConfirmedForLong() {
        Request asked = request("k", 0);
        Returns.Returning returning = returns.begin(request("k", 0), System.nanoTime());
        assertThat(returns.holder(asked)).isSameAs(returning);

        await().until(() -> returns.holder(asked) == null);

        assertThat(returns.named(asked)).hasSize(1);
    }

    @Test
    void whoIsNotNamedAnyMoreIsWaitedFor() {
        Request asked = request("k", 0);
        for (int i = 0; i < 64; i++) {
            returns.begin(request("k", 0), System.nanoTime());
        }
        assertThat(returns.named(asked)).hasSize(64);
        assertThat(returns.awaited(asked)).isNull();

        Returns.Returning last = returns.begin(request("k", 0), System.nanoTime());

        assertThat(returns.named(asked)).hasSize(64);
        CompletableFuture<?> awaited = returns.awaited(asked);
        assertThat(awaited).isNotNull();
        assertThat(awaited.isDone()).isFalse();
        last.answered();
        assertThat(awaited.isDone()).isTrue();
        assertThat(returns.awaited(asked)).isNull();
    }

    @Test
    void aHoldFromOneSlotOfTimeToTheNextLeavesAChanceWhereThereIsTimeToWaitForIt() {
        for (LockKind kind : LockKind.values()) {
            Request held = request(kind, kind.word(), 0);
            Request asked = request(kind, kind.word(), 60_000);
            // It does not last for long.
            Returns.Returning returning = returns.begin(held, longAgo());
            CompletableFuture<?> chance = returns.chance(asked);

            assertThat(chance != null).as("%s", kind).isEqualTo(kind != LockKind.SEMAPHORE);
            assertThat(returns.chance(request(kind, kind.word(), 900)))
                    .as("%s, a short wait", kind)
                    .isNull();
            assertThat(returns.chance(request(kind, kind.word(), 60_000).once()))
                    .as("%s, once", kind)
                    .isNull();
            assertThat(returns.awaited(request(kind, kind.word(), 0)))
                    .as("%s, another", kind)
                    .isNull();
            returning.over();
            assertThat(chance == null || chance.isDone()).isTrue();
        }
    }

    @Test
    void aChanceLastsLongerThanUntilTheAnswerButNotForLong() {
        Request held = request("k", 0);
        Request asked = request("k", 60_000);
        Returns.Returning returning = returns.begin(held, longAgo());
        returning.answered();
        CompletableFuture<?> chance = returns.chance(asked);

        assertThat(chance).isNotNull();
        await().atMost(Duration.ofSeconds(10))
                .pollInterval(Duration.ofMillis(5))
                .until(() -> returns.chance(asked) == null);
        assertThat(returns.named(asked)).hasSize(1);
    }

    @Test
    void whoAsksAtTheEndOfAChanceDoesNotFindWhoeverLeftIt() {
        Request held = request("k", 0);
        Request asked = request("k", 60_000);
        Returns.Returning returning = returns.begin(held, longAgo());
        CompletableFuture<Integer> found =
                returns.chance(asked).thenApply(over -> returns.named(asked).size());

        returning.over();

        assertThat(found).isCompletedWithValue(0);
    }

    /** Of an attempt that was given up no release is told, for which others could wait. */
    @Test
    void whatWasNotHeldLeavesNobodyAChance() {
        assertThat(returns.begin(request("k", 0)).leavesChance()).isFalse();
        assertThat(returns.chance(request("k", 60_000))).isNull();
    }

    private static long longAgo() {
        return System.nanoTime() - TimeUnit.SECONDS.toNanos(1);
    }
}
