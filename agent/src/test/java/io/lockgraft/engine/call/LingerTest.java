package io.lockgraft.engine.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lockgraft.api.LockBusyException;
import io.lockgraft.api.LockInterruptedException;
import io.lockgraft.engine.Caller.Order;
import io.lockgraft.engine.Engines;
import io.lockgraft.engine.HeldBackStore;
import io.lockgraft.engine.HeldBackStore.Asked;
import io.lockgraft.engine.PausingBackend;
import io.lockgraft.engine.Woven;
import io.lockgraft.language.expression.Target;
import io.lockgraft.language.expression.handle.Access;
import io.lockgraft.manage.Counters.Event;
import io.lockgraft.rules.Handoff;
import io.lockgraft.rules.OnExceeded;
import io.lockgraft.rules.OnLost;
import io.lockgraft.rules.RuleBuilder;
import io.lockgraft.rules.Until;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Renewal;
import io.lockgraft.spi.log.Log;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.store.FaultyStore;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A grant that stays with this JVM for a moment after its last call. */
@Timeout(60)
@Shows("`FLUSHALL`, `DEL` of a key, an eviction, while no call has the lock, which only lingers")
final class LingerTest {
    private static final String KEY = "shop:PAY:42";
    private static final Duration LONG = Duration.ofMinutes(1);

    private final Woven woven = new Woven();
    private final ByteArrayOutputStream log = new ByteArrayOutputStream();
    private final ConcurrentLinkedQueue<Throwable> surprises = new ConcurrentLinkedQueue<>();

    static final class Shop {
        static void pay(String order) {}

        static void refund(String order) {}

        static void deliver(Order order) {}
    }

    @BeforeEach
    void readTheLog() {
        Log.to(new PrintStream(log, true));
    }

    @AfterEach
    void close() {
        Thread.interrupted();
        woven.close();
        Log.to(System.err);
        assertThat(surprises).isEmpty();
    }

    private int site(RuleBuilder rule) {
        return woven.site(rule.build(), Shop.class, "pay");
    }

    private int other(RuleBuilder rule) {
        return woven.site(rule.build(), Shop.class, "refund");
    }

    private static RuleBuilder rule() {
        return rule("PAY:{p0}");
    }

    private static RuleBuilder rule(String key) {
        return Woven.rule(key).waiting(Duration.ofSeconds(30)).linger(LONG);
    }

    private void call(int site) throws Throwable {
        woven.call(site, null, () -> null, "42");
    }

    /** By a thread of its own. */
    private Thread starts(int site) {
        Thread thread = new Thread(() -> {
            try {
                call(site);
            } catch (Throwable e) {
                surprises.add(e);
            }
        });
        thread.start();
        return thread;
    }

    private long count(Event event) {
        return woven.sites.counters().get("pay-order").of(event);
    }

    private void goesBack() {
        await().pollInterval(Duration.ofMillis(1))
                .until(() -> woven.store.held().isEmpty());
        await().until(() -> woven.engine.gatesInUse() == 0);
    }

    @ParameterizedTest
    @EnumSource(names = {"EXCLUSIVE", "WRITE"})
    void callsThatComeWhileItLingersNeedNoStore(LockKind kind) throws Throwable {
        int site = site(rule().lock(kind));

        for (int i = 0; i < 100; i++) {
            call(site);
        }
        starts(site).join();

        assertThat(woven.backend.acquires).hasValue(1);
        assertThat(woven.backend.releases).hasValue(0);
        assertThat(woven.store.held()).containsExactly(KEY);
        assertThat(woven.engine.gatesInUse()).isEqualTo(1);
        assertThat(count(Event.ENTERED)).isEqualTo(101);
    }

    @Test
    void aFencedGrantServesAsManyCallsAsItHasTokensForAndEachHasAGreaterOne() throws Throwable {
        RuleBuilder rule = rule("PAY:{p0.number}").lock(LockKind.FENCED).handoff(new Handoff(4, LONG));
        int site = woven.site(rule.fence(Target.parse("p0.version")).build(), Shop.class, "deliver");
        List<Long> tokens = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            Order order = new Order("42");
            woven.call(site, null, () -> null, order);
            tokens.add(order.version());
        }

