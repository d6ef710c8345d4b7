package io.lockgraft.engine.acquire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lockgraft.api.LockBusyException;
import io.lockgraft.api.LockUnavailableException;
import io.lockgraft.engine.Engines;
import io.lockgraft.engine.Woven;
import io.lockgraft.engine.call.LaterHold;
import io.lockgraft.engine.call.LaterLock;
import io.lockgraft.engine.call.LockEngine;
import io.lockgraft.engine.site.BoundSite;
import io.lockgraft.engine.site.Site;
import io.lockgraft.language.expression.handle.Access;
import io.lockgraft.manage.Counters.Event;
import io.lockgraft.manage.meter.RuleNumbers;
import io.lockgraft.rules.Handoff;
import io.lockgraft.rules.OnExceeded;
import io.lockgraft.rules.Outcome;
import io.lockgraft.rules.Rule;
import io.lockgraft.rules.RuleBuilder;
import io.lockgraft.rules.Until;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.store.FaultyStore;
import io.lockgraft.testing.store.Requests;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Locks that are waited for without a thread, beside calls whose threads wait. */
@Timeout(60)
final class AsyncWaitingTest {
    private final Woven woven = new Woven();

    static final class Shop {
        static void pay(String order) {}

        static void move(String from, String to) {}
    }

    @AfterEach
    void nothingIsLeft() {
        await().untilAsserted(() -> assertThat(woven.store.held()).isEmpty());
        await().untilAsserted(() -> assertThat(woven.engine.gatesInUse()).isZero());
        woven.close();
    }

    private static RuleBuilder rule() {
        return Woven.rule("PAY:{p0}").waiting(Duration.ofSeconds(30));
    }

    private int site(RuleBuilder rule) {
        return woven.site(rule.build(), Shop.class, "pay");
    }

    private LaterLock lock(int number, String... keys) {
        Site site = woven.sites.get(number)[0];
        BoundSite bound = site.bind(Access.NONE, Engines.NO_CLASSES);
        List<String> all = new ArrayList<>();
        for (String key : keys) {
            all.add("shop:PAY:" + key);
        }
        return new LaterLock(woven.engine, site, bound, all, null, new Object[] {keys[0]});
    }

    private static LaterHold held(LaterHold taking) throws Exception {
        taking.known().get(30, TimeUnit.SECONDS);
        assertThat(taking.isHeld()).isTrue();
        return taking;
    }

    private Object enter(int site) throws Throwable {
        return woven.engine.enter(site, null, new Object[] {"42"});
    }

    /** By another thread: what this one has, its subscriptions share. */
    private Object enterElsewhere(int site) throws Exception {
        return CompletableFuture.supplyAsync(() -> {
                    try {
                        return enter(site);
                    } catch (Throwable e) {
                        throw new IllegalStateException(e);
                    }
                })
                .get(30, TimeUnit.SECONDS);
    }

    @Test
    void aFreeKeyIsTakenAndGivenBack() throws Exception {
        LaterHold taking = held(lock(site(rule()), "42").take(null));
        assertThat(woven.store.held()).containsExactly("shop:PAY:42");
        taking.end();
        taking.end();
        await().untilAsserted(() -> assertThat(woven.store.held()).isEmpty());
    }

    @Test
    @FailsWithout("`KeeperActions#exceeded` tells of no call that has not entered")
    void whatIsReleasedEarlyBeforeItsCallHasEnteredIsNoHoldThatHasEnded() throws Throwable {
        RuleBuilder rule = rule().lease(Duration.ofMillis(600)).handoff(new Handoff(64, Duration.ofMinutes(1)));
        int site = site(rule);
        int limited = site(rule.hold(Duration.ZERO, Duration.ofMillis(50), OnExceeded.RELEASE, Until.WORK));
        Object token = enterElsewhere(site);
        LaterHold taking = lock(limited, "42").take(null);
        woven.stepsAreDone();
        Gates gates = woven.stores.gates(woven.sites.get(site)[0]).make();
        CountDownLatch goOn = new CountDownLatch(1);
        try {
            gates.store().execute(() -> awaitOpen(goOn));

            Woven.exit(token, null);

            await().until(() -> gates.all().stream().allMatch(gate -> gate.head() == null));
        } finally {
            goOn.countDown();
        }
        held(taking).end();
        await().untilAsserted(() -> assertThat(woven.store.held()).isEmpty());
        RuleNumbers numbers = woven.sites.meters().rules().get(0).numbers();
        assertThat(numbers.of(Event.HANDED_OVER)).isEqualTo(1);
        assertThat(numbers.of(Event.ENTERED)).isEqualTo(2);
        assertThat(numbers.held().count()).as("ends").isEqualTo(2);
    }

