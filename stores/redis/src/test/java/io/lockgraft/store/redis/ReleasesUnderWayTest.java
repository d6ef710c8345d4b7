package io.lockgraft.store.redis;

import static io.lockgraft.store.redis.Locks.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Request;
import io.lockgraft.testing.FailsWithout;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
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
        assertThat(returns.awaited(asked, false)).isNull();

        ReleasesUnderWay.Returning last = returns.begin(request("k", 0), System.nanoTime());

        assertThat(returns.named(asked)).hasSize(64);
        CompletableFuture<?> awaited = returns.awaited(asked, false);
        assertThat(awaited).isNotNull();
        assertThat(awaited.isDone()).isFalse();
        last.answered();
        assertThat(awaited.isDone()).isTrue();
        assertThat(returns.awaited(asked, false)).isNull();
    }

    @Test
    @FailsWithout("`ReleasesUnderWay#besideUntil` costs nothing where no other client waits")
    void noChanceIsLeftWhereNobodyHasHeardARelease() {
        assertThat(returns.begin(request("k", 0), longAgo()).leavesChance).isFalse();
    }

    @Test
    void aHoldFromOneSlotOfTimeToTheNextLeavesAChanceWhereAnotherClientMayWait() {
        returns.heardBeside();
        for (LockKind kind : LockKind.values()) {
            Request asked = request(kind, kind.word(), 0);
            ReleasesUnderWay.Returning returning = returns.begin(request(kind, kind.word(), 0), longAgo());
            CompletableFuture<?> chance = returns.awaited(asked, true);

            assertThat(returning.leavesChance).as("%s", kind).isEqualTo(kind != LockKind.SEMAPHORE);
            assertThat(chance != null).as("%s", kind).isEqualTo(kind != LockKind.SEMAPHORE);
            assertThat(returns.awaited(asked, false))
                    .as("%s, a request that leaves none", kind)
                    .isNull();
            returning.over();
            assertThat(chance == null || chance.isDone()).isTrue();
        }
    }

    /** Of an attempt that was given up no release is told, for which others could wait. */
    @Test
    void whatWasNotHeldLeavesNobodyAChance() {
        returns.heardBeside();

        assertThat(returns.begin(request("k", 0)).leavesChance).isFalse();
        assertThat(returns.awaited(request("k", 0), true)).isNull();
    }

    private static long longAgo() {
        return System.nanoTime() - TimeUnit.SECONDS.toNanos(1);
    }
}