        assertThat(tokens).isSorted().doesNotHaveDuplicates();
        assertThat(woven.backend.acquires).as("five calls a grant").hasValue(4);
        goesBack();
    }

    @Test
    void withoutTheSettingNothingLingers() throws Throwable {
        int site = site(rule().linger(Duration.ZERO));

        call(site);
        call(site);

        assertThat(woven.backend.acquires).hasValue(2);
        goesBack();
    }

    @Test
    void whenItsTimeIsOverItGoesBackByItself() throws Throwable {
        int site = site(rule().linger(Duration.ofMillis(20)));
        List<Long> late = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            long begun = System.nanoTime();
            call(site);
            while (!woven.store.held().isEmpty()) {
                LockSupport.parkNanos(100_000);
            }
            late.add(TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - begun) - 20_000);
            await().pollInterval(Duration.ofMillis(1)).until(() -> woven.engine.gatesInUse() == 0);
        }

        System.out.println("==== given back so many us after the 20 ms: " + late);
        assertThat(late).as("no sooner than by an eighth").allMatch(each -> each > -5_000);
        // A machine that is busy may let the keeper stand still now and then.
        assertThat(late).filteredOn(each -> each < 100_000).hasSizeGreaterThan(15);
        assertThat(woven.backend.releases).hasValue(20);
    }

    @Test
    void howeverOftenItIsTakenAgainItGoesBackInTime() throws Throwable {
        int site = site(rule().linger(Duration.ofMillis(200)).handoff(Handoff.OFF));
        FaultyStore others = new FaultyStore(woven.store);
        LockEngine waiting = Engines.of(woven.sites, () -> others, Access.NONE);
        List<Long> waits = new ArrayList<>();
        for (int round = 0; round < 5; round++) {
            String order = "o" + round;
            AtomicBoolean over = new AtomicBoolean();
            woven.call(site, null, () -> null, order);
            long ended = System.nanoTime();
            Thread busy = new Thread(() -> {
                try {
                    while (!over.get()) {
                        woven.call(site, null, () -> null, order);
                    }
                } catch (Throwable e) {
                    surprises.add(e);
                }
            });
            busy.start();

            Object token = waiting.enter(site, null, new Object[] {order});
            waits.add(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - ended));
            over.set(true);
            Woven.exit(token, null);
            busy.join();
        }
        waiting.settle();
        waiting.close();

        System.out.println("==== another JVM waited " + waits + " ms for leases that were taken " + count(Event.ENTERED)
                + " times");
        assertThat(waits).allMatch(each -> each > 100);
        // A machine that is busy may let one of the threads stand still now and then.
        assertThat(waits).filteredOn(each -> each < 300).hasSizeGreaterThan(2);
        assertThat(count(Event.ENTERED)).isGreaterThan(100);
    }

    @Test
    void whatOthersHaveToBeWaitedForDoesNotLinger() throws Throwable {
        int site = site(rule());
        FaultyStore others = new FaultyStore(woven.store);
        LockEngine before = Engines.of(woven.sites, () -> others, Access.NONE);
        Object token = before.enter(site, null, new Object[] {"42"});
        Thread waiting = starts(site);
        await().until(() -> waiting.getState() == Thread.State.TIMED_WAITING && woven.backend.acquires.get() == 1);

        before.settle();
        Woven.exit(token, null);
        waiting.join();

        goesBack();
        call(site);
        assertThat(woven.store.held()).as("the next one's lingers again").containsExactly(KEY);
        before.close();
    }

    @Test
    void theNextInTheQueueComesBeforeLingering() throws Throwable {
        int site = site(rule().handoff(Handoff.OFF));
        Object token = woven.engine.enter(site, null, new Object[] {"42"});
        Thread next = starts(site);
        await().until(() -> next.getState() == Thread.State.TIMED_WAITING);

        Woven.exit(token, null);
        next.join();

        assertThat(woven.backend.acquires).as("nothing is handed on").hasValue(2);
        assertThat(woven.store.held()).as("and then it lingers").containsExactly(KEY);
    }

    private void isNotForTheOther(RuleBuilder first, RuleBuilder second) throws Throwable {
        int one = site(first);
        int two = other(second.waiting(Duration.ZERO));
        call(one);
        assertThat(woven.backend.releases).hasValue(0);

        call(two);

        assertThat(woven.backend.acquires).as("asked for anew").hasValue(2);
        assertThat(woven.backend.releases.get()).as("given back").isPositive();
        assertThat(count(Event.ENTERED)).isEqualTo(2);
    }

    @Test
    void aCallOfARuleWithoutLingerAsksForItAnew() throws Throwable {
        isNotForTheOther(rule(), rule().linger(Duration.ZERO));
    }

    @Test
    void aCallWithAnotherLeaseAsksForItAnew() throws Throwable {
        isNotForTheOther(rule(), rule().lease(Duration.ofSeconds(60)));
    }

    @Test
    void aCallOfAnotherKindAsksForItAnew() throws Throwable {
        isNotForTheOther(rule().lock(LockKind.WRITE), rule().lock(LockKind.EXCLUSIVE));
    }

    @Test
    void aReaderAsksForItAnew() throws Throwable {
        isNotForTheOther(rule().lock(LockKind.WRITE), rule().lock(LockKind.READ));
    }

    @Test
    void aFairCallAsksForItAnew() throws Throwable {
        isNotForTheOther(rule(), rule().lock(LockKind.FAIR));
    }

    @Test
    void aCallWhoseCallerShallKnowOfALossAsksForItAnew() throws Throwable {
        isNotForTheOther(rule(), rule().onLost(OnLost.THROW));
    }

    @Test
    void aCallThatIsToLastAsksForItAnew() throws Throwable {
        isNotForTheOther(rule(), rule().hold(Duration.ofMillis(10), null, OnExceeded.WARN, Until.WORK));
    }

    @Test
    void aCallWithAnotherKeyBesideAsksForBoth() throws Throwable {
        isNotForTheOther(rule(), Woven.rule("PAY:{p0}", "STOCK:{p0}").linger(LONG));
    }

    @Test
    void ofSeveralKeysNothingLingers() throws Throwable {
        call(site(Woven.rule("PAY:{p0}", "STOCK:{p0}").linger(LONG)));

        goesBack();
    }

    @Test
    void whatIsNotRenewedDoesNotLinger() throws Throwable {
        call(site(rule().renew(false)));

        goesBack();
    }

    /** Without a word of its own, a call that finds the lease on its way back would take it for held. */
    @Test
    void whoTriesOnceIsNeverRefusedBecauseOfWhatLingers() throws Throwable {
        int lingers = site(rule().linger(Duration.ofMillis(1)));
        int once = other(rule().linger(Duration.ZERO).waiting(Duration.ZERO));
        int again = woven.site(
                rule().linger(Duration.ofMillis(1)).waiting(Duration.ZERO).build(), Shop.class, "pay");
        woven.backend.patience = 1_000;
        int busy = 0;
        for (int i = 0; i < 1500; i++) {
            call(lingers);
            LockSupport.parkNanos(ThreadLocalRandom.current().nextInt(800_000, 1_200_000));
            try {
                call(i % 2 == 0 ? once : again);
            } catch (LockBusyException e) {
                busy++;
            }
        }

        assertThat(busy).as("refused although nobody else wants it").isZero();
    }

    @Test
    void aLossIsNotTheLossOfACallAndTheNextOneAsksAnew() throws Throwable {
        int site = site(rule().lease(Duration.ofMillis(900)).onLost(OnLost.INTERRUPT));
        call(site);

        woven.store.delete(KEY);
        await().until(() -> woven.engine.gatesInUse() == 0);
        call(site);

        assertThat(woven.backend.acquires).hasValue(2);
        assertThat(woven.store.held()).containsExactly(KEY);
        assertThat(count(Event.LOST)).isEqualTo(1);
        assertThat(log.toString())
                .contains("rule 'pay-order': lost the lock on " + KEY
                        + " while no call had it, or at the end of the last call that did: the lock server does "
                        + "not have"
                        + " it any more. The next call asks for it anew");
    }

    @Test
    void whatNobodyCanProveAtItsEndIsToldAsWell() throws Throwable {
        int site = site(rule().linger(Duration.ofMillis(200)));
        woven.backend.proof = CompletableFuture.completedFuture(Renewal.lost("two masters", null));
        call(site);

        await().until(() -> count(Event.LOST) == 1);

        assertThat(log.toString()).contains("two masters. The next call");
        assertThat(count(Event.RELEASED_LATE)).isZero();
    }

    @Test
    @FailsWithout("`RuleEvents#lostIdle` tells the listeners")
    @FailsWithout("`Release#ofLingering` tells of a loss")
    void aLossThatIsFoundAtTheEndIsToldAsWell() throws Throwable {
        int site = site(rule().linger(Duration.ofSeconds(2)));
        call(site);

        woven.store.delete(KEY);
        await().until(() -> woven.engine.gatesInUse() == 0);

        assertThat(count(Event.LOST)).isEqualTo(1);
        await().untilAsserted(() ->
                assertThat(log.toString()).contains("did not have it any more when it was released. The next call"));
    }

    @Test
    void aRenewalThatItsReleaseOvertakesIsNoLoss() throws Throwable {
        HeldBackStore store = new HeldBackStore(woven.store);
        LockEngine engine = Engines.of(woven.sites, () -> store, Access.NONE);
        int site = site(rule().lease(Duration.ofSeconds(3)));
        store.heldBack.add(Asked.RENEWAL);
        Woven.exit(engine.enter(site, null, new Object[] {"42"}), null);
        await().until(() -> store.open(Asked.RENEWAL).size() == 1);
        store.heldBack.add(Asked.RELEASE);

        engine.settle();
        store.open(Asked.RENEWAL).forEach(HeldBackStore.Question::deny);
        store.open(Asked.RELEASE).forEach(HeldBackStore.Question::answer);

        await().until(() -> engine.gatesInUse() == 0);
        engine.close();
        assertThat(count(Event.LOST)).isZero();
        assertThat(log.toString()).isEmpty();
    }

    @Test
    void whatHadToBeWaitedForDoesNotLingerThoughTheThreadStoodStillMeanwhile() throws Throwable {
        PausingBackend pausing = new PausingBackend();
        pausing.contended = true;
        LockEngine engine = Engines.of(woven.sites, () -> pausing, Access.NONE);

        Woven.exit(engine.enter(site(rule()), null, new Object[] {"42"}), null);

        assertThat(engine.gatesInUse()).isZero();
        engine.close();
    }

    @Test
    void aLeaseThatIsInDoubtIsNotTakenAgain() throws Throwable {
        int site = site(rule().lease(Duration.ofMillis(3000)));
        call(site);
        woven.backend.broken = new IllegalStateException("connection reset");
        await().atMost(Duration.ofSeconds(20)).until(() -> log.toString().contains("is still ours; it is asked again"));
        woven.backend.broken = null;

        call(site);

        assertThat(woven.backend.acquires).hasValue(2);
    }

    @Test
    void aLeaseThatIsOverByTheClockIsNotTakenAgain() throws Throwable {
        int site = site(rule().lease(Duration.ofMillis(900)));
        woven.store.freeze();
        woven.store.thaw();
        call(site);
        woven.store.freeze();
        await().atMost(Duration.ofSeconds(20))
                .until(() -> log.toString().contains("did not confirm it before its lease ended. The next call"));
        woven.store.thaw();

        call(site);

        assertThat(woven.backend.acquires).hasValue(2);
        assertThat(count(Event.LOST)).isEqualTo(1);
    }

    @Test
    void whatLingersForLongIsRenewed() throws Throwable {
        int site = site(rule().lease(Duration.ofMillis(1800)));
        call(site);

        await().atMost(Duration.ofSeconds(20)).until(() -> woven.backend.renewals.size() >= 4);
        call(site);

        assertThat(woven.backend.acquires).hasValue(1);
        assertThat(woven.store.held()).containsExactly(KEY);
    }

    @Test
    void theEndOfTheJvmGivesItBackAndNothingLingersAfterwards() throws Throwable {
        int site = site(rule());
        Object running = woven.engine.enter(site, null, new Object[] {"43"});
        call(site);

        woven.engine.settle();

        assertThat(woven.store.held()).as("the method that runs").containsExactly("shop:PAY:43");
        Woven.exit(running, null);
        goesBack();
        call(site);
        goesBack();
    }

    @Test
    void aCallThatEndsWhileTheJvmEndsLeavesNothing() throws Throwable {
        for (int i = 0; i < 300; i++) {
            try (Woven each = new Woven()) {
                int site = each.site(rule().build(), Shop.class, "pay");
                Object running = each.engine.enter(site, null, new Object[] {"42"});
                Thread ends = new Thread(() -> Woven.exit(running, null));
                ends.start();
                each.engine.settle();
                ends.join();
                assertThat(each.store.held()).isEmpty();
            }
        }
    }

    @Test
    void closingGivesItBack() throws Throwable {
        call(site(rule()));

        woven.engine.close();

        assertThat(woven.store.held()).isEmpty();
    }

    @Test
    void keysThatAreUsedOnceAreForgotten() throws Throwable {
        int site = site(rule().linger(Duration.ofMillis(20)));
        long keepers = keepers();
        int most = 0;
        for (int i = 0; i < 20_000; i++) {
            woven.call(site, null, () -> null, "o" + i);
            most = Math.max(most, woven.engine.gatesInUse());
        }

        System.out.println("==== at most " + most + " keys of 20000 at a time");
        goesBack();
        assertThat(woven.backend.releases).hasValue(20_000);
        assertThat(keepers()).as("threads").isLessThanOrEqualTo(keepers + 1);
    }

    private static long keepers() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("lockgraft-"))
                .count();
    }

    @Test
    void atMostCountsAnewForEachCall() throws Throwable {
        int site = site(rule().hold(Duration.ZERO, Duration.ofSeconds(2), OnExceeded.RELEASE, Until.WORK));
        long begun = System.nanoTime();
        while (System.nanoTime() - begun < TimeUnit.SECONDS.toNanos(3)) {
            woven.call(
                    site,
                    null,
                    () -> {
                        LockSupport.parkNanos(10_000_000);
                        return null;
                    },
                    "42");
        }
        assertThat(count(Event.EXCEEDED)).isZero();

        Object token = woven.engine.enter(site, null, new Object[] {"42"});
        await().until(() -> count(Event.RELEASED_EARLY) == 1);
        assertThat(woven.store.held()).isEmpty();
        Woven.exit(token, null);

        assertThat(woven.backend.acquires).hasValue(1);
        goesBack();
        assertThat(woven.backend.releases).hasValue(1);
    }

    @Test
    void aThreadThatIsInterruptedIsRefusedAndTheLeaseStays() throws Throwable {
        int site = site(rule());
        call(site);

        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> call(site)).isInstanceOf(LockInterruptedException.class);
        Thread.interrupted();
        call(site);

        assertThat(woven.backend.acquires).hasValue(1);
    }

    @Test
    void aNestedCallEndsWithoutMakingItLinger() throws Throwable {
        int site = site(rule().handoff(new Handoff(64, LONG)));
        call(site);
        Object outer = woven.engine.enter(site, null, new Object[] {"42"});
        call(site);

        Thread next = starts(site);
        await().until(() -> next.getState() == Thread.State.TIMED_WAITING);
        Woven.exit(outer, null);
        next.join();

        assertThat(woven.backend.acquires).hasValue(1);
        assertThat(count(Event.NESTED)).isEqualTo(1);
    }

    @Test
    @FailsWithout("`Release#ofLingering` tells of a release that is not confirmed")
    void aReleaseThatFailsIsTold() throws Throwable {
        int site = site(rule().linger(Duration.ofMillis(20)));
        woven.backend.brokenRelease = new IllegalStateException("connection reset");
        call(site);

        await().until(() -> count(Event.RELEASED_LATE) == 1);
        await().until(() -> woven.engine.gatesInUse() == 0);
        assertThat(count(Event.LOST)).isZero();
    }

    @Test
    void callsOfManyThreadsEnginesAndRulesNeverMeetAndLeaveNothing() throws Throwable {
        int[] rules = {
            site(rule().linger(Duration.ofMillis(2))),
            other(rule().linger(Duration.ofMillis(1)).handoff(Handoff.OFF)),
            woven.site(rule().linger(Duration.ZERO).build(), Shop.class, "pay"),
            woven.site(
                    rule().linger(Duration.ofMillis(1))
                            .waiting(Duration.ofMillis(1))
                            .build(),
                    Shop.class,
                    "pay")
        };
        List<LockEngine> engines = new ArrayList<>();
        List<FaultyStore> backends = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            FaultyStore backend = new FaultyStore(woven.store);
            backends.add(backend);
            engines.add(Engines.of(woven.sites, () -> backend, Access.NONE));
        }
        int[] counter = {0};
        int[] entered = new int[8];
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < entered.length; t++) {
            int number = t;
            LockEngine engine = engines.get(t % 2);
            threads.add(new Thread(() -> {
                for (int i = 0; i < 1500; i++) {
                    try {
                        int rule = rules[ThreadLocalRandom.current().nextInt(10) < 8 ? number % 2 : i % 4];
                        Object token = engine.enter(rule, null, new Object[] {"42"});
                        counter[0]++;
                        entered[number]++;
                        Woven.exit(token, null);
                    } catch (LockInterruptedException
                            | LockBusyException
                            | io.lockgraft.api.LockUnavailableException e) {
                        // As it was asked to be.
                    } catch (Throwable e) {
                        surprises.add(e);
                    }
                    if (i % 20 == 0) {
                        LockSupport.parkNanos(ThreadLocalRandom.current().nextInt(3_000_000));
                    }
                    Thread.interrupted();
                }
            }));
        }
        threads.forEach(Thread::start);
        while (threads.stream().anyMatch(Thread::isAlive)) {
            threads.get(ThreadLocalRandom.current().nextInt(threads.size())).interrupt();
            LockSupport.parkNanos(ThreadLocalRandom.current().nextInt(1_000_000));
        }

        int all = 0;
        for (int each : entered) {
            all += each;
        }
        int asked = backends.stream().mapToInt(each -> each.acquires.get()).sum();
        System.out.println("==== " + all + " calls by " + asked + " requests");
        assertThat(counter[0]).isEqualTo(all);
        goesBack();
        for (LockEngine engine : engines) {
            await().until(() -> engine.gatesInUse() == 0);
            engine.close();
        }
        assertThat(count(Event.LOST)).isZero();
    }
}