    private static void awaitOpen(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void itWaitsBehindAThreadAndGetsTheLeaseFromIt() throws Throwable {
        int site = site(rule().handoff(new Handoff(64, Duration.ofMinutes(1))));
        Object token = enterElsewhere(site);
        LaterHold taking = lock(site, "42").take(null);
        assertThat(taking.known()).isNotDone();

        await().until(() -> woven.engine.gatesInUse() == 1);
        woven.stepsAreDone();
        Woven.exit(token, null);

        held(taking);
        assertThat(woven.backend.acquires).hasValue(1);
        taking.end();
    }

    @Test
    void aThreadWaitsBehindItAsInOneQueue() throws Throwable {
        int site = site(rule());
        LaterHold first = held(lock(site, "42").take(null));
        CompletableFuture<Object> second = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                second.complete(enter(site));
            } catch (Throwable e) {
                second.completeExceptionally(e);
            }
        });
        thread.start();
        await().until(() -> thread.getState() == Thread.State.TIMED_WAITING);
        assertThat(second).isNotDone();
        first.end();
        Woven.exit(second.get(30, TimeUnit.SECONDS), null);
    }

    @Test
    void theEndOfItsWaitIsBusyAndTheOutcomeIsTheRules() throws Throwable {
        int patient = site(rule());
        Object token = enterElsewhere(patient);

        LaterHold refused =
                lock(site(rule().waiting(Duration.ofMillis(100))), "42").take(null);
        refused.known().get(30, TimeUnit.SECONDS);
        assertThat(refused.isHeld()).isFalse();
        assertThatThrownBy(refused::instead).isInstanceOf(LockBusyException.class);

        LaterHold tried = lock(site(rule().waiting(Duration.ZERO).onBusy(Outcome.PROCEED)), "42")
                .take(null);
        tried.known().get(30, TimeUnit.SECONDS);
        assertThat(tried.instead()).isNull();
        Woven.exit(token, null);
    }

    @Test
    void aStoreThatIsSilentIsUnavailableAndWhatItGrantsLateGoesBack() throws Throwable {
        int site = site(rule().waiting(Duration.ofMillis(200)));
        held(lock(site, "1").take(null)).end();
        woven.store.freeze();
        LaterHold taking = lock(site, "42").take(null);
        taking.known().get(30, TimeUnit.SECONDS);
        assertThatThrownBy(taking::instead).isInstanceOf(LockUnavailableException.class);
        woven.store.thaw();
    }

    @Test
    void oneThatIsNotWantedAnyMoreLeavesTheQueue() throws Throwable {
        int site = site(rule());
        Object token = enterElsewhere(site);
        LaterHold given = lock(site, "42").take(null);
        LaterHold next = lock(site, "42").take(null);
        woven.stepsAreDone();

        given.end();
        Woven.exit(token, null);

        held(next).end();
        assertThat(given.isHeld()).isFalse();
    }

    @Test
    void oneThatIsLostOrGivenUpLetsNoWorkBegin() throws Throwable {
        LaterHold lost =
                held(lock(site(rule().lease(Duration.ofMillis(150))), "41").take(null));
        LaterHold given = held(lock(site(rule()), "42").take(null));
        woven.store.delete("shop:PAY:41");
        await().until(() -> woven.sites.counters().get("pay-order").of(Event.LOST) == 1);
        given.giveUp();

        assertThat(lost.enterBody()).isFalse();
        assertThat(given.enterBody()).isFalse();
        lost.exitBody();
        given.exitBody();
        lost.end();
    }

    @Test
    void severalKeysAreTakenTogether() throws Throwable {
        int site = woven.site(
                Woven.rule("PAY:{p0}", "PAY:{p1}")
                        .waiting(Duration.ofSeconds(30))
                        .build(),
                Shop.class,
                "move");
        Object token = enterElsewhere(site(rule()));
        LaterHold both = lock(site, "41", "42").take(null);
        woven.stepsAreDone();
        Woven.exit(token, null);
        held(both);
        assertThat(woven.store.held()).containsExactly("shop:PAY:41", "shop:PAY:42");
        both.end();
    }

    @Test
    void readersAreInsideTogetherAndAWriterAfterThem() throws Throwable {
        int read = site(rule().lock(LockKind.READ));
        int write = site(rule().lock(LockKind.WRITE));
        LaterHold one = held(lock(read, "42").take(null));
        LaterHold two = held(lock(read, "42").take(null));
        LaterHold writer = lock(write, "42").take(null);
        woven.stepsAreDone();
        assertThat(writer.known()).isNotDone();
        one.end();
        two.end();
        held(writer).end();
    }

    @Test
    void permitsAreAsManyAsThereAre() throws Throwable {
        int site = site(rule().lock(LockKind.SEMAPHORE).permits(2));
        Site its = woven.sites.get(site)[0];
        assertThat(its.suffix()).isEqualTo(":permits");
        LaterHold one = held(permit(site));
        LaterHold two = held(permit(site));
        LaterHold three = permit(site);
        woven.stepsAreDone();
        assertThat(three.known()).isNotDone();
        one.end();
        held(three).end();
        two.end();
    }

    private LaterHold permit(int site) {
        Site its = woven.sites.get(site)[0];
        BoundSite bound = its.bind(Access.NONE, Engines.NO_CLASSES);
        return new LaterLock(
                        woven.engine, its, bound, Collections.singletonList("shop:PAY:42:permits"), null, new Object[] {
                            "42"
                        })
                .take(null);
    }

    @Test
    @FailsWithout("`LaterHold#having` looks for the key where a hold around it has a share")
    void whatIsInsideOfOneThatSharesItsCallersHoldSharesThatToo() throws Throwable {
        int site = site(rule());
        Object token = enter(site);
        LaterHold one = held(lock(site, "42").take(null));
        LaterLock inner = lock(site, "42");

        LaterHold two = CompletableFuture.supplyAsync(() -> inner.take(one)).get(30, TimeUnit.SECONDS);

        held(two);
        assertThat(woven.backend.acquires).hasValue(1);
        Woven.exit(token, null);
        one.end();
        assertThat(woven.store.held()).containsExactly("shop:PAY:42");
        two.end();
    }

    @Test
    @FailsWithout("`LaterHold#enclosing`: what it shares it shares again when it is tried again")
    void aRetrySharesWhatTheFirstTryHasShared() throws Throwable {
        int pay = site(rule());
        Outcome retry = new Outcome.Retry(500, Duration.ofMillis(20), Duration.ofMillis(20), Outcome.THROW);
        int move = woven.site(
                Woven.rule("PAY:{p0}", "PAY:{p1}")
                        .waiting(Duration.ZERO)
                        .onBusy(retry)
                        .build(),
                Shop.class,
                "move");
        FaultyStore stranger = new FaultyStore(woven.store);
        Grant taken = stranger.acquire(
                        Requests.exclusive("shop:PAY:42", 1, 30_000, System.nanoTime() + TimeUnit.SECONDS.toNanos(10)))
                .answer()
                .get(30, TimeUnit.SECONDS)
                .grant();
        Object own = woven.engine.enter(pay, null, new Object[] {"41"});

        LaterHold both = lock(move, "41", "42").take(null);
        await().until(() -> woven.backend.acquires.get() >= 4);
        taken.release().get(30, TimeUnit.SECONDS);

        held(both).end();
        Woven.exit(own, null);
        stranger.close();
    }

    @Test
    @FailsWithout("`LaterHold#anew` shares again what the thread had that it was begun on first")
    void whatIsTakenAnewSharesWhatItHasSharedBefore() throws Throwable {
        int pay = site(rule());
        int move = woven.site(
                Woven.rule("PAY:{p0}", "PAY:{p1}")
                        .waiting(Duration.ofSeconds(2))
                        .build(),
                Shop.class,
                "move");
        Object own = woven.engine.enter(pay, null, new Object[] {"41"});
        LaterHold first = held(lock(move, "41", "42").take(null));
        first.end();

        LaterHold second = CompletableFuture.supplyAsync(first::anew).get(30, TimeUnit.SECONDS);

        held(second).end();
        Woven.exit(own, null);
    }

    /**
     * An unsynchronised counter, of threads that wait and of takings that do not, many of which are not wanted halfway.
     */
    @Test
    void threadsAndTakingsOfEveryKindOfExclusionNeverOverlap() throws Throwable {
        for (LockKind kind : new LockKind[] {LockKind.EXCLUSIVE, LockKind.FAIR, LockKind.FENCED, LockKind.WRITE}) {
            int site = site(rule().lock(kind).waiting(Rule.FOREVER));
            int[] counter = new int[1];
            AtomicInteger wanted = new AtomicInteger();
            AtomicInteger inside = new AtomicInteger();
            CountDownLatch left = new CountDownLatch(800);
            for (int i = 0; i < 400; i++) {
                LaterHold taking = lock(site, "42").take(null);
                taking.known().thenRunAsync(() -> {
                    if (taking.isHeld()) {
                        assertThat(inside.incrementAndGet()).isEqualTo(1);
                        counter[0]++;
                        wanted.incrementAndGet();
                        inside.decrementAndGet();
                    }
                    taking.end();
                    left.countDown();
                });
                CompletableFuture.runAsync(() -> {
                    try {
                        Object token = enter(site);
                        assertThat(inside.incrementAndGet()).isEqualTo(1);
                        counter[0]++;
                        wanted.incrementAndGet();
                        inside.decrementAndGet();
                        Woven.exit(token, null);
                    } catch (Throwable e) {
                        throw new IllegalStateException(e);
                    } finally {
                        left.countDown();
                    }
                });
            }
            assertThat(left.await(3, TimeUnit.MINUTES))
                    .as(kind + ", left " + left)
                    .isTrue();
            assertThat(counter[0]).as(kind.toString()).isEqualTo(wanted.get()).isEqualTo(800);
        }
    }

    @Test
    void takingsThatEndAtAnyMomentLeaveNothing() throws Throwable {
        int site = site(rule());
        Random random = new Random(11);
        for (int i = 0; i < 500; i++) {
            LaterHold one = lock(site, "42").take(null);
            LaterHold two = lock(site, "42").take(null);
            for (int spin = random.nextInt(2_000); spin > 0; spin--) {
                Thread.onSpinWait();
            }
            one.end();
            two.end();
        }
        held(lock(site, "42").take(null)).end();
    }

    private LaterLock lock(LockEngine engine, int number, String key) {
        Site site = woven.sites.get(number)[0];
        BoundSite bound = site.bind(Access.NONE, Engines.NO_CLASSES);
        return new LaterLock(engine, site, bound, List.of("shop:PAY:" + key), null, new Object[] {key});
    }

    private static void pass(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static long threadsThatOpenAStore() {
        return Thread.getAllStackTraces().values().stream()
                .filter(frames -> Arrays.stream(frames)
                        .anyMatch(frame -> frame.getClassName().equals(LazyGates.class.getName())))
                .count();
    }

    @Test
    @FailsWithout("`LazyGates#later` opens a store by one thread, however many subscriptions wait for that")
    void oneThreadOpensTheStoreForAllThatWaitForIt() throws Throwable {
        CountDownLatch opens = new CountDownLatch(1);
        LockEngine engine = Engines.of(
                woven.sites,
                () -> {
                    pass(opens);
                    return woven.backend;
                },
                Access.NONE);
        int site = site(rule());
        List<LaterHold> all = new ArrayList<>();

        for (int i = 0; i < 100; i++) {
            all.add(lock(engine, site, "" + i).take(null));
        }
        long threads = threadsThatOpenAStore();
        opens.countDown();

        for (LaterHold each : all) {
            held(each).end();
        }
        assertThat(threads).isLessThanOrEqualTo(1);
        await().until(() -> engine.gatesInUse() == 0);
    }

    @Test
    void aStoreThatCannotBeOpenedIsTheMissOfEachThatWaitsForItAndIsTriedAnew() throws Throwable {
        AtomicBoolean broken = new AtomicBoolean(true);
        LockEngine engine = Engines.of(
                woven.sites,
                () -> {
                    if (broken.get()) {
                        throw new IllegalStateException("no servers");
                    }
                    return woven.backend;
                },
                Access.NONE);
        int site = site(rule());

        LaterHold one = lock(engine, site, "1").take(null);
        LaterHold two = lock(engine, site, "2").take(null);
        one.known().get(30, TimeUnit.SECONDS);
        two.known().get(30, TimeUnit.SECONDS);
        assertThat(one.isHeld()).isFalse();
        assertThatThrownBy(two::instead)
                .isInstanceOf(LockUnavailableException.class)
                .hasMessageContaining("no servers");

        broken.set(false);
        held(lock(engine, site, "3").take(null)).end();
        await().until(() -> engine.gatesInUse() == 0);
    }
}
