package io.lockgraft.engine.acquire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.api.LockBusyException;
import io.lockgraft.api.LockInterruptedException;
import io.lockgraft.engine.Caller.Order;
import io.lockgraft.engine.Engines;
import io.lockgraft.engine.Woven;
import io.lockgraft.engine.call.LockEngine;
import io.lockgraft.language.expression.Target;
import io.lockgraft.language.expression.Template;
import io.lockgraft.language.expression.handle.Access;
import io.lockgraft.manage.Counters.Event;
import io.lockgraft.rules.Handoff;
import io.lockgraft.rules.OnExceeded;
import io.lockgraft.rules.OnLost;
import io.lockgraft.rules.RuleBuilder;
import io.lockgraft.rules.Until;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.log.Log;
import io.lockgraft.testing.Hiccups;
import io.lockgraft.testing.LogLines;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.store.FaultyStore;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A grant that passes from one call of this JVM to the next, without the store. */
@Timeout(60)
final class HandoffTest {
    private static final String KEY = "shop:PAY:42";
    private static final Handoff LONG = new Handoff(1_000_000, Duration.ofMinutes(1));

    private final Woven woven = new Woven();
    private final ByteArrayOutputStream log = new ByteArrayOutputStream();
    private final ConcurrentLinkedQueue<Throwable> surprises = new ConcurrentLinkedQueue<>();
    private final List<Call> calls = new ArrayList<>();

    static final class Shop {
        static void pay(String order) {}

        static void refund(String order) {}

        static void refundOrder(Refusing order) {}

        static void deliver(Order order) {}
    }

    /** An order that does not take its token; meanwhile somebody deletes its lock. */
    final class Refusing {
        final String number = "42";

        public void setVersion(long version) {
            woven.store.delete(KEY);
            throw new IllegalStateException("refused");
        }
    }

    @BeforeEach
    void readTheLog() {
        Log.to(new PrintStream(log, true));
    }

    @AfterEach
    void close() throws InterruptedException {
        for (Call call : calls) {
            call.leave();
            call.thread.join(20_000);
        }
        woven.close();
        Log.to(System.err);
        assertThat(surprises).isEmpty();
    }

    private int site(RuleBuilder rule) {
        return woven.site(rule.build(), Shop.class, "pay");
    }

    private static RuleBuilder rule() {
        return rule("PAY:{p0}");
    }

    private static RuleBuilder orders() {
        return rule("PAY:{p0.number}");
    }

    private static RuleBuilder rule(String key) {
        return Woven.rule(key).waiting(Duration.ofSeconds(30)).handoff(LONG);
    }

    private long count(Event event) {
        return woven.sites.counters().get("pay-order").of(event);
    }

    /** A call in a thread of its own, whose body lasts until it is told to leave. */
    private final class Call {
        final CountDownLatch inside = new CountDownLatch(1);
        final CountDownLatch leave = new CountDownLatch(1);
        final AtomicBoolean interrupted = new AtomicBoolean();
        volatile Throwable missed;
        volatile Object token;
        final Thread thread;

        Call(int site) {
            this(site, "42");
        }

        Call(int site, Object argument) {
            thread = new Thread(() -> {
                try {
                    token = woven.engine.enter(site, null, new Object[] {argument});
                } catch (Throwable e) {
                    missed = e;
                    return;
                }
                inside.countDown();
                boolean left = false;
                while (!left) {
                    try {
                        leave.await();
                        left = true;
                    } catch (InterruptedException e) {
                        interrupted.set(true);
                    }
                }
                try {
                    Woven.exit(token, null);
                } catch (Throwable e) {
                    missed = e;
                }
            });
            calls.add(this);
            thread.start();
        }

        Call runs() throws InterruptedException {
            assertThat(inside.await(20, TimeUnit.SECONDS)).as("it runs").isTrue();
            return this;
        }

        /** It waits at the gate, or for the store. */
        Call waits() {
            await().pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(1))
                    .until(() -> thread.getState() == Thread.State.TIMED_WAITING);
            return this;
        }

        boolean isInside() {
            return inside.getCount() == 0;
        }

