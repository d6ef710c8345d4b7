package io.lockgraft.engine.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.lockgraft.api.LockBusyException;
import io.lockgraft.api.LockInterruptedException;
import io.lockgraft.api.LockKeyException;
import io.lockgraft.api.LockRuleException;
import io.lockgraft.api.LockUnavailableException;
import io.lockgraft.engine.Engines;
import io.lockgraft.engine.Woven;
import io.lockgraft.language.expression.Condition;
import io.lockgraft.language.expression.handle.Access;
import io.lockgraft.manage.Counters.Event;
import io.lockgraft.rules.Outcome;
import io.lockgraft.rules.RuleBuilder;
import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Request;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.WrittenLog;
import io.lockgraft.testing.store.FaultyStore;
import io.lockgraft.testing.store.Requests;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
final class LockEngineTest {
    private static final long MARGIN = 1500;

    private final Woven woven = new Woven();
    private final Shop shop = new Shop();

    @RegisterExtension
    private final WrittenLog log = new WrittenLog();

    /** What gets locked. */
    static final class Shop {
        final String name = "shop";

        String pay(String order, int amount) {
            return order + amount;
        }

        void wait(String order) throws InterruptedException {}

        void waitOrFail(String order) throws Exception, InterruptedException {}

        void declaresException(String order) throws Exception {}

        void declaresThrowable(String order) throws Throwable {}

        static int count(String order) {
            return 0;
        }
    }

    @AfterEach
    void close() {
        woven.close();
    }

    private RuleBuilder rule() {
        return Woven.rule("PAY:{p0}");
    }

    private int site(RuleBuilder rule) {
        return woven.site(rule.build(), Shop.class, "pay");
    }

    private Object pay(int site) throws Throwable {
        return woven.call(site, shop, () -> "paid", "42", 7);
    }

    private long count(Event event) {
        return woven.sites.counters().get("pay-order").of(event);
    }

