package io.lockgraft.store.redis;

import static io.lockgraft.store.redis.Locks.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Request;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class ReleasesUnderWayTest {
    private final ReleasesUnderWay returns = new ReleasesUnderWay();

    @Test
    void noMessageIsExpectedOfOneWhoseReleaseIsNotConfirmedForLong() {
        Request asked = request("k", 0);
        ReleasesUnderWay.Returning returning = returns.begin(request("k", 0), System.nanoTime());
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

        ReleasesUnderWay.Returning last = returns.begin(request("k", 0), System.nanoTime());

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
            ReleasesUnderWay.Returning returning = returns.begin(held, longAgo());
            ReleasesUnderWay.Returning chance = returns.chance(asked);

            assertThat(chance == returning).as("%s", kind).isEqualTo(kind != LockKind.SEMAPHORE);
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
            assertThat(chance == null || chance.chance.isDone()).isTrue();
        }
    }

    @Test
    void aChanceLastsLongerThanUntilTheAnswerButNotForLong() {
        Request held = request("k", 0);
        Request asked = request("k", 60_000);
        ReleasesUnderWay.Returning returning = returns.begin(held, longAgo());
        returning.answered();

        assertThat(returns.chance(asked)).isSameAs(returning);
        await().atMost(Duration.ofSeconds(10))
                .pollInterval(Duration.ofMillis(5))
                .until(() -> returns.chance(asked) == null);
        assertThat(returns.named(asked)).hasSize(1);
    }

    @Test
    void whoAsksAtTheEndOfAChanceDoesNotFindWhoeverLeftIt() {
        Request held = request("k", 0);
        Request asked = request("k", 60_000);
        ReleasesUnderWay.Returning returning = returns.begin(held, longAgo());
        ReleasesUnderWay.Returning chance = returns.chance(asked);
        while (chance == null) {
            // It was over already: the machine is busy.
            returning.over();
            returning = returns.begin(held, longAgo());
            chance = returns.chance(asked);
        }
        CompletableFuture<Integer> found =
                chance.chance.thenApply(over -> returns.named(asked).size());

        returning.over();

        assertThat(found).isCompletedWithValue(0);
    }

    @Test
    void neighboursLeaveTheirChancesAtOtherTimes() {
        Map<Long, Long> tenths = IntStream.range(0, 1000)
                .mapToObj(i -> 10 * ReleasesUnderWay.shift("shop:STOCK:" + i) >> ReleasesUnderWay.SLOT)
                .collect(Collectors.groupingBy(tenth -> tenth, Collectors.counting()));

        assertThat(tenths).as("of 1,000 keys, by the tenth of a slot").hasSize(10);
        assertThat(tenths.values()).as("of 1,000 keys, by the tenth of a slot").allMatch(keys -> keys > 50);
    }

    /** Of an attempt that was given up no release is told, for which others could wait. */
    @Test
    void whatWasNotHeldLeavesNobodyAChance() {
        assertThat(returns.begin(request("k", 0)).chance).isNull();
        assertThat(returns.chance(request("k", 60_000))).isNull();
    }

    private static long longAgo() {
        return System.nanoTime() - TimeUnit.SECONDS.toNanos(1);
    }
}