        void leave() {
            leave.countDown();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"EXCLUSIVE", "WRITE", "FENCED"})
    void theNextCallInTheQueueGetsTheGrantWithoutTheStore(LockKind kind) throws Exception {
        int site = site(rule().lock(kind));
        Call first = new Call(site).runs();
        Call second = new Call(site).waits();
        Call third = new Call(site).waits();

        first.leave();
        second.runs();
        assertThat(third.isInside()).as("first come, first served").isFalse();
        second.leave();
        third.runs();

        assertThat(woven.backend.acquires).hasValue(1);
        assertThat(woven.backend.releases).hasValue(0);
        assertThat(woven.store.held()).containsExactly(KEY);
        third.leave();
        await().until(() -> woven.store.held().isEmpty());
        await().until(() -> woven.engine.gatesInUse() == 0);
        assertThat(woven.backend.releases).hasValue(1);
        assertThat(count(Event.ENTERED)).isEqualTo(3);
    }

    @Test
    void callsThatSleepAreWokenByShortOnesOneAfterTheOther() throws Exception {
        int site = site(rule());
        Call first = new Call(site).runs();
        List<Call> queue = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            queue.add(new Call(site).waits());
        }
        queue.forEach(Call::leave);

        first.leave();
        for (Call call : queue) {
            call.runs();
        }

        assertThat(woven.backend.acquires).hasValue(1);
    }

    @Test
    void theTokenGrowsWithEveryHandoffAndOverTheNextGrant() throws Exception {
        RuleBuilder rule = orders().lock(LockKind.FENCED).handoff(new Handoff(2, Duration.ofMinutes(1)));
        int site = woven.site(rule.fence(Target.parse("p0.version")).build(), Shop.class, "deliver");
        List<Call> queue = new ArrayList<>();
        List<Order> orders = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            Order order = new Order("42");
            orders.add(order);
            Call call = new Call(site, order);
            queue.add(i == 0 ? call.runs() : call.waits());
        }
        List<Long> tokens = new ArrayList<>();

        for (int i = 0; i < queue.size(); i++) {
            queue.get(i).runs();
            tokens.add(orders.get(i).version());
            queue.get(i).leave();
        }

        assertThat(tokens).isSorted().doesNotHaveDuplicates();
        assertThat(woven.backend.acquires).as("for eight calls, three a grant").hasValue(3);
    }

    @Test
    @Shows("many calls of several JVMs")
    void whenTheNumberIsUsedUpTheGrantGoesBackToTheStore() throws Exception {
        int site = site(rule().handoff(new Handoff(2, Duration.ofMinutes(1))));
        List<Call> queue = new ArrayList<>();
        queue.add(new Call(site).runs());
        for (int i = 0; i < 7; i++) {
            queue.add(new Call(site).waits());
        }

        for (Call call : queue) {
            call.runs();
            call.leave();
        }

        await().until(() -> woven.engine.gatesInUse() == 0);
        assertThat(woven.backend.acquires).as("for eight calls, three a grant").hasValue(3);
        assertThat(woven.backend.releases).hasValue(3);
    }

    @Test
    @Shows("many calls of several JVMs")
    void whenTheTimeIsUsedUpTheGrantGoesBackToTheStore() throws Exception {
        int site = site(rule().handoff(new Handoff(64, Duration.ofMillis(1))));
        Call first = new Call(site).runs();
        Call second = new Call(site).waits();
        long since = System.nanoTime();
        await().pollDelay(Duration.ZERO).until(() -> System.nanoTime() - since > 2_000_000);

        first.leave();
        second.runs();

        assertThat(woven.backend.acquires).hasValue(2);
    }

    private void passesNothing(RuleBuilder first, RuleBuilder second) throws Exception {
        int one = site(first);
        int other = woven.site(second.build(), Shop.class, "refund");
        Call before = new Call(one).runs();
        Call after = new Call(other).waits();

        before.leave();
        after.runs();

        assertThat(woven.backend.acquires).hasValue(2);
        assertThat(woven.backend.releases).hasValue(1);
        after.leave();
        await().until(() -> woven.store.held().isEmpty());
    }

    @Test
    void aRuleMayHaveNone() throws Exception {
        passesNothing(rule().handoff(Handoff.OFF), rule());
    }

    @Test
    void bothRulesMustAllowIt() throws Exception {
        passesNothing(rule(), rule().handoff(Handoff.OFF));
    }

    @Test
    void aGrantWithoutRenewalIsNotPassedOn() throws Exception {
        passesNothing(rule().renew(false), rule().renew(false));
    }

    @Test
    void aGrantOfAnotherKindIsNotPassedOn() throws Exception {
        passesNothing(rule(), rule().lock(LockKind.WRITE));
    }

    @Test
    void aGrantOfAnotherLeaseIsNotPassedOn() throws Exception {
        passesNothing(rule(), rule().lease(Duration.ofSeconds(60)));
    }

    @Test
    void aCallThatWantsAnotherKeyBesideAsksTheStore() throws Exception {
        passesNothing(rule(), Woven.rule("PAY:{p0}", "STOCK:{p0}").handoff(LONG));
    }

    @Test
    void aCallThatHadAnotherKeyBesideGivesBoth() throws Exception {
        passesNothing(Woven.rule("PAY:{p0}", "STOCK:{p0}").handoff(LONG), rule());
    }

    @Test
    @Shows("the lock is lost")
    void aCallWhoseCallerShallKnowOfALossAsksTheStoreAtItsEnd() throws Exception {
        passesNothing(rule().onLost(OnLost.THROW), rule());
    }

    @Test
    @Shows("`hold.atLeast`")
    void aGrantThatIsToLastStaysInTheStore() throws Exception {
        passesNothing(rule().hold(Duration.ofMillis(300), null, OnExceeded.WARN, Until.WORK), rule());
    }

    @Test
    @Shows("a renewal is not answered")
    void aGrantThatIsAtRiskIsNotPassedOn() throws Exception {
        int site = site(rule().lease(Duration.ofMillis(3000)));
        Call first = new Call(site).runs();
        Call second = new Call(site).waits();
        woven.backend.broken = new IllegalStateException("connection reset");
        await().atMost(Duration.ofSeconds(20)).until(() -> log.toString().contains("is still ours; it is asked again"));
        woven.backend.broken = null;

        first.leave();
        second.runs();

        assertThat(woven.backend.acquires).hasValue(2);
    }

    @Test
    @Shows("the lock is lost")
    void aGrantThatWasLostIsNotPassedOn() throws Exception {
        int site = site(rule().lease(Duration.ofMillis(900)));
        Call first = new Call(site).runs();
        Call second = new Call(site).waits();
        woven.store.delete(KEY);
        second.runs();
        Call third = new Call(site).waits();

        first.leave();

        assertThat(count(Event.LOST)).isEqualTo(1);
        assertThat(woven.backend.acquires).hasValue(2);
        assertThat(third.isInside()).isFalse();
        second.leave();
        third.runs();
        assertThat(woven.backend.acquires).as("the second one's was passed on").hasValue(2);
    }

    @Test
    @Shows("`hold.atMost`")
    void aGrantThatWasGivenBackEarlyIsNotPassedOn() throws Exception {
        int site = site(rule().hold(Duration.ZERO, Duration.ofMillis(50), OnExceeded.RELEASE, Until.WORK));
        Call first = new Call(site).runs();
        Call second = new Call(site);

        second.runs();
        await().until(() -> count(Event.RELEASED_EARLY) > 0);
        first.leave();

        assertThat(woven.backend.acquires).hasValue(2);
    }

    @Test
    void aGrantThatIsPassedOnIsRenewedAsOne() throws Exception {
        int site = site(rule().lease(Duration.ofMillis(1800)));
        Call call = new Call(site).runs();
        while (woven.backend.renewals.size() < 4) {
            Call next = new Call(site).waits();
            call.leave();
            call = next.runs();
        }

        assertThat(woven.backend.renewals).containsOnly(1);
        assertThat(woven.backend.acquires).hasValue(1);
        assertThat(count(Event.LOST)).isZero();
    }

    @Test
    @Shows("the lock is lost")
    void aLossInTheMiddleOfAChainIsToldToTheOneWhoHoldsItThen() throws Exception {
        int site = site(rule().lease(Duration.ofMillis(900)).onLost(OnLost.INTERRUPT));
        Call first = new Call(site).runs();
        Call second = new Call(site).waits();
        Call third = new Call(site).waits();
        first.leave();
        second.runs();

        woven.store.delete(KEY);
        await().atMost(Duration.ofSeconds(20)).until(second.interrupted::get);
        third.runs();
        second.leave();

        assertThat(first.interrupted).isFalse();
        assertThat(third.interrupted).isFalse();
        assertThat(count(Event.LOST)).isEqualTo(1);
        assertThat(count(Event.BODY_INTERRUPTED)).isEqualTo(1);
        assertThat(woven.backend.acquires).hasValue(2);
    }

    @Test
    @Shows("the loss is found when a call has been passed the lock, but does not run (it is interrupted in "
            + "this moment, or its setter throws)")
    void aLossThatIsFoundWhenACallHasTheLeaseThatNeverRanIsToldOfTheOneThatDid() throws Throwable {
        int site = site(rule().lock(LockKind.FENCED));
        RuleBuilder refund = RuleBuilder.named("refund")
                .keys(List.of(Template.parse("PAY:{p0.number}")))
                .namespace("shop")
                .lock(LockKind.FENCED)
                .waiting(Duration.ofSeconds(30))
                .handoff(LONG)
                .fence(Target.parse("p0.version"));
        int refusing = woven.site(refund.build(), Shop.class, "refundOrder");
        Call first = new Call(site).runs();
        Call second = new Call(refusing, new Refusing()).waits();

        first.leave();
        second.thread.join();

        assertThat(second.missed).hasMessage("refused");
        assertThat(woven.backend.acquires).hasValue(1);
        await().until(() -> log.toString().contains("another call may have run at the same time."));
        assertThat(count(Event.LOST)).isEqualTo(1);
        assertThat(woven.sites.counters().get("refund").of(Event.LOST)).isZero();
        assertThat(LogLines.plain(log.toString()))
                .contains("WARN rule 'pay-order': lost the lock on " + KEY)
                .contains("The method has ended; another call may have run at the same time.");
    }

    @Test
    @Shows("the loss is found when a call has been passed the lock, but does not run (it is interrupted in "
            + "this moment, or its setter throws)")
    void aLossThatIsFoundBeforeAnybodyRanIsNobodys() throws Throwable {
        RuleBuilder rule = Woven.rule("PAY:{p0.number}").lock(LockKind.FENCED).fence(Target.parse("p0.version"));
        int refusing = woven.site(rule.build(), Shop.class, "refundOrder");

        Call only = new Call(refusing, new Refusing());
        only.thread.join();

        assertThat(only.missed).hasMessage("refused");
        await().until(() -> woven.engine.gatesInUse() == 0);
        assertThat(woven.backend.releases).hasValue(1);
        assertThat(count(Event.LOST)).isZero();
        assertThat(log.toString()).isEmpty();
    }

    @Test
    @Shows("`hold.atMost`")
    void atMostCountsFromWhenTheGrantWasPassedOn() throws Exception {
        int free = woven.site(rule().build(), Shop.class, "refund");
        int site = site(rule().hold(Duration.ZERO, Duration.ofMillis(400), OnExceeded.INTERRUPT, Until.WORK));
        Call first = new Call(free).runs();
        Call second = new Call(site).waits();
        long since = System.nanoTime();
        await().until(() -> System.nanoTime() - since > TimeUnit.MILLISECONDS.toNanos(600));

        long passed = System.nanoTime();
        first.leave();
        second.runs();
        await().pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .atMost(Duration.ofSeconds(20))
                .until(second.interrupted::get);

        assertThat(System.nanoTime() - passed).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(390));
        assertThat(woven.backend.acquires).hasValue(1);
        assertThat(first.interrupted).isFalse();
        assertThat(LogLines.plain(log.toString())).contains("WARN rule 'pay-order': " + Shop.class.getName() + ".pay");
    }

    @Test
    @Shows("`wait`")
    void theWaitOfACallEndsInTimeAndAsBusyWhileTheGrantIsPassedOnInFrontOfIt() throws Exception {
        int patient = site(rule());
        int impatient = woven.site(rule().waiting(Duration.ofMillis(400)).build(), Shop.class, "refund");
        Call first = new Call(patient).runs();
        Call second = new Call(patient).waits();
        long since = System.nanoTime();
        try (Hiccups hiccups = new Hiccups()) {
            Call third = new Call(impatient).waits();

            first.leave();
            second.runs();
            third.thread.join();

            hiccups.requireWithin(400);
            assertThat(third.missed).isInstanceOf(LockBusyException.class);
        }
        assertThat(System.nanoTime() - since).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(400));
        assertThat(woven.backend.acquires).hasValue(1);
    }

    @Test
    @Shows("nested entry")
    void aNestedCallDoesNotPassItsOuterOnesGrantOn() throws Throwable {
        int site = site(rule());
        Object outer = woven.engine.enter(site, null, new Object[] {"42"});
        Call waiting = new Call(site).waits();

        woven.call(site, null, () -> null, "42");
        assertThat(waiting.isInside()).isFalse();
        Woven.exit(outer, null);
        waiting.runs();

        assertThat(woven.backend.acquires).hasValue(1);
    }

    @Test
    void anotherThreadThatEndsTheCallPassesItsGrantOn() throws Exception {
        int site = site(rule());
        Call first = new Call(site).runs();
        Call second = new Call(site).waits();

        Woven.exit(first.token, null);
        second.runs();

        assertThat(woven.backend.acquires).hasValue(1);
        first.token = null;
    }

    @Test
    @Shows("readers")
    void readersOfOneJvmShareOneGrantAndTheLastOfThemGivesItBack() throws Exception {
        int site = site(rule().lock(LockKind.READ));
        Call first = new Call(site).runs();
        Call second = new Call(site).runs();
        Call third = new Call(site).runs();

        assertThat(woven.backend.acquires).hasValue(1);
        first.leave();
        third.leave();
        first.thread.join();
        third.thread.join();
        assertThat(woven.store.held()).as("the second reads").containsExactly(KEY);
        Call fourth = new Call(site).runs();
        assertThat(woven.backend.acquires).hasValue(1);
        second.leave();
        fourth.leave();

        await().until(() -> woven.store.held().isEmpty());
        await().until(() -> woven.engine.gatesInUse() == 0);
        assertThat(woven.backend.releases).hasValue(1);
        assertThat(count(Event.ENTERED)).isEqualTo(4);
    }

    @Test
    void readersThatWaitForTheFirstOnesAnswerShareItsGrant() throws Exception {
        int site = site(rule().lock(LockKind.READ));
        woven.store.freeze();
        List<Call> readers = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            readers.add(new Call(site).waits());
        }
        woven.store.thaw();

        for (Call reader : readers) {
            reader.runs();
        }

        assertThat(woven.backend.acquires).hasValue(1);
    }

    @Test
    void whenTheBoundIsReachedReadersAskTheStoreThemselvesAndShareThat() throws Exception {
        int site = site(rule().lock(LockKind.READ).handoff(new Handoff(2, Duration.ofMinutes(1))));
        List<Call> readers = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            readers.add(new Call(site).runs());
        }

        assertThat(woven.backend.acquires)
                .as("for seven readers, three a grant")
                .hasValue(3);
        readers.forEach(Call::leave);
        await().until(() -> woven.store.held().isEmpty());
        await().until(() -> woven.engine.gatesInUse() == 0);
        assertThat(woven.backend.releases).hasValue(3);
    }

    @Test
    @Shows("readers")
    void noReaderJoinsPastAWriterThatWaitsAtTheGate() throws Exception {
        int read = site(rule().lock(LockKind.READ));
        int write = woven.site(rule().lock(LockKind.WRITE).build(), Shop.class, "refund");
        Call first = new Call(read).runs();
        Call writer = new Call(write).waits();
        Call second = new Call(read).waits();

        first.leave();
        writer.runs();
        assertThat(second.isInside()).isFalse();
        writer.leave();
        second.runs();
    }

    @Test
    @Shows("readers")
    void aLossThatReadersShareIsToldToEachOfThemAndNobodyJoinsAnyMore() throws Exception {
        int site = site(rule().lock(LockKind.READ).lease(Duration.ofMillis(900)).onLost(OnLost.INTERRUPT));
        Call first = new Call(site).runs();
        Call second = new Call(site).runs();
        Call gone = new Call(site).runs();
        gone.leave();
        gone.thread.join();

        woven.store.delete(KEY);
        await().atMost(Duration.ofSeconds(20)).until(() -> first.interrupted.get() && second.interrupted.get());
        Call third = new Call(site).runs();

        assertThat(count(Event.LOST)).isEqualTo(2);
        assertThat(gone.interrupted).isFalse();
        assertThat(woven.backend.acquires).hasValue(2);
        first.leave();
        second.leave();
        first.thread.join();
        second.thread.join();
        assertThat(woven.store.held()).as("the third's").containsExactly(KEY);
    }

    @Test
    void aReaderThatIsPutOutEarlyLeavesTheOthersInside() throws Exception {
        int site = site(rule().lock(LockKind.READ));
        int brief = woven.site(
                rule().lock(LockKind.READ)
                        .hold(Duration.ZERO, Duration.ofSeconds(2), OnExceeded.RELEASE, Until.WORK)
                        .build(),
                Shop.class,
                "refund");
        Call first = new Call(brief).runs();
        Call second = new Call(site).runs();

        await().until(() -> count(Event.RELEASED_EARLY) == 1);

        assertThat(woven.store.held()).containsExactly(KEY);
        assertThat(woven.backend.releases).hasValue(0);
        second.leave();
        await().until(() -> woven.store.held().isEmpty());
        first.leave();
        first.thread.join();
        assertThat(woven.backend.releases).hasValue(1);
    }

    @Test
    void aReaderWhoseOwnEndMeansSomethingHasAGrantOfItsOwn() throws Exception {
        int site = site(rule().lock(LockKind.READ));
        int asks = woven.site(rule().lock(LockKind.READ).onLost(OnLost.THROW).build(), Shop.class, "refund");
        new Call(site).runs();
        new Call(asks).runs();

        assertThat(woven.backend.acquires).hasValue(2);
    }

    @Test
    void callsOfManyThreadsAndEnginesNeverMeetAndSeldomAskTheStore() throws Throwable {
        int perEngine = 2_500;
        int site = site(rule().handoff(Handoff.ON.of(LockKind.EXCLUSIVE)));
        List<LockEngine> engines = new ArrayList<>();
        List<FaultyStore> backends = new ArrayList<>();
        List<AtomicInteger> left = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            left.add(new AtomicInteger(perEngine));
            FaultyStore backend = new FaultyStore(woven.store);
            backend.delay = 1;
            backends.add(backend);
            engines.add(Engines.of(woven.sites, () -> backend, Access.NONE));
        }
        int[] counter = {0};
        AtomicInteger running = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 32; t++) {
            LockEngine engine = engines.get(t % 4);
            AtomicInteger calls = left.get(t % 4);
            threads.add(new Thread(() -> {
                while (calls.getAndDecrement() > 0) {
                    try {
                        Object token = engine.enter(site, null, new Object[] {"42"});
                        if (running.incrementAndGet() != 1) {
                            surprises.add(new AssertionError("two at the same time"));
                        }
                        counter[0]++;
                        running.decrementAndGet();
                        Woven.exit(token, null);
                    } catch (Throwable e) {
                        surprises.add(e);
                    }
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }

        int asked = backends.stream().mapToInt(each -> each.acquires.get()).sum();
        assertThat(counter[0]).isEqualTo(4 * perEngine);
        assertThat(asked).as("requests for %d calls", counter[0]).isLessThan(counter[0] / 10);
        await().until(() -> woven.store.held().isEmpty());
        for (LockEngine engine : engines) {
            await().until(() -> engine.gatesInUse() == 0);
            engine.close();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"EXCLUSIVE", "READ"})
    @Shows("an interrupt, or the end of the wait, in the moment in which a call is passed the lock")
    void interruptsAndWaitsThatRunOutInTheMomentOfAHandoffLeaveNothingBehind(LockKind kind) throws Throwable {
        int patient = site(rule().lock(kind));
        int impatient =
                woven.site(rule().lock(kind).waiting(Duration.ofMillis(1)).build(), Shop.class, "refund");
        AtomicInteger interrupted = new AtomicInteger();
        AtomicInteger busy = new AtomicInteger();
        AtomicInteger entered = new AtomicInteger();
        int[] counter = {0};
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 8; t++) {
            int site = t < 4 ? patient : impatient;
            threads.add(new Thread(() -> {
                for (int i = 0; i < 3000; i++) {
                    try {
                        Object token = woven.engine.enter(site, null, new Object[] {"42"});
                        synchronized (kind == LockKind.READ ? counter : new Object()) {
                            counter[0]++;
                        }
                        entered.incrementAndGet();
                        Woven.exit(token, null);
                    } catch (LockInterruptedException e) {
                        interrupted.incrementAndGet();
                    } catch (LockBusyException | io.lockgraft.api.LockUnavailableException e) {
                        busy.incrementAndGet();
                    } catch (Throwable e) {
                        surprises.add(e);
                    }
                    Thread.interrupted();
                }
            }));
        }
        threads.forEach(Thread::start);
        while (threads.stream().anyMatch(Thread::isAlive)) {
            threads.get(ThreadLocalRandom.current().nextInt(threads.size())).interrupt();
            LockSupport.parkNanos(ThreadLocalRandom.current().nextInt(200_000));
        }

        assertThat(surprises).isEmpty();
        assertThat(counter[0]).isEqualTo(entered.get());
        assertThat(interrupted.get()).as("interrupted").isPositive();
        assertThat(entered.get()).as("entered").isPositive();
        await().until(() -> woven.store.held().isEmpty());
        await().until(() -> woven.engine.gatesInUse() == 0);
        assertThat(count(Event.LOST)).isZero();
    }
}