    /** A call of another thread that holds the key until the latch opens. */
    private CompletableFuture<Object> holding(int site, CountDownLatch until) {
        CountDownLatch inside = new CountDownLatch(1);
        CompletableFuture<Object> call = CompletableFuture.supplyAsync(() -> {
            try {
                return woven.call(
                        site,
                        shop,
                        () -> {
                            inside.countDown();
                            until.await();
                            return "paid first";
                        },
                        "42",
                        7);
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
        });
        try {
            assertThat(inside.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        return call;
    }

    private static long millis(Task task) throws Throwable {
        long start = System.nanoTime();
        task.run();
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    }

    interface Task {
        void run() throws Throwable;
    }

    @Test
    void theBodyRunsWhileItsKeyIsHeldAndNotLonger() throws Throwable {
        int site = site(rule());

        Object result = woven.call(
                site,
                shop,
                () -> {
                    assertThat(woven.store.held()).containsExactly("shop:PAY:42");
                    return "paid";
                },
                "42",
                7);

        assertThat(result).isEqualTo("paid");
        await().until(() -> woven.store.held().isEmpty());
        assertThat(count(Event.ENTERED)).isEqualTo(1);
    }

    @Test
    void theBodysExceptionArrivesUnchangedAndTheKeyIsReleased() {
        int site = site(rule());
        IOException mine = new IOException("mine");

        assertThatThrownBy(() -> woven.call(
                        site,
                        shop,
                        () -> {
                            throw mine;
                        },
                        "42",
                        7))
                .isSameAs(mine);

        assertThat(woven.store.held()).isEmpty();
    }

    @Test
    void withoutANamespaceTheKeyStandsAlone() throws Throwable {
        int site = site(rule().namespace(""));

        woven.call(
                site,
                shop,
                () -> {
                    assertThat(woven.store.held()).containsExactly("PAY:42");
                    return null;
                },
                "42",
                7);
    }

    @Test
    void aStaticMethodIsLocked() throws Throwable {
        int site = woven.site(rule().build(), Shop.class, "count");

        assertThat(woven.call(site, null, () -> 5, "42")).isEqualTo(5);
        assertThat(count(Event.ENTERED)).isEqualTo(1);
    }

    @Test
    @FailsWithout("`RuleEvents#notAsked` tells the listeners")
    void whereTheConditionIsFalseTheCallRunsWithoutTheLock() throws Throwable {
        int site = site(rule().when(Condition.parse("p1 > 10")));

        Object result = woven.call(
                site,
                shop,
                () -> {
                    assertThat(woven.store.held()).isEmpty();
                    return "paid";
                },
                "42",
                7);

        assertThat(result).isEqualTo("paid");
        assertThat(woven.backend.acquires).hasValue(0);
        assertThat(count(Event.NOT_ASKED)).isEqualTo(1);
    }

    @Test
    @FailsWithout("`Hold#enterBody` counts nested calls, and the last one gives back")
    @FailsWithout("`CallEntry#enterNested` tells of the nested call")
    void aNestedCallOnTheSameKeyCostsNoRoundTripAndKeepsTheOuterHold() throws Throwable {
        int outer = site(rule());
        int inner = woven.site(rule().lease(Duration.ofSeconds(1)).build(), Shop.class, "count");

        woven.call(
                outer,
                shop,
                () -> {
                    try {
                        woven.call(inner, null, () -> 1, "42");
                    } catch (Throwable e) {
                        throw new AssertionError(e);
                    }
                    assertThat(woven.store.held()).containsExactly("shop:PAY:42");
                    return null;
                },
                "42",
                7);

        assertThat(woven.store.held()).isEmpty();
        assertThat(woven.backend.acquires).hasValue(1);
        assertThat(woven.backend.releases).hasValue(1);
        assertThat(count(Event.NESTED)).isEqualTo(1);
    }

    @Test
    @FailsWithout("`Hold#enterBody` counts nested calls, and the last one gives back")
    void aHoldCanEndOnAnotherThreadAndItsNestedOneLater() throws Throwable {
        int site = site(rule());
        Object outer = woven.engine.enter(site, shop, new Object[] {"42", 7});
        Object inner = woven.engine.enter(site, shop, new Object[] {"42", 7});

        CompletableFuture.runAsync(() -> Woven.exit(outer, null)).join();
        assertThat(woven.store.held()).as("the nested call is still inside").isNotEmpty();

        CompletableFuture.runAsync(() -> Woven.exit(inner, null)).join();
        assertThat(woven.store.held()).isEmpty();
    }

    @Test
    @FailsWithout("`Waiter#holder` names the call of this JVM that has the key")
    void aCallOfThisJvmThatWaitsInVainIsBusyAndSaysWhatToDo() throws Throwable {
        int site = site(rule().waiting(Duration.ofMillis(300)));
        CountDownLatch end = new CountDownLatch(1);
        CompletableFuture<Object> first = holding(site, end);

        AtomicReference<Throwable> thrown = new AtomicReference<>();
        long took = millis(() -> thrown.set(catchThrowable(() -> pay(site))));

        assertThat(thrown.get())
                .isInstanceOf(LockBusyException.class)
                .hasMessageMatching("rule 'pay-order': "
                        + "io.lockgraft.engine.call.LockEngineTest\\$Shop.pay\\(java.lang.String, int\\)"
                        + " did not get its lock: another call of this JVM \\(thread '[^']+', rule 'pay-order'\\) held"
                        + " shop:PAY:42 for all of the \\d+ ms "
                        + "that this one"
                        + " waited. It did not run. Try again later; the rule's wait \\(300ms\\) and "
                        + "onBusy say what happens");
        assertThat(((LockBusyException) thrown.get()).rule()).isEqualTo("pay-order");
        assertThat(took).isBetween(290L, 300 + MARGIN);
        assertThat(woven.backend.acquires).as("only the first asked").hasValue(1);
        assertThat(count(Event.BUSY)).isEqualTo(1);
        end.countDown();
        assertThat(first.join()).isEqualTo("paid first");
    }

    @Test
    void aKeyHeldByAnotherJvmIsBusy() throws Throwable {
        int site = site(rule().waiting(Duration.ofMillis(200)));
        Grant other = new FaultyStore(woven.store)
                .acquire(Requests.exclusive("shop:PAY:42", 1, 30_000, System.nanoTime()))
                .answer()
                .join()
                .grant();

        assertThatThrownBy(() -> pay(site)).isInstanceOf(LockBusyException.class);

        other.release().join();
        assertThat(pay(site)).isEqualTo("paid");
    }

    @Test
    void withWaitZeroAKeyThatThisJvmHoldsIsBusyAtOnce() throws Throwable {
        int site = site(rule().waiting(Duration.ZERO));
        CountDownLatch end = new CountDownLatch(1);
        CompletableFuture<Object> first = holding(site, end);

        long took = millis(() -> assertThatThrownBy(() -> pay(site)).isInstanceOf(LockBusyException.class));

        assertThat(took).isLessThan(MARGIN);
        end.countDown();
        first.join();
    }

    @Test
    void withWaitZeroTheNextCallIsNotBusyBecauseOfOurOwnRelease() throws Throwable {
        int site = site(rule().waiting(Duration.ZERO));
        woven.backend.delay = 10;
        woven.backend.patience = 10_000;

        for (int i = 0; i < 20; i++) {
            assertThat(pay(site)).isEqualTo("paid");
        }
    }

    /** Such as a wrong password. */
    @Test
    void aStoreThatRefusesForGoodIsToldOfWithWhatToCorrect() {
        LockStore refusing = new FaultyStore(woven.store) {
            @Override
            public Attempt acquire(Request request) {
                return new Answered(Answer.refused(new IllegalStateException("WRONGPASS")));
            }
        };
        LockEngine engine = Engines.of(woven.sites, () -> refusing, Access.NONE);
        int site = site(rule());

        assertThatThrownBy(() -> engine.enter(site, shop, new Object[] {"42", 7}))
                .isInstanceOf(LockUnavailableException.class)
                .hasMessageContaining("(WRONGPASS). It did not run. Waiting does not help: correct what the lock server"
                        + " refuses, or the store's section of the rules file; the rule's onUnavailable "
                        + "says what happens");
        engine.close();
    }

    /** An attempt with its answer. */
    private record Answered(Answer given) implements Attempt {
        @Override
        public CompletableFuture<Answer> answer() {
            return CompletableFuture.completedFuture(given);
        }

        @Override
        public boolean isContended() {
            return false;
        }

        @Override
        public void abandon() {}
    }

    @Test
    @FailsWithout("`Waiting#answered` ends with the wait, whatever the backend does")
    void aSilentStoreIsUnavailableWithinTheWait() throws Throwable {
        int site = site(rule().waiting(Duration.ofMillis(300)));
        woven.store.freeze();

        AtomicReference<Throwable> thrown = new AtomicReference<>();
        long took = millis(() -> thrown.set(catchThrowable(() -> pay(site))));

        assertThat(thrown.get())
                .isInstanceOf(LockUnavailableException.class)
                .hasMessageContaining("the lock server could not give shop:PAY:42 within")
                .hasMessageContaining("See whether the lock server is up and can be reached")
                .hasNoCause();
        assertThat(took).isLessThan(300 + MARGIN);
        assertThat(count(Event.UNAVAILABLE)).isEqualTo(1);
        woven.store.thaw();
        await().atMost(Duration.ofSeconds(10)).until(() -> woven.store.held().isEmpty());
    }

    @Test
    void aCallBehindOneThatASilentStoreKeepsIsUnavailableToo() throws Throwable {
        int patient = site(rule().waiting(Duration.ofSeconds(5)));
        int hasty = site(rule().waiting(Duration.ofMillis(100)));
        woven.store.freeze();
        CompletableFuture<Throwable> first = CompletableFuture.supplyAsync(() -> catchThrowable(() -> pay(patient)));
        await().until(() -> woven.backend.acquires.get() == 1);

        Throwable thrown = catchThrowable(() -> pay(hasty));

        assertThat(thrown).isInstanceOf(LockUnavailableException.class);
        woven.store.thaw();
        assertThat(first.get(20, TimeUnit.SECONDS)).isNull();
    }

    @Test
    void whatOurOwnLoadingTakesIsNoPartOfTheWait() throws Throwable {
        int site = site(Woven.rule("PAY:{this.name}").waiting(Duration.ZERO));
        LockEngine slow = slowlyLoading(2_000, 0);
        woven.backend.delay = 5;
        woven.backend.patience = 1_000; // less than the loading takes

        Object token = slow.enter(site, shop, new Object[] {"42", 7});

        assertThat(token).isInstanceOf(EnteredCall.class);
        Woven.exit(token, null);
    }

    /** An engine whose binding of a key's property, and whose backend, take this long to be made. */
    private LockEngine slowlyLoading(long bindingMillis, long backendMillis) {
        return Engines.of(
                woven.sites,
                () -> {
                    pause(backendMillis);
                    return woven.backend;
                },
                type -> pause(bindingMillis));
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aBackendThatCannotBeMadeIsUnavailable() {
        LockEngine broken = Engines.of(
                woven.sites,
                () -> {
                    throw new IllegalStateException("no such host: redis-1");
                },
                Access.NONE);
        int site = site(rule());

        assertThatThrownBy(() -> broken.enter(site, shop, new Object[] {"42", 7}))
                .isInstanceOf(LockUnavailableException.class)
                .hasMessageContaining("no such host: redis-1");
    }

    @Test
    void aMissingPartOfTheKeyIsRefusedByDefault() {
        int site = site(rule());

        assertThatThrownBy(() -> woven.call(site, shop, () -> "paid", null, 7))
                .isInstanceOf(LockKeyException.class)
                .hasMessageContaining("its key PAY:{p0} is not complete (part {p0} of the key is null)");
        assertThat(count(Event.MISSING_KEY)).isEqualTo(1);
        assertThat(woven.backend.acquires).hasValue(0);
    }

    @Test
    @FailsWithout("`RuleEvents#proceeded` tells the listeners")
    @FailsWithout("`Outcomes#instead` tells of a call that proceeds")
    void aMissingPartOfTheKeyMayProceed() throws Throwable {
        int site = site(rule().onMissingKey(Outcome.PROCEED));

        assertThat(woven.call(site, shop, () -> "paid", null, 7)).isEqualTo("paid");

        assertThat(count(Event.PROCEEDED)).isEqualTo(1);
    }

    @Test
    @FailsWithout("`RuleEvents#refused` tells the listeners")
    @FailsWithout("`Outcomes#refuse` tells of a call that fails")
    void aSiteThatTheWeaverRefusedThrows() {
        int site = Woven.add(
                woven.sites,
                rule().build(),
                Woven.method(Shop.class, "pay"),
                Shop.class.getClassLoader(),
                "PayDto has no x");

        assertThatThrownBy(() -> pay(site))
                .isInstanceOf(LockRuleException.class)
                .hasMessage("rules.yaml:1:1: rule 'pay-order' cannot be applied to "
                        + "io.lockgraft.engine.call.LockEngineTest$Shop.pay(java.lang.String, int): PayDto has no x."
                        + " It did not run. Correct the rule, or let it fail open (failOpen: true)");
        assertThat(count(Event.REFUSED)).isEqualTo(1);
        assertThat(count(Event.PROCEEDED)).isZero();
    }

    @Test
    @FailsWithout("`Outcomes#refuse` tells of a call that runs without the lock")
    @FailsWithout("`CallLog#refused` tells of a call that runs without the lock")
    @FailsWithout("`RuleCounts#refused` counts a call that runs without the lock among those that proceed")
    void aSiteThatTheWeaverRefusedRunsUnlockedWhereTheRuleFailsOpen() throws Throwable {
        int site = Woven.add(
                woven.sites,
                rule().failOpen(true).build(),
                Woven.method(Shop.class, "pay"),
                Shop.class.getClassLoader(),
                "PayDto has no x");

        assertThat(pay(site)).isEqualTo("paid");
        assertThat(count(Event.REFUSED)).isEqualTo(1);
        assertThat(count(Event.PROCEEDED)).isEqualTo(1);
        assertThat(log.toString())
                .contains("rule 'pay-order' cannot be applied to io.lockgraft.engine.call.LockEngineTest$Shop.pay("
                        + "java.lang.String, int): PayDto has no x. It runs without the lock, as the rule says"
                        + " (failOpen).");
    }

    @Test
    void aKeyThatDoesNotFitTheLoadedClassIsRefused() {
        int site = site(Woven.rule("PAY:{p5}"));

        assertThatThrownBy(() -> pay(site)).isInstanceOf(LockRuleException.class);
    }

    @Test
    void aThreadThatComesInterruptedIsToldSoAndKeepsItsFlag() {
        int site = site(rule());
        Thread.currentThread().interrupt();

        Throwable thrown = catchThrowable(() -> pay(site));

        assertThat(Thread.interrupted()).as("the flag").isTrue();
        assertThat(thrown).isInstanceOf(LockInterruptedException.class);
        assertThat(woven.backend.acquires).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"wait", "waitOrFail"})
    void aMethodThatDeclaresInterruptedExceptionGetsItAsOfTheJdk(String method) {
        int site = woven.site(rule().build(), Shop.class, method);
        Thread.currentThread().interrupt();

        Throwable thrown = catchThrowable(() -> woven.call(site, shop, () -> null, "42"));

        assertThat(Thread.interrupted()).as("the flag").isFalse();
        assertThat(thrown).isInstanceOf(InterruptedException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"declaresException", "declaresThrowable"})
    @FailsWithout("`NoLock#isInterruptDeclared` keeps the flag where a method declares no more than `throws Exception`")
    void anInterruptOutlivesWhoeverCatchesAnyExceptionBecauseTheMethodDeclaresIt(String method) {
        int site = woven.site(rule().build(), Shop.class, method);
        Thread.currentThread().interrupt();

        Throwable thrown = catchThrowable(() -> woven.call(site, shop, () -> null, "42"));

        assertThat(Thread.interrupted()).as("the flag").isTrue();
        assertThat(thrown).isInstanceOf(LockInterruptedException.class);
    }

    @Test
    void anInterruptEndsTheWaitAtTheGate() throws Throwable {
        int site = site(rule());
        CountDownLatch end = new CountDownLatch(1);
        CompletableFuture<Object> first = holding(site, end);

        Throwable thrown = interrupted(site);

        assertThat(thrown).isInstanceOf(LockInterruptedException.class);
        assertThat(count(Event.INTERRUPTED)).isEqualTo(1);
        end.countDown();
        first.join();
        assertThat(pay(site)).isEqualTo("paid");
    }

    @Test
    void anInterruptEndsTheWaitForTheStoreAndLeavesNoKeyBehind() throws Throwable {
        int site = site(rule());
        woven.store.freeze();

        Throwable thrown = interrupted(site);

        assertThat(thrown).isInstanceOf(LockInterruptedException.class);
        woven.store.thaw();
        await().atMost(Duration.ofSeconds(10)).until(() -> woven.store.held().isEmpty());
    }

    private Throwable interrupted(int site) throws InterruptedException {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        AtomicReference<Boolean> flag = new AtomicReference<>();
        Thread thread = new Thread(() -> {
            thrown.set(catchThrowable(() -> pay(site)));
            flag.set(Thread.interrupted());
        });
        thread.start();
        await().until(() -> thread.getState() == Thread.State.TIMED_WAITING);
        thread.interrupt();
        thread.join(20_000);
        assertThat(flag.get()).as("the flag is kept").isTrue();
        return thrown.get();
    }

    @Test
    void aRetryAsksAgainUntilTheKeyIsFree() throws Throwable {
        Outcome retry = new Outcome.Retry(100, Duration.ofMillis(5), Duration.ofMillis(20), Outcome.THROW);
        int site = site(rule().waiting(Duration.ofMillis(20)).onBusy(retry));
        CountDownLatch end = new CountDownLatch(1);
        CompletableFuture<Object> first = holding(site(rule()), end);
        CompletableFuture.delayedExecutor(300, TimeUnit.MILLISECONDS).execute(end::countDown);

        assertThat(pay(site)).isEqualTo("paid");

        first.join();
        assertThat(count(Event.BUSY)).as("calls that ended busy").isZero();
    }

    @Test
    void aRetryThatHasFailedOftenEnoughEndsWithItsLastOutcome() throws Throwable {
        Outcome retry = new Outcome.Retry(2, Duration.ofMillis(5), Duration.ofMillis(20), new Outcome.Return("busy"));
        int site = site(rule().waiting(Duration.ofMillis(10)).onBusy(retry));
        CountDownLatch end = new CountDownLatch(1);
        CompletableFuture<Object> first = holding(site(rule()), end);

        assertThat(pay(site)).isEqualTo("busy");

        end.countDown();
        first.join();
        assertThat(count(Event.BUSY)).isEqualTo(1);
    }

    @Test
    void anInterruptEndsTheRetrying() throws Throwable {
        Outcome retry = new Outcome.Retry(100, Duration.ofSeconds(20), Duration.ofSeconds(20), Outcome.SKIP);
        int site = site(rule().waiting(Duration.ZERO).onBusy(retry));
        CountDownLatch end = new CountDownLatch(1);
        CompletableFuture<Object> first = holding(site(rule()), end);

        assertThat(interrupted(site)).isInstanceOf(LockInterruptedException.class);

        end.countDown();
        first.join();
    }

    @Test
    @FailsWithout("`Waiting#run` lets no body begin under a lease that is over when its answer is read")
    void aGrantWhoseLeaseIsOverWhenItComesIsNotEntered() {
        int site = site(rule().lease(Duration.ofMillis(10)).waiting(Duration.ZERO));
        woven.backend.delay = 20;
        woven.backend.patience = 10_000;

        assertThatThrownBy(() -> pay(site))
                .isInstanceOf(LockUnavailableException.class)
                .hasMessageContaining("before the call could begin");

        await().atMost(Duration.ofSeconds(10)).until(() -> woven.store.held().isEmpty());
    }

    @Test
    void whatTheKeysGetterThrowsIsTheCauseOfTheRefusal() {
        int site = woven.site(Woven.rule("PAY:{p0.id}").build(), Till.class, "close");

        assertThatThrownBy(() -> woven.call(site, new Till(), () -> null, new Broken()))
                .isInstanceOf(LockKeyException.class)
                .hasMessageContaining("its key or condition cannot be computed")
                .hasCauseInstanceOf(UnsupportedOperationException.class);
    }

    static final class Till {
        void close(Broken order) {}
    }

    public static final class Broken {
        public String getId() {
            throw new UnsupportedOperationException("mine");
        }
    }

    @Test
    void aReleaseThatFailsDoesNotReachTheCaller() throws Throwable {
        int site = site(rule());
        woven.backend.brokenRelease = new IllegalStateException("out of memory");

        assertThat(pay(site)).isEqualTo("paid");

        assertThat(count(Event.RELEASED_LATE)).isEqualTo(1);
    }

    @Test
    void noGateOutlivesAWaiterThatGaveUpWhileTheReleaseBeforeItWasUnderWay() throws Throwable {
        int site = site(rule());
        CountDownLatch end = new CountDownLatch(1);
        CompletableFuture<Object> first = holding(site, end);
        Thread waiter =
                new Thread(() -> assertThatThrownBy(() -> pay(site)).isInstanceOf(LockInterruptedException.class));
        waiter.start();
        await().until(() -> waiter.getState() == Thread.State.TIMED_WAITING);
        woven.store.freeze();
        end.countDown();
        first.join();

        waiter.interrupt();
        waiter.join();
        woven.store.thaw();

        await().atMost(Duration.ofSeconds(10)).until(() -> woven.engine.gatesInUse() == 0);
    }

    @Test
    void noGateOutlivesItsLastCall() throws Throwable {
        int site = site(rule());
        woven.backend.delay = 5;
        pay(site);

        await().until(() -> woven.engine.gatesInUse() == 0);
    }
}
