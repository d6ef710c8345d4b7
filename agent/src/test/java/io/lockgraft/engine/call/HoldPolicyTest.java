package io.lockgraft.engine.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.lockgraft.api.LockBusyException;
import io.lockgraft.engine.Woven;
import io.lockgraft.engine.event.RuleEvents;
import io.lockgraft.engine.event.RuleListener;
import io.lockgraft.manage.Counters.Event;
import io.lockgraft.rules.OnExceeded;
import io.lockgraft.rules.OnLost;
import io.lockgraft.rules.RuleBuilder;
import io.lockgraft.rules.Until;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.log.Log;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.WrittenLog;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.Field;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How long a lock is held at least and at most, whatever the method does. */
@Timeout(60)
final class HoldPolicyTest {
    private static final String KEY = "shop:PAY:42";
    private final String onThisThread = " on thread '" + Thread.currentThread().getName() + "'";

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
    }

    private int site(RuleBuilder rule) {
        return woven.site(rule.build(), Shop.class, "pay");
    }

    private static RuleBuilder rule() {
        return Woven.rule("PAY:{p0}").waiting(Duration.ZERO).lease(Duration.ofSeconds(30));
    }

    private static RuleBuilder atLeast(long millis) {
        return rule().hold(Duration.ofMillis(millis), null, OnExceeded.WARN, Until.WORK);
    }

    private static RuleBuilder atMost(long millis, OnExceeded onExceeded) {
        return rule().hold(Duration.ZERO, Duration.ofMillis(millis), onExceeded, Until.WORK);
    }

    private void pay(int site) throws Throwable {
        woven.call(site, null, () -> null, "42");
    }

    private long count(Event event) {
        return woven.sites.counters().get("pay-order").of(event);
    }

    private void awaitCount(Event event) {
        await().atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(5))
                .untilAsserted(() -> assertThat(count(event)).isEqualTo(1));
    }

    /** How often the log has a line that begins with this. */
    private int said(String text) {
        return (int) Pattern.compile(text).matcher(log.toString()).results().count();
    }

    @Test
    @FailsWithout("`Confirmation#of` asks no store for a lock that was released early")
    void aCommitLosesNoLockThatItsRuleHasReleased() throws Throwable {
        int site = site(atMost(100, OnExceeded.RELEASE).onLost(OnLost.THROW));
        Object token = woven.engine.enter(site, null, new Object[] {"42"});

        awaitCount(Event.RELEASED_EARLY);

        assertThat(woven.engine.lostAround(null)).isNull();
        Woven.exit(token, null);
        assertThat(count(Event.LOST)).isZero();
    }

    @Test
    void aMethodThatReturnsSoonerLeavesItsLockUntilTheLeastIsOver() throws Throwable {
        int site = site(atLeast(1500));
        long start = System.nanoTime();

        pay(site);

        // The caller does not wait.
        assertThat(woven.store.held()).containsExactly(KEY);
        assertThatThrownBy(() -> pay(site)).as("the second run of the job").isInstanceOf(LockBusyException.class);
        await().atMost(Duration.ofSeconds(20)).until(() -> woven.store.held().isEmpty());
        assertThat(millisSince(start)).isGreaterThanOrEqualTo(1500);
        assertThat(woven.backend.renewals).as("it needs no renewal").isEmpty();
        pay(site);
        await().until(() -> woven.engine.gatesInUse() == 0);
        assertThat(count(Event.LOST)).isZero();
    }

    @Test
    void aMethodThatRunsLongerThanTheLeastGivesItsLockBackAtOnce() throws Throwable {
        int site = site(atLeast(200));

        woven.call(
                site,
                null,
                () -> {
                    Thread.sleep(250);
                    return null;
                },
                "42");

        assertThat(woven.store.held()).isEmpty();
    }

    @Test
    void aNestedCallCountsAsTheOutersHold() throws Throwable {
        int outer = site(rule());
        int inner = woven.site(atLeast(20_000).build(), Shop.class, "count");

        Object outerToken = woven.engine.enter(outer, null, new Object[] {"42"});
        Object innerToken = woven.engine.enter(inner, null, new Object[] {"42"});
        Woven.exit(innerToken, null);
        Woven.exit(outerToken, null);

        assertThat(woven.store.held()).isEmpty();
    }

    @Test
    @Shows("an interrupt that the agent was asked for (`onLost`, `hold.onExceeded`) hangs in the "
            + "application's own `Thread.interrupt`, or in a channel that it closes")
    void aThreadOfTheApplicationsThatShowsNoStackHoldsUpNoRenewal() throws Throwable {
        int site = site(atMost(400, OnExceeded.WARN).lease(Duration.ofMillis(1800)));
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch answers = new CountDownLatch(1);
        AtomicInteger renewed = new AtomicInteger();
        Thread shy =
                new Thread(() -> {
                    try {
                        woven.call(
                                site,
                                null,
                                () -> {
                                    asked.await();
                                    int before = woven.backend.renewals.size();
                                    await().atMost(Duration.ofSeconds(20))
                                            .until(() -> woven.backend.renewals.size() > before + 3
                                                    || count(Event.LOST) > 0);
                                    renewed.set(woven.backend.renewals.size() - before);
                                    return null;
                                },
                                "42");
                    } catch (Throwable e) {
                        throw new AssertionError(e);
                    }
                }) {
                    @Override
                    public StackTraceElement[] getStackTrace() {
                        asked.countDown();
                        try {
                            answers.await(30, TimeUnit.SECONDS);
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                        return super.getStackTrace();
                    }
                };

        shy.start();
        shy.join();
        answers.countDown();

        assertThat(count(Event.LOST)).isZero();
        assertThat(renewed.get()).isGreaterThan(3);
    }

    @Test
    void aCallThatWaitsGetsTheLockWhenTheLeastIsOver() throws Throwable {
        int site = site(atLeast(700).waiting(Duration.ofSeconds(20)));
        long start = System.nanoTime();

        pay(site);
        pay(site);

        assertThat(millisSince(start)).isGreaterThanOrEqualTo(700);
    }

    @ParameterizedTest
    @EnumSource(names = {"EXCLUSIVE", "READ", "WRITE", "SEMAPHORE", "FAIR", "FENCED"})
    void everyKindOfLockIsKeptForTheLeast(LockKind kind) throws Throwable {
        int site = site(atLeast(20_000).lock(kind).permits(1));

        pay(site);

        assertThat(woven.store.held()).containsExactly(kind == LockKind.SEMAPHORE ? KEY + ":permits" : KEY);
        if (kind != LockKind.READ) {
            assertThatThrownBy(() -> pay(site)).isInstanceOf(LockBusyException.class);
        }
    }

    @Test
    void aHoldThatLastsIsToldOnceWithItsStackAndOnceMoreWhenItEnds() throws Throwable {
        int site = site(atMost(600, OnExceeded.WARN));
        Object token = woven.engine.enter(site, null, new Object[] {"42"});

        await().atMost(Duration.ofSeconds(20)).until(() -> said("half of its hold.atMost") == 1);
        assertThat(log.toString())
                .containsPattern("WARN rule 'pay-order': \\S*Shop\\.pay\\(java\\.lang\\.String\\)" + onThisThread
                        + " has held " + KEY
                        + " for \\d+ ms, half of its hold\\.atMost \\(600ms\\)\\. Its thread is\\R\\tat ")
                .contains("io.lockgraft.engine.call.HoldPolicyTest.aHoldThatLastsIsToldOnce");
        awaitCount(Event.EXCEEDED);
        await().untilAsserted(() -> assertThat(log.toString())
                .containsPattern(onThisThread + " has held " + KEY
                        + " for \\d+ ms, longer than its hold\\.atMost \\(600ms\\)\\. It goes on holding it"));
        assertThat(said("has ended")).isZero();

        Woven.exit(token, null);

        assertThat(log.toString())
                .containsPattern("WARN rule 'pay-order': \\S*Shop\\.pay\\(java\\.lang\\.String\\)" + onThisThread
                        + " has ended \\d+ ms after it got " + KEY + "; its hold\\.atMost is 600ms");
        assertThat(said("half of its")).isEqualTo(1);
        assertThat(said("longer than its")).isEqualTo(1);
        assertThat(log.toString()).containsSubsequence("half of its", "longer than its");
        assertThat(count(Event.EXCEEDED)).isEqualTo(1);
        assertThat(count(Event.BODY_INTERRUPTED)).isZero();
        assertThat(woven.store.held()).isEmpty();
    }

    @Test
    void aShortHoldIsNotToldAtAll() throws Throwable {
        pay(site(atMost(60_000, OnExceeded.RELEASE)));

        assertThat(log.toString()).isEmpty();
    }

    @Test
    void aHoldThatLastsTooLongIsInterruptedOnceAndHoldsItsLockUntilItEnds() throws Throwable {
        int site = site(atMost(300, OnExceeded.INTERRUPT));
        AtomicInteger interrupts = new AtomicInteger();

        woven.call(
                site,
                null,
                () -> {
                    for (int i = 0; i < 2; i++) {
                        try {
                            Thread.sleep(i == 0 ? 20_000 : 500);
                        } catch (InterruptedException e) {
                            interrupts.incrementAndGet();
                        }
                    }
                    assertThat(woven.store.held()).containsExactly(KEY);
                    return null;
                },
                "42");

        assertThat(interrupts).hasValue(1);
        assertThat(count(Event.EXCEEDED)).isEqualTo(1);
        assertThat(count(Event.BODY_INTERRUPTED)).isEqualTo(1);
        assertThat(count(Event.INTERRUPTED)).as("of those that wait").isZero();
        assertThat(log.toString()).contains("Its thread is interrupted, and holds the lock until the method ends");
        assertThat(woven.store.held()).isEmpty();
    }

    @Test
    @FailsWithout("`RuleEvents#exceeded` tells the listeners")
    @FailsWithout("`ReleasePath#giveBack` tells the end of a long hold that was released early")
    void aHoldThatLastsTooLongIsGivenAwayAndItsEndTouchesNothing() throws Throwable {
        int site = site(atMost(300, OnExceeded.RELEASE).onLost(OnLost.THROW));
        CountDownLatch end = new CountDownLatch(1);
        CompletableFuture<Throwable> first = CompletableFuture.supplyAsync(() ->
                catchThrowable(() -> woven.call(site, null, () -> end.await(20, TimeUnit.SECONDS), "42")));
        awaitCount(Event.RELEASED_EARLY);
        await().until(() -> woven.store.held().isEmpty());

        Object second = woven.engine.enter(site(rule()), null, new Object[] {"42"});
        end.countDown();

        assertThat(first.get(20, TimeUnit.SECONDS)).as("not a loss").isNull();
        assertThat(woven.store.held()).as("the second's").containsExactly(KEY);
        Woven.exit(second, null);
        assertThat(woven.store.held()).isEmpty();
        assertThat(count(Event.LOST)).isZero();
        assertThat(count(Event.EXCEEDED)).isEqualTo(1);
        assertThat(woven.backend.releases).as("one for each hold").hasValue(2);
        assertThat(log.toString())
                .contains("The lock is given back, and the method goes on without it (onExceeded: release)")
                .containsPattern("has ended \\d+ ms after it got");
        await().until(() -> woven.engine.gatesInUse() == 0);
    }

    @Test
    @FailsWithout("`RuleEvents#tell`, `Parking` and `CallExit#suppress` give back" + " what cannot be counted or told")
    void whatCannotBeCountedIsGivenAwayAllTheSame() throws Throwable {
        int site = site(atMost(200, OnExceeded.RELEASE));

        woven.call(
                site,
                null,
                () -> {
                    Object listeners = replaceListeners(site, new RuleListener[] {THROWING});
                    await().atMost(Duration.ofSeconds(20))
                            .until(() -> woven.store.held().isEmpty());
                    return replaceListeners(site, listeners);
                },
                "42");
    }

    /** Throws at everything that it hears. */
    private static final RuleListener THROWING = (RuleListener) Proxy.newProxyInstance(
            HoldPolicyTest.class.getClassLoader(), new Class<?>[] {RuleListener.class}, (proxy, method, arguments) -> {
                throw new OutOfMemoryError(method.getName());
            });

    private Object replaceListeners(int site, Object listeners) throws ReflectiveOperationException {
        RuleEvents events = woven.sites.get(site)[0].events();
        Field field = RuleEvents.class.getDeclaredField("listeners");
        field.setAccessible(true);
        Object before = field.get(events);
        field.set(events, listeners);
        return before;
    }

    /** A heap that is used up, for one. */
    @Test
    @FailsWithout("`RuleEvents#tell`, `Parking` and `CallExit#suppress` give back" + " what cannot be counted or told")
    void anEndThatCannotBeToldIsNoReleaseThatFailed() throws Throwable {
        int site = site(atMost(20, OnExceeded.WARN));
        StringBuffer said = new StringBuffer();
        Log.to(new PrintStream(OutputStream.nullOutputStream()) {
            @Override
            public void println(String line) {
                said.append(line).append('\n');
                if (line.contains(" has ended ")) {
                    throw new OutOfMemoryError();
                }
            }
        });

        woven.call(
                site,
                null,
                () -> {
                    awaitCount(Event.EXCEEDED);
                    await().until(() -> said.indexOf("It goes on holding it") >= 0);
                    return null;
                },
                "42");

        assertThat(said).contains(" has ended ");
        assertThat(said).doesNotContain("could not release");
        assertThat(woven.store.held()).isEmpty();
    }

    @Test
    void theLimitIsKeptToWithoutRenewalToo() throws Throwable {
        int site = site(atMost(300, OnExceeded.RELEASE).renew(false).lease(Duration.ofSeconds(20)));
        Object token = woven.engine.enter(site, null, new Object[] {"42"});
        long start = System.nanoTime();

        await().atMost(Duration.ofSeconds(10)).until(() -> woven.store.held().isEmpty());

        assertThat(millisSince(start)).isLessThan(5000);
        Woven.exit(token, null);
    }

    @Test
    void nobodyIsInterruptedAfterTheEndHoweverCloseTheLimitIs() throws Throwable {
        int site = site(atMost(3, OnExceeded.INTERRUPT).waiting(Duration.ofSeconds(10)));
        int ended = 0;
        for (int i = 0; i < 600; i++) {
            long length = 1_500_000L + (i % 60) * 50_000L;
            woven.call(
                    site,
                    null,
                    () -> {
                        long until = System.nanoTime() + length;
                        while (System.nanoTime() < until) {
                            Thread.onSpinWait();
                        }
                        return null;
                    },
                    String.valueOf(i));
            for (int look = 0; look < 100; look++) {
                assertThat(Thread.currentThread().isInterrupted())
                        .as("after the end of call %s", i)
                        .isFalse();
            }
            ended++;
        }
        System.out.println("==== " + ended + " calls around their limit, " + count(Event.EXCEEDED) + " exceeded it, "
                + count(Event.BODY_INTERRUPTED) + " were interrupted in time");
        assertThat(count(Event.BODY_INTERRUPTED)).isPositive();
        Thread.sleep(50);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    private static long millisSince(long start) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    }

    /** An application may override its threads' interrupt(), and that may throw. */
    @Test
    @FailsWithout("`LeasePart#end` lets the lock go back, whatever the application's own threads do")
    void aLockGoesBackThoughTheInterruptOfItsBodyCannotBeTakenBack() throws Exception {
        CountDownLatch interrupting = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        int site = site(atMost(50, OnExceeded.INTERRUPT));
        Thread odd =
                new Thread(() -> {
                    try {
                        woven.call(
                                site,
                                null,
                                () -> {
                                    while (interrupting.getCount() > 0) {
                                        Thread.onSpinWait();
                                    }
                                    goOn.countDown();
                                    return null;
                                },
                                "42");
                    } catch (Throwable e) {
                        throw new AssertionError(e);
                    }
                }) {
                    @Override
                    public void interrupt() {
                        if (Thread.currentThread() == this) {
                            throw new IllegalStateException("not from in here");
                        }
                        super.interrupt();
                        interrupting.countDown();
                        try {
                            goOn.await();
                            Thread.sleep(20); // the call ends meanwhile
                        } catch (InterruptedException e) {
                            throw new AssertionError(e);
                        }
                    }
                };
        odd.start();
        odd.join(20_000);

        await().atMost(Duration.ofSeconds(5)).until(() -> woven.store.held().isEmpty());
        await().atMost(Duration.ofSeconds(5)).until(() -> woven.engine.gatesInUse() == 0);
        assertThat(log.toString()).contains("may keep an interrupt that was not for it", "not from in here");
    }
}
