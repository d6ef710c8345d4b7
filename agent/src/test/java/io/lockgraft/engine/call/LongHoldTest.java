package io.lockgraft.engine.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.engine.Woven;
import io.lockgraft.engine.hold.Work;
import io.lockgraft.engine.site.Sites;
import io.lockgraft.manage.Counters.Event;
import io.lockgraft.rules.Handoff;
import io.lockgraft.rules.OnExceeded;
import io.lockgraft.rules.RuleBuilder;
import io.lockgraft.rules.Until;
import io.lockgraft.spi.LockKind;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.WrittenLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The log tells who holds a key for long, also where no {@code hold.atMost} asks for that. */
@Timeout(60)
final class LongHoldTest {
    private static final String KEY = "shop:PAY:42";
    private static final long LONG_MILLIS = 250;

    private final Woven woven = new Woven(new Sites(TimeUnit.MILLISECONDS.toNanos(LONG_MILLIS)));
    private final List<Call> calls = new ArrayList<>();

    @RegisterExtension
    private final WrittenLog log = new WrittenLog();

    static final class Shop {
        static void pay(String order) {}

        static void count(String order) {}
    }

    /** What goes on after a method, until the test ends it. */
    private static final class Result extends Work {
        @Override
        protected String told() {
            return "the end of the test";
        }

        void end() {
            over();
        }
    }

    /** A call on a thread of its own, whose body runs until the test ends it. */
    private final class Call {
        final CountDownLatch begun = new CountDownLatch(1);
        final CountDownLatch mayEnd = new CountDownLatch(1);
        final Thread thread;
        volatile boolean wasInterrupted;

        Call(int site, String name) {
            thread = new Thread(() -> run(site), name);
            calls.add(this);
            thread.start();
        }

        private void run(int site) {
            try {
                woven.call(site, null, this::body, "42");
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
        }

        private Object body() {
            begun.countDown();
            try {
                mayEnd.await();
            } catch (InterruptedException e) {
                wasInterrupted = true;
            }
            return null;
        }

        Call runs() throws InterruptedException {
            assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();
            return this;
        }

        void end() throws InterruptedException {
            mayEnd.countDown();
            thread.join(20_000);
        }
    }

    @AfterEach
    void close() throws InterruptedException {
        for (Call each : calls) {
            each.end();
        }
        woven.close();
    }

    private int site(RuleBuilder rule) {
        return woven.site(rule.build(), Shop.class, "pay");
    }

    /** The keeper comes by three times in a lease. */
    private static RuleBuilder rule() {
        return Woven.rule("PAY:{p0}").waiting(Duration.ofSeconds(30)).lease(Duration.ofMillis(600));
    }

    private int said(String text) {
        return (int) Pattern.compile(text).matcher(log.toString()).results().count();
    }

    private void isTold(int times) {
        await().atMost(Duration.ofSeconds(20)).until(() -> said("has held " + KEY) >= times);
    }

    private void theKeeperLooksAgain() {
        int before = woven.backend.renewals.size();
        await().atMost(Duration.ofSeconds(20)).until(() -> woven.backend.renewals.size() >= before + 4);
    }

    private long count(Event event) {
        return woven.sites.counters().get("pay-order").of(event);
    }

    @Test
    @FailsWithout("`LeasePart#markLong` tells of a hold without a limit, and once; `LeasePart#isToldLong` of its end")
    @FailsWithout("`RuleEvents#lastsLong` tells the listeners")
    @FailsWithout("`RuleEvents#endedLate` tells the listeners")
    @FailsWithout("`ReleasePath#release` tells the end of a long hold")
    void aHoldThatLastsIsToldOnceWithItsThreadAndItsStackAndSoIsItsEndAndNothingElseHappens() throws Exception {
        Call call = new Call(site(rule()), "http-7").runs();

        isTold(1);
        theKeeperLooksAgain();

        assertThat(log.toString())
                .containsPattern(
                        "WARN rule 'pay-order': \\S*Shop\\.pay\\(java\\.lang\\.String\\) on thread 'http-7' has held "
                                + KEY + " for \\d+ ms, and no hold\\.atMost bounds it\\. Its thread is\\R\\tat ")
                .contains("io.lockgraft.engine.call.LongHoldTest$Call.body");
        assertThat(woven.store.held()).containsExactly(KEY);
        assertThat(said("WARN")).isEqualTo(1);
        call.end();
        assertThat(log.lines().skip(1).filter(line -> line.startsWith("[lockgraft]")))
                .as("its end, once")
                .singleElement()
                .asString()
                .matches("\\[lockgraft] WARN rule 'pay-order': \\S*Shop\\.pay\\(java\\.lang\\.String\\)"
                        + " on thread 'http-7' has ended \\d+ ms after it got " + KEY);
        assertThat(call.wasInterrupted).isFalse();
        assertThat(count(Event.EXCEEDED)).isZero();
        assertThat(count(Event.RELEASED_EARLY)).isZero();
        assertThat(woven.store.held()).isEmpty();
    }

    @Test
    @FailsWithout("`LeasePart#markLong` waits for a minute")
    void aHoldOfLessThanAMinuteIsNotTold() throws Throwable {
        try (Woven usual = new Woven()) {
            int site = usual.site(rule().build(), Shop.class, "pay");
            Object token = usual.engine.enter(site, null, new Object[] {"42"});
            await().atMost(Duration.ofSeconds(20)).until(() -> usual.backend.renewals.size() >= 4);
            Woven.exit(token, null);

            assertThat(usual.sites.get(site)[0].terms().longNanos()).isEqualTo(TimeUnit.MINUTES.toNanos(1));
        }
        assertThat(log.toString()).isEmpty();
    }

