package io.lockgraft.engine.thread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.engine.Woven;
import io.lockgraft.rules.RuleBuilder;
import io.lockgraft.testing.FailsWithout;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
@FailsWithout("`LastWaits` and `LazyGates#make` wait for the releases of a JVM that ends")
final class LastWaitsTest {
    @Test
    void aStoreThatDoesNotAnswerIsWaitedForOnceAndNoMore() {
        LastWaits waits = new LastWaits(TimeUnit.MILLISECONDS.toNanos(300));
        long begun = System.nanoTime();
        waits.await(new CompletableFuture<>());
        assertThat(System.nanoTime() - begun).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(300));

        // Each of these would take as long; the test has a minute.
        for (int i = 0; i < 1_000; i++) {
            waits.await(new CompletableFuture<>());
        }
    }

    @Test
    void whatIsAnsweredTakesNothingFromTheNext() {
        LastWaits waits = new LastWaits(TimeUnit.SECONDS.toNanos(1));
        for (int i = 0; i < 12; i++) {
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

    private static void endsWhileTheJvmEnds(RuleBuilder rule, boolean calledBefore) throws Throwable {
        try (Woven woven = new Woven()) {
            int site = woven.site(rule.build(), Shop.class, "pay");
            if (calledBefore) {
                woven.call(site, null, () -> null, "1");
            }
            woven.engine.settle();
            Object token = woven.engine.enter(site, null, new Object[] {"42"});
            woven.store.freeze();
            Thread hook = new Thread(() -> Woven.exit(token, null));

            hook.start();
            await().pollInterval(Duration.ofMillis(1))
                    .until(hook::getState, state -> state == Thread.State.TIMED_WAITING || !hook.isAlive());
            assertThat(hook.isAlive()).as("it waits").isTrue();
            woven.store.thaw();

            hook.join();
            assertThat(woven.store.held()).isEmpty();
        }
    }
}
