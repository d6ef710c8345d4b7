package io.lockgraft.engine.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.lockgraft.api.LockLostException;
import io.lockgraft.engine.Woven;
import io.lockgraft.engine.later.CallExit;
import io.lockgraft.manage.Counters.Event;
import io.lockgraft.rules.OnLost;
import io.lockgraft.rules.RuleBuilder;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Renewal;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.WrittenLog;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the method and its caller get when the lock is lost. */
@Timeout(60)
final class OnLostTest {
    private static final String KEY = "shop:PAY:42";

    private final Woven woven = new Woven();

    @RegisterExtension
    private final WrittenLog log = new WrittenLog();

    static final class Shop {
        static void pay(String order) {}

        static void count(String order) {}
    }

    @AfterEach
    void close() {
        woven.close();
        Thread.interrupted();
    }

    private int site(RuleBuilder rule) {
        return woven.site(rule.build(), Shop.class, "pay");
    }

    private static RuleBuilder on(OnLost onLost, long lease) {
        return Woven.rule("PAY:{p0}").lease(Duration.ofMillis(lease)).onLost(onLost);
    }

    private Object pay(int site, Callable<?> body) throws Throwable {
        return woven.call(site, null, body, "42");
    }

    private Object enter(int site) throws Exception {
        try {
            return woven.engine.enter(site, null, new Object[] {"42"});
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    private long count(Event event) {
        return woven.sites.counters().get("pay-order").of(event);
    }

    private String lose() {
        woven.store.delete(KEY);
        return "paid";
    }

    private String loseAndAwait() {
        lose();
        awaitLoss();
        return "paid";
    }

    private void awaitLoss() {
        await().atMost(Duration.ofSeconds(20)).until(() -> count(Event.LOST) == 1);
    }

    /** As one that there is no memory for: here it cannot take itself in. */
    @Test
    @FailsWithout("`RuleEvents#tell`, `Parking` and `CallExit#suppress` give back" + " what cannot be counted or told")
    void theBodysOwnExceptionComesFirstThoughTheLossCannotBeAddedToIt() {
        IllegalStateException thrown = new IllegalStateException("the body's own");

        CallExit.suppress(thrown, thrown);

        assertThat(thrown.getSuppressed()).isEmpty();
    }

    @Test
    @FailsWithout("`RuleEvents#interrupted` tells the listeners")
    void aBodyWhoseLockIsLostIsInterruptedOnceAndNeverItsCaller() throws Throwable {
        int site = site(on(OnLost.INTERRUPT, 900));
        AtomicInteger interrupts = new AtomicInteger();

        Object result = pay(site, () -> {
            lose();
            for (int i = 0; i < 2; i++) {
                try {
                    Thread.sleep(i == 0 ? 20_000 : 500);
                } catch (InterruptedException e) {
                    interrupts.incrementAndGet();
                }
            }
            return "paid";
        });

        assertThat(result).isEqualTo("paid");
        assertThat(interrupts).hasValue(1);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        assertThat(count(Event.LOST)).isEqualTo(1);
        assertThat(count(Event.BODY_INTERRUPTED)).isEqualTo(1);
        assertThat(log.toString()).contains("The method's thread is interrupted (onLost: interrupt)");
    }

    @Test
    void anInterruptThatTheBodyDoesNotNoticeDoesNotReachTheCaller() throws Throwable {
        int site = site(on(OnLost.INTERRUPT, 900));
        boolean[] inside = {false};

        pay(site, () -> {
            lose();
            long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
            while (!Thread.currentThread().isInterrupted() && System.nanoTime() < until) {
                Thread.onSpinWait();
            }
            inside[0] = Thread.currentThread().isInterrupted();
            return null;
        });

        assertThat(inside[0]).isTrue();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void withoutRenewalTheEndOfTheLeaseIsALossLikeAnyOther() throws Throwable {
        int site = site(on(OnLost.INTERRUPT, 300).renew(false));

        Throwable thrown = catchThrowable(() -> pay(site, () -> {
            Thread.sleep(20_000);
            return null;
        }));

        assertThat(thrown).as("the body's own").isInstanceOf(InterruptedException.class);
        assertThat(woven.backend.renewals).isEmpty();
        int throwing = woven.site(on(OnLost.THROW, 300).renew(false).build(), Shop.class, "count");
        assertThatThrownBy(() -> pay(throwing, () -> {
                    Thread.sleep(1000);
                    return null;
                }))
                .isInstanceOf(LockLostException.class)
                .hasMessageContaining("its lease ended, and the rule says renew: false");
    }

    @Test
    void aLossThatIsFoundAtTheEndReachesTheCaller() throws Throwable {
        int site = site(on(OnLost.THROW, 30_000));

        assertThatThrownBy(() -> pay(site, this::lose))
                .isInstanceOfSatisfying(
                        LockLostException.class, e -> assertThat(e.rule()).isEqualTo("pay-order"))
                .hasMessageMatching("rule 'pay-order': lost the lock on " + KEY + " after \\d+ ms \\(lease 30000 ms\\):"
                        + " the lock server did not have it any more when it was released\\."
                        + " \\S*Shop\\.pay\\(java\\.lang\\.String\\) has run to its end, and another call may have run"
                        + " at the same time\\. Look at what both have done; the rule's onLost says what happens")
                .hasNoCause();
        assertThat(count(Event.LOST)).isEqualTo(1);
    }

    @Test
    void aLossThatTheKeeperFoundReachesTheCallerToo() throws Throwable {
        int site = site(on(OnLost.THROW, 900));

        assertThatThrownBy(() -> pay(site, () -> {
                    loseAndAwait();
                    // A body that has ended by the time of the line has no caller that it could speak of.
                    await().until(() -> log.toString().contains("its caller gets LockLostException (onLost: throw)"));
                    return "paid";
                }))
                .isInstanceOf(LockLostException.class)
                .hasMessageContaining("the lock server does not have it any more.");
        assertThat(count(Event.LOST)).as("counted once").isEqualTo(1);
    }

    @Test
    @FailsWithout("`CallExit#end` throws the body's own exception first")
    void theBodysOwnExceptionComesFirst() {
        int site = site(on(OnLost.THROW, 30_000));
        Exception own = new Exception("no money");

        assertThatThrownBy(() -> pay(site, () -> {
                    lose();
                    throw own;
                }))
                .isSameAs(own);
        assertThat(own.getSuppressed()).singleElement().isInstanceOf(LockLostException.class);
    }

    private static final class Closed extends RuntimeException {
        Closed() {
            super("takes none", null, false, false);
        }
    }

    @Test
    void anExceptionThatTakesNoSuppressedOneIsThrownAsItIs() {
        int site = site(on(OnLost.THROW, 30_000));
        Closed own = new Closed();

        assertThatThrownBy(() -> pay(site, () -> {
                    lose();
                    throw own;
                }))
                .isSameAs(own);
        assertThat(count(Event.LOST)).isEqualTo(1);
    }

    @Test
    void aLockThatWasHeldToTheEndThrowsNothing() throws Throwable {
        int site = site(on(OnLost.THROW, 30_000));
        woven.backend.delay = 20;

        assertThat(pay(site, () -> "paid")).isEqualTo("paid");
        assertThat(log.toString()).isEmpty();
    }

    @Test
    void aReleaseThatIsNotConfirmedWithinTheLeaseIsNoLoss() throws Throwable {
        int site = site(on(OnLost.THROW, 30_000));
        long start = System.nanoTime();

        Object result = pay(site, () -> {
            woven.store.freeze();
            return "paid";
        });

        assertThat(result).isEqualTo("paid");
        assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start))
                .as("the command's timeout of 500 ms, not the lease")
                .isBetween(400L, 5000L);
        assertThat(count(Event.LOST)).isZero();
        assertThat(count(Event.RELEASED_LATE)).isEqualTo(1);
    }

    @Test
    void nobodyWaitsLongerThanTheLease() throws Throwable {
        int site = site(on(OnLost.THROW, 1000));
        woven.backend.delay = 300;
        long[] begun = new long[1];

        Object result = pay(site, () -> {
            woven.backend.delay = 20_000;
            begun[0] = System.nanoTime();
            return "paid";
        });

        assertThat(result).as("not over when the body ended").isEqualTo("paid");
        assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun[0])).isLessThan(5000);
        assertThat(count(Event.LOST)).isZero();
    }

    @Test
    void aLeaseThatWasOverAtTheEndAndIsNotConfirmedIsALoss() {
        int site = site(on(OnLost.THROW, 600));

        assertThatThrownBy(() -> pay(site, () -> {
                    woven.store.freeze();
                    awaitLoss();
                    return "paid";
                }))
                .isInstanceOf(LockLostException.class)
                .hasMessageContaining("the lock server did not confirm it before its lease ended");
        assertThat(count(Event.LOST)).isEqualTo(1);
    }

    private static CompletableFuture<Renewal> unproven(Throwable cause) {
        return CompletableFuture.completedFuture(Renewal.lost("two masters", cause));
    }

    @Test
    void aReleaseThatNobodyCanProveIsALoss() {
        int site = site(on(OnLost.THROW, 30_000));
        woven.backend.proof = unproven(null);

        assertThatThrownBy(() -> pay(site, () -> "paid"))
                .isInstanceOf(LockLostException.class)
                .hasMessageContaining("two masters");
        assertThat(count(Event.LOST)).isEqualTo(1);
        assertThat(count(Event.RELEASED_LATE)).as("it has gone back").isZero();
    }

    @Test
    @FailsWithout("`RuleEvents#releasedLate` tells the listeners")
    @FailsWithout("`Release#accept` tells of a release that is not confirmed")
    void whereNobodyWaitsForItItIsToldOnTheLog() throws Throwable {
        int site = site(on(OnLost.WARN, 30_000));
        woven.backend.proof = unproven(new IllegalStateException("no answer"));

        assertThat(pay(site, () -> "paid")).isEqualTo("paid");

        awaitLoss();
        assertThat(log.toString()).contains("two masters").contains("did not confirm the release");
        assertThat(count(Event.RELEASED_LATE)).isEqualTo(1);
    }

    @Test
    void aKeyIsFreeBeforeItsReleaseIsProven() throws Throwable {
        int site = site(on(OnLost.WARN, 30_000));
        woven.backend.proof = new CompletableFuture<>();

        pay(site, () -> "paid");

        assertThat(woven.store.held()).isEmpty();
        assertThat(pay(site, () -> "paid again")).isEqualTo("paid again");
        assertThat(log.toString()).isEmpty();
        woven.backend.proof.complete(Renewal.held(System.nanoTime()));
    }

    @Test
    void anInterruptWhileTheCallerWaitsForTheAnswerIsKeptAndChangesNothing() {
        int site = site(on(OnLost.THROW, 30_000));

        assertThatThrownBy(() -> pay(site, () -> {
                    woven.backend.delay = 300;
                    Thread.currentThread().interrupt();
                    return lose();
                }))
                .isInstanceOf(LockLostException.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void aNestedCallLeavesTheLossToTheOuterOne() {
        int site = site(on(OnLost.THROW, 30_000));
        int inner = woven.site(on(OnLost.THROW, 30_000).build(), Shop.class, "count");
        AtomicInteger passed = new AtomicInteger();

        assertThatThrownBy(() -> pay(site, () -> {
                    Object token = enter(inner);
                    lose();
                    Woven.exit(token, null);
                    return passed.incrementAndGet();
                }))
                .isInstanceOf(LockLostException.class);

        assertThat(passed).hasValue(1);
    }

    @Test
    void warnLeavesResultAndThreadAlone() throws Throwable {
        int site = site(on(OnLost.WARN, 900));

        assertThat(pay(site, this::loseAndAwait)).isEqualTo("paid");
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        assertThat(count(Event.BODY_INTERRUPTED)).isZero();
    }

    @ParameterizedTest
    @EnumSource(names = {"EXCLUSIVE", "READ", "WRITE", "SEMAPHORE", "FAIR", "FENCED"})
    void theLossOfALockOfEveryKindReachesTheCaller(LockKind kind) {
        int site = site(on(OnLost.THROW, 30_000).lock(kind).permits(3));

        assertThatThrownBy(() -> pay(site, () -> {
                    woven.store.held().forEach(woven.store::delete);
                    return null;
                }))
                .isInstanceOf(LockLostException.class);
    }

    /**
     * Losses at every moment of short calls, in many threads: none of them may meet an interrupt outside of its body.
     */
    @Test
    void noInterruptEverLeavesTheBodyThatItIsFor() throws Exception {
        int site = site(on(OnLost.INTERRUPT, 30).waiting(Duration.ofSeconds(20)));
        AtomicInteger outside = new AtomicInteger();
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger calls = new AtomicInteger();
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(3);
        Thread[] threads = new Thread[4];
        for (int t = 0; t < threads.length; t++) {
            int number = t;
            threads[t] = new Thread(() -> {
                for (int i = 0; System.nanoTime() < until; i++) {
                    String order = number + "-" + i;
                    int length = i % 12;
                    try {
                        woven.call(
                                site,
                                null,
                                () -> {
                                    woven.store.delete("shop:PAY:" + order);
                                    try {
                                        Thread.sleep(6 + length);
                                    } catch (InterruptedException e) {
                                        inside.incrementAndGet();
                                    }
                                    return null;
                                },
                                order);
                    } catch (Throwable e) {
                        outside.incrementAndGet();
                    }
                    calls.incrementAndGet();
                    try {
                        Thread.sleep(1);
                    } catch (InterruptedException e) {
                        outside.incrementAndGet();
                    }
                }
            });
            threads[t].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }

        System.out.println("==== " + calls + " calls, lost in the body: " + count(Event.LOST) + ", interrupted by us: "
                + count(Event.BODY_INTERRUPTED) + ", noticed by the body: " + inside + ", outside of it: " + outside);
        assertThat(outside).hasValue(0);
        assertThat(inside.get()).isPositive();
    }
}