    @Test
    void aHoldWithALimitIsToldByThatAlone() throws Exception {
        new Call(site(rule().hold(Duration.ZERO, Duration.ofHours(1), OnExceeded.WARN, Until.WORK)), "http-7").runs();

        theKeeperLooksAgain();

        assertThat(log.toString()).isEmpty();
    }

    @Test
    void aCallInsideOfOneIsPartOfItsHold() throws Throwable {
        int outer = site(rule());
        int inner = woven.site(rule().build(), Shop.class, "count");
        Object outerToken = woven.engine.enter(outer, null, new Object[] {"42"});
        Object innerToken = woven.engine.enter(inner, null, new Object[] {"42"});

        isTold(1);
        theKeeperLooksAgain();

        assertThat(said("has held")).isEqualTo(1);
        assertThat(log.toString()).contains("Shop.pay(").doesNotContain("Shop.count(");
        Woven.exit(innerToken, null);
        Woven.exit(outerToken, null);
    }

    @Test
    void severalKeysAreOneHold() throws Throwable {
        int site = site(Woven.rule("PAY:{p0}", "STOCK:{p0}").lease(Duration.ofMillis(600)));
        Object token = woven.engine.enter(site, null, new Object[] {"42"});

        isTold(1);
        theKeeperLooksAgain();

        assertThat(said("has held")).isEqualTo(1);
        assertThat(log.toString()).contains("has held shop:PAY:42, shop:STOCK:42 for ");
        Woven.exit(token, null);
    }

    @Test
    @FailsWithout("`ReleasePath#giveBackLease` tells the end of a long hold whose lease another call has now")
    void aCallThatGetsItsLeaseFromAnotherOneIsCountedFromThen() throws Exception {
        int site = site(rule().handoff(new Handoff(1_000_000, Duration.ofMinutes(1))));
        Call first = new Call(site, "http-1").runs();
        isTold(1);
        Call second = new Call(site, "http-2");
        await().until(() -> second.thread.getState() == Thread.State.TIMED_WAITING);

        long passed = System.nanoTime();
        first.end();
        second.runs();
        isTold(2);

        assertThat(System.nanoTime() - passed).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(LONG_MILLIS));
        assertThat(woven.backend.acquires).as("passed on").hasValue(1);
        assertThat(said("on thread 'http-1' has held")).isEqualTo(1);
        assertThat(said("on thread 'http-1' has ended")).isEqualTo(1);
        assertThat(said("on thread 'http-2' has held")).isEqualTo(1);
    }

    @Test
    void readersThatShareALeaseAreToldEach() throws Exception {
        int site = site(rule().lock(LockKind.READ));
        new Call(site, "http-1").runs();
        new Call(site, "http-2").runs();

        isTold(2);
        theKeeperLooksAgain();

        assertThat(woven.backend.acquires).as("shared").hasValue(1);
        assertThat(said("on thread 'http-1' has held")).isEqualTo(1);
        assertThat(said("on thread 'http-2' has held")).isEqualTo(1);
    }

    @Test
    @Shows("a transaction or a result never ends")
    void whatGoesOnAfterItsMethodIsToldWithoutAThread() throws Throwable {
        Result result = new Result();
        Object token = woven.engine.enter(site(rule()), null, new Object[] {"42"});
        Woven.exit(token, result, null);

        isTold(1);

        assertThat(log.toString())
                .containsPattern("Shop\\.pay\\(java\\.lang\\.String\\) has held " + KEY
                        + " for \\d+ ms, and no hold\\.atMost bounds it\\. The method has returned; its lock waits for"
                        + " the end of the test")
                .doesNotContain("on thread", "\tat ");
        result.end();
    }

    @Test
    @FailsWithout("`HoldLog` shows no stack of a thread whose body has ended")
    void aStackIsNotShownThatMayBeOfWhatTheThreadDidNext() throws Exception {
        int site = site(rule());
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch answers = new CountDownLatch(1);
        Thread thread =
                new Thread(() -> {
                    try {
                        woven.call(site, null, () -> asked.await(20, TimeUnit.SECONDS), "42");
                    } catch (Throwable e) {
                        throw new AssertionError(e);
                    }
                    answers.countDown();
                }) {
                    @Override
                    public StackTraceElement[] getStackTrace() {
                        asked.countDown();
                        try {
                            answers.await(20, TimeUnit.SECONDS);
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                        return new StackTraceElement[] {new StackTraceElement("Elsewhere", "run", "Elsewhere.java", 1)};
                    }
                };

        thread.start();
        isTold(1);
        thread.join(20_000);

        assertThat(log.toString()).contains("It has just ended").doesNotContain("Elsewhere");
    }

    /** Nothing wakes the keeper for it: it comes by every 30 s in any case. */
    @Test
    @Tag("whole")
    void aHoldWhoseLeaseIsLongIsToldByTheNextLookOfTheKeeper() throws Exception {
        new Call(site(rule().lease(Duration.ofHours(1))), "http-7").runs();

        await().atMost(Duration.ofSeconds(50)).until(() -> said("on thread 'http-7' has held") == 1);

        assertThat(woven.backend.renewals).isEmpty();
    }
}
