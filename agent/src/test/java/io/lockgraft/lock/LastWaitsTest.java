package io.lockgraft.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.rules.Rule;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

    static final class Shop {
        static void pay(String order) {}
    }

    /** The first call of all may come that late. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whoseCallEndsWhileTheJvmEndsWaitsUntilItsReleaseHasArrived(boolean calledBefore) throws Throwable {
        endsWhileTheJvmEnds(Woven.rule("PAY:{p0}"), calledBefore);
    }

    @Test
    void whatWouldLingerIsWaitedForToo() throws Throwable {
        endsWhileTheJvmEnds(Woven.rule("PAY:{p0}").linger(Duration.ofSeconds(5)), true);
    }

    private static void endsWhileTheJvmEnds(Rule.Builder rule, boolean calledBefore) throws Throwable {
        try (Woven woven = new Woven()) {
            int site = woven.site(rule.build(), Shop.class, "pay");
            if (calledBefore) {
                woven.call(site, null, () -> null, "1");
            }
            woven.engine.settle();
            Object token = woven.engine.enter(site, null, new Object[] {"42"});
            woven.store.freeze();
            Thread hook = new Thread(() -> woven.engine.exit(token, null));

            hook.start();
            await().pollInterval(Duration.ofMillis(1))
                    .until(hook::getState, state -> state == Thread.State.TIMED_WAITING || !hook.isAlive());
            assertThat(hook.isAlive()).as("it waits").isTrue();
            woven.store.thaw();

            hook.join();
            assertThat(woven.store.held()).isEmpty();
        }
    }

    private static long millisSince(long begun) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
    }
}
