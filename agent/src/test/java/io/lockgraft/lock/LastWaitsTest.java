package io.lockgraft.lock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class LastWaitsTest {
    private final LastWaits waits = new LastWaits();

    @Test
    void aStoreThatDoesNotAnswerIsWaitedForHalfASecondInAll() {
        long begun = System.nanoTime();
        waits.await(new CompletableFuture<>());
        assertThat(millisSince(begun)).isGreaterThanOrEqualTo(500);

        long again = System.nanoTime();
        for (int i = 0; i < 100; i++) {
            waits.await(new CompletableFuture<>());
        }
        assertThat(millisSince(again)).isLessThan(500);
    }

    @Test
    void whatIsAnsweredTakesNothingFromTheNext() {
        for (int i = 0; i < 6; i++) {
            CompletableFuture<Boolean> released = new CompletableFuture<>();
            CompletableFuture.delayedExecutor(100, TimeUnit.MILLISECONDS).execute(() -> released.complete(true));
            waits.await(released);
            assertThat(released).as("release %d", i).isDone();
        }
    }

    private static long millisSince(long begun) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
    }
}
