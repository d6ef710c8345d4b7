package io.lockgraft.engine.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lockgraft.api.LockBusyException;
import io.lockgraft.api.LockLostException;
import io.lockgraft.api.LockRuleException;
import io.lockgraft.asynchronous.LaterResults;
import io.lockgraft.engine.Woven;
import io.lockgraft.engine.hold.Work;
import io.lockgraft.engine.later.EnclosingCall;
import io.lockgraft.language.pattern.MethodPattern;
import io.lockgraft.manage.Counters.Event;
import io.lockgraft.rules.Handoff;
import io.lockgraft.rules.OnExceeded;
import io.lockgraft.rules.OnLost;
import io.lockgraft.rules.Outcome;
import io.lockgraft.rules.RuleBuilder;
import io.lockgraft.rules.Until;
import io.lockgraft.spi.LockKind;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.WrittenLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A hold goes on until its work is over; which calls may enter it meanwhile, and which wait. */
@Timeout(60)
final class WorkTest {
    private final Woven woven = new Woven();
    private Thread other;

    @RegisterExtension
    private final WrittenLog log = new WrittenLog();

    static final class Shop {
        static void pay(String order) {}

        static void move(String from, String to) {}

        static Callable<Object> prepare(String order) {
            return null;
        }

        static Callable<Object> prepareBusy(String order) {
            return () -> "busy";
        }
    }

    static final class UnitOfWork {
        static void run() {}
    }

    /** A transaction, or a result, that a test ends. */
    private static final class Task extends Work {
        boolean here;
        boolean suspended;
        Thread thread;

        @Override
        protected String told() {
            return "the end of the test";
        }

        @Override
        protected Thread thread() {
            return thread;
        }

        @Override
        protected boolean isHere() {
            return here;
        }

        @Override
        protected boolean isSuspendedHere() {
            return suspended;
        }

        void end() {
            over();
        }

        LockLostException loss() {
            return lost();
        }
    }

    @AfterEach
    void nothingIsLeft() throws Exception {
        assertThat(woven.store.held()).isEmpty();
        await().until(() -> woven.engine.gatesInUse() == 0);
        woven.close();
    }

    private int site(RuleBuilder rule) {
        return woven.site(rule.build(), Shop.class, "pay");
    }

    private static RuleBuilder rule() {
        return Woven.rule("PAY:{p0}").waiting(Duration.ofSeconds(30));
    }

    private Object enter(int site) throws Throwable {
        return enter(site, "42");
    }

    private Object enter(int site, String order) throws Throwable {
        return woven.engine.enter(site, null, new Object[] {order});
    }

    /** A call in a transaction of this thread, which keeps its key from then on. */
    private Task keep(int site, String order) throws Throwable {
        Task transaction = transaction();
        woven.active = transaction;
        Woven.exit(enter(site, order), null);
        woven.active = null;
        return transaction;
    }

    private static RuleBuilder atMost(OnExceeded onExceeded) {
        return rule().hold(Duration.ZERO, Duration.ofSeconds(2), onExceeded, Until.WORK);
    }

    private static Task transaction() {
        Task task = new Task();
        task.here = true;
        task.thread = Thread.currentThread();
        return task;
    }

    private static void elsewhere(Runnable task) throws Exception {
        CompletableFuture.runAsync(task, command -> new Thread(command).start()).get(30, TimeUnit.SECONDS);
    }

    private CompletableFuture<Object> enterElsewhere(int site) {
        CompletableFuture<Object> entered = new CompletableFuture<>();
        other = new Thread(() -> {
            try {
                entered.complete(enter(site));
            } catch (Throwable e) {
                entered.completeExceptionally(e);
            }
        });
        other.start();
        return entered;
    }

    @Test
    @Shows("the method returns inside of a transaction, which any thread completes")
    void aHoldOutlivesItsBodyUntilAnyThreadEndsTheTransaction() throws Throwable {
        int site = site(rule());
        Task transaction = transaction();
        woven.active = transaction;

        Woven.exit(enter(site), null);
        assertThat(woven.store.held()).containsExactly("shop:PAY:42");
        elsewhere(transaction::end);

        assertThat(woven.store.held()).isEmpty();
        woven.active = null;
    }

    @Test
    @Shows("the transaction that keeps a key calls a method with it again")
    void aCallInTheSameTransactionEntersAgainWithoutARoundTrip() throws Throwable {
        int site = site(rule());
        Task transaction = transaction();
        woven.active = transaction;

        Woven.exit(enter(site), null);
        Woven.exit(enter(site), null);
        Woven.exit(enter(site), null);

        assertThat(woven.backend.acquires).hasValue(1);
        transaction.end();
        woven.active = null;
    }

    @Test
    @Shows("the method returns inside of a transaction, which any thread completes")
    void anotherThreadWaitsForTheEndOfTheTransactionAndGetsTheLeaseThere() throws Throwable {
        int site = site(rule().handoff(new Handoff(64, Duration.ofMinutes(1))));
        Task transaction = transaction();
        woven.active = transaction;
        Woven.exit(enter(site), null);
        transaction.here = false;
        woven.active = null;

        CompletableFuture<Object> next = enterElsewhere(site);
        await().until(() -> other.getState() == Thread.State.TIMED_WAITING);
        assertThat(next).isNotDone();
        transaction.end();

        Woven.exit(next.get(30, TimeUnit.SECONDS), null);
        assertThat(woven.backend.acquires).as("passed on").hasValue(1);
    }

    @Test
    @Shows("a thread calls again while the result of its earlier call is open")
    void theNextCallOfTheSameThreadWaitsForTheResultThatItsLastOneHasReturned() throws Throwable {
        int site = site(rule().waiting(Duration.ZERO));
        Task result = new Task();

        Object returned = Woven.exit(enter(site), result, null);

        assertThat(returned).isSameAs(result);
        assertThatThrownBy(() -> enter(site)).isInstanceOf(LockBusyException.class);
        elsewhere(result::end);
        Woven.exit(enter(site), null);
    }

    @Test
    void aResultThatIsCompletedAlreadyEndsTheHoldWithTheMethod() throws Throwable {
        Task result = new Task();
        result.end();

        Woven.exit(enter(site(rule())), result, null);

        assertThat(woven.store.held()).isEmpty();
    }

    @Test
    @Shows("the method returns a future inside of a transaction")
    void theLaterOfTransactionAndResultCounts() throws Throwable {
        int site = site(rule());
        for (boolean resultFirst : new boolean[] {true, false}) {
            Task result = new Task();
            Task transaction = transaction();
            woven.active = transaction;
            Woven.exit(enter(site), result, null);
            woven.active = null;

            (resultFirst ? result : transaction).end();
            assertThat(woven.store.held()).containsExactly("shop:PAY:42");
            (resultFirst ? transaction : result).end();
            assertThat(woven.store.held()).isEmpty();
        }
    }

    @Test
    @Shows("the transaction is over while the body still runs, as by a time-out")
    void aTransactionThatIsOverBeforeTheBodyEndsLeavesTheHoldToTheBody() throws Throwable {
        int site = site(rule());
        Task transaction = transaction();
        woven.active = transaction;
        Object outer = enter(site);
        Woven.exit(enter(site), null);
        elsewhere(transaction::end);
        assertThat(woven.store.held()).containsExactly("shop:PAY:42");

        Woven.exit(outer, null);

        assertThat(woven.store.held()).isEmpty();
        woven.active = null;
    }

    @Test
    void aCallInsideOfTheBodyIsNestedThoughAnEarlierResultIsOpen() throws Throwable {
        int site = site(rule());
        Task result = new Task();
        Object outer = enter(site);
        Woven.exit(enter(site), result, null);

        Woven.exit(enter(site), null);
        Woven.exit(outer, null);

        assertThat(woven.backend.acquires).hasValue(1);
        assertThat(woven.store.held()).containsExactly("shop:PAY:42");
        result.end();
    }

    @Test
    @Shows("a method with the key is called while the transaction that keeps it is suspended (`REQUIRES_NEW`)")
    void theNextCallWhileTheTransactionIsSuspendedIsRefusedAtOnce() throws Throwable {
        int site = site(rule());
        Task transaction = transaction();
        woven.active = transaction;
        Woven.exit(enter(site), null);
        woven.active = null;
        transaction.here = false;
        transaction.suspended = true;

        assertThatThrownBy(() -> enter(site))
                .isInstanceOf(LockRuleException.class)
                .hasMessageContaining("shop:PAY:42 is held until an outer transaction of the same thread ends")
                .hasMessageContaining("hold: {until: return}");

        transaction.end();
    }

    @Test
    void aCallWithOneKeyMoreKeepsTheOuterOneUntilItsOwnWorkIsOver() throws Throwable {
        int site = site(rule());
        int both = woven.site(Woven.rule("PAY:{p0}", "PAY:{p1}").build(), Shop.class, "move");
        Task result = new Task();
        Object outer = enter(site);
        Woven.exit(woven.engine.enter(both, null, new Object[] {"42", "43"}), result, null);
        Woven.exit(outer, null);

        assertThat(woven.store.held()).containsExactlyInAnyOrder("shop:PAY:42", "shop:PAY:43");
        assertThat(enterElsewhere(site(rule().waiting(Duration.ZERO)))).failsWithin(Duration.ofSeconds(30));
        assertThatThrownBy(() -> enter(site(rule().waiting(Duration.ZERO)))).isInstanceOf(LockBusyException.class);
        elsewhere(result::end);
    }

    @Test
    void readersOfOneThreadWhoseResultsAreOpenAreEachCounted() throws Throwable {
        int read = site(rule().lock(LockKind.READ));
        int write = site(rule().lock(LockKind.WRITE).waiting(Duration.ZERO));
        Task first = new Task();
        Task second = new Task();
        Woven.exit(enter(read), first, null);
        Woven.exit(enter(read), second, null);

        first.end();
        assertThatThrownBy(() -> enter(write)).isInstanceOf(LockBusyException.class);
        second.end();
        Woven.exit(enter(write), null);
    }

    @Test
    void untilReturnEndsWithTheMethodWhateverFollows() throws Throwable {
        int site = site(rule().hold(Duration.ZERO, null, OnExceeded.WARN, Until.RETURN));
        woven.active = transaction();

        Woven.exit(enter(site), new Task(), null);

        assertThat(woven.store.held()).isEmpty();
        woven.active = null;
    }

    @Test
    @FailsWithout("`RuleEvents#endsAtReturn` tells the listeners")
    void untilAnEnclosingCallEndsWithTheNearestOne() throws Throwable {
        Until until = Until.endOf(MethodPattern.parse("com.shop.UnitOfWork.run(..)"));
        int site = site(rule().hold(Duration.ZERO, null, OnExceeded.WARN, until));
        int unit = woven.sites.put(Woven.method(UnitOfWork.class, "run"), UnitOfWork.class.getClassLoader(), Map.of());
        woven.watches.put(unit, List.of(EnclosingCall.watch(until)));
        Object outer = woven.engine.enter(unit, null, new Object[0]);
        Object inner = woven.engine.enter(unit, null, new Object[0]);

        Woven.exit(enter(site), null);
        Woven.exit(enter(site), null);
        assertThat(woven.store.held()).containsExactly("shop:PAY:42");
        assertThat(woven.backend.acquires).hasValue(1);
        Woven.exit(inner, null);
        assertThat(woven.store.held()).isEmpty();
        Woven.exit(outer, new IllegalStateException("its own"));
        assertThat(log.toString()).isEmpty();

        Woven.exit(enter(site), null);
        assertThat(woven.store.held()).as("outside of any").isEmpty();
        assertThat(log.toString())
                .contains("Shop.pay(java.lang.String) was called outside of com.shop.UnitOfWork.run(..), which its"
                        + " hold.until names: its lock has ended with the method");
    }

    @Test
    @Shows("the lock is lost before the commit, with `onLost: throw`")
    void aLossBeforeTheCommitIsKnownThoughTheKeeperHasNotLooked() throws Throwable {
        int site = site(rule().onLost(OnLost.THROW));
        Task transaction = transaction();
        woven.active = transaction;
        Woven.exit(enter(site), null);
        assertThat(transaction.loss()).isNull();

        woven.store.delete("shop:PAY:42");

        assertThat(transaction.loss()).hasMessageContaining("lost the lock on shop:PAY:42");
        transaction.end();
        woven.active = null;
    }

    @Test
    @Shows("a transaction is committed inside of the locked body, with `onLost: throw`")
    void aTransactionInsideOfBodiesAsksForTheirHoldsButForThoseThatItKeeps() throws Throwable {
        int site = site(rule().onLost(OnLost.THROW));
        Task transaction = transaction();
        Object body = enter(site);
        woven.active = transaction;
        Woven.exit(enter(site, "43"), null);
        Object kept = enter(site, "43");
        assertThat(woven.engine.lostAround(transaction)).isNull();
        woven.store.delete("shop:PAY:43");
        assertThat(woven.engine.lostAround(transaction)).isNull();
        assertThat(transaction.loss()).hasMessageContaining("shop:PAY:43");

        woven.store.delete("shop:PAY:42");

        assertThat(woven.engine.lostAround(transaction)).hasMessageContaining("lost the lock on shop:PAY:42");
        Woven.exit(kept, null);
        transaction.end();
        woven.active = null;
        assertThatThrownBy(() -> Woven.exit(body, null)).isInstanceOf(LockLostException.class);
        assertThat(woven.engine.lostAround(transaction)).isNull();
    }

    @Test
    void aBodyThatAnotherThreadHasEndedIsAskedForNoMore() throws Throwable {
        Object body = enter(site(rule().onLost(OnLost.THROW)));

        elsewhere(() -> Woven.exit(body, null));

        assertThat(woven.engine.lostAround(null)).isNull();
    }

    @Test
    @Shows("the lock is lost before the commit, with `onLost: throw`")
    void aHoldThatWasLostInTheBodyThrowsAtItsEndSoThatTheTransactionIsRolledBack() throws Throwable {
        int site = site(rule().onLost(OnLost.THROW).lease(Duration.ofSeconds(1)));
        Task transaction = transaction();
        woven.active = transaction;
        Object token = enter(site);
        woven.store.delete("shop:PAY:42");
        await().until(() -> woven.sites.counters().get("pay-order").of(Event.LOST) == 1);

        assertThatThrownBy(() -> Woven.exit(token, null)).isInstanceOf(LockLostException.class);
        transaction.end();
        woven.active = null;
    }

    @Test
    @Shows("a transaction or a result never ends")
    void whatNeverEndsIsBoundedByAtMost() throws Throwable {
        int site = site(rule().hold(Duration.ZERO, Duration.ofMillis(200), OnExceeded.RELEASE, Until.WORK));

        Woven.exit(enter(site), new Task(), null);

        await().until(() -> woven.sites.counters().get("pay-order").of(Event.RELEASED_EARLY) == 1);
        assertThat(woven.store.held()).isEmpty();
    }

    @Test
    @Shows("`onExceeded: interrupt` after the method has returned")
    void nobodyIsInterruptedOnceTheBodyHasLeft() throws Throwable {
        int site = site(rule().hold(Duration.ZERO, Duration.ofMillis(100), OnExceeded.INTERRUPT, Until.WORK));
        Task result = new Task();

        Woven.exit(enter(site), result, null);
        await().until(() -> woven.sites.counters().get("pay-order").of(Event.EXCEEDED) == 1);
        Thread.sleep(50);

        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        result.end();
    }

    @Test
    @Shows("a transaction or a result never ends")
    void aHoldThatGoesOnAfterItsMethodIsToldWithWhatItWaitsFor() throws Throwable {
        Task transaction = keep(site(atMost(OnExceeded.WARN)), "42");

        await().until(() -> woven.sites.counters().get("pay-order").of(Event.EXCEEDED) == 1);
        await().untilAsserted(() -> assertThat(log.toString())
                .containsPattern("half of its hold\\.atMost \\(2s\\)\\. The method has returned; its lock waits for the"
                        + " end of the test")
                .containsPattern("longer than its hold\\.atMost \\(2s\\)\\. The method has returned; its lock waits for"
                        + " the end of the test\\. It goes on holding it \\(onExceeded: warn\\)")
                .doesNotContain("on thread", "Its thread", "\tat "));
        transaction.end();

        assertThat(log.toString())
                .containsPattern(
                        "Shop\\.pay\\(java\\.lang\\.String\\) has ended with the end of the test, \\d+ ms after it"
                                + " got shop:PAY:42; its hold\\.atMost is 2s");
    }

    @Test
    void whatIsGivenBackWhileItWaitsIsToldSo() throws Throwable {
        keep(site(atMost(OnExceeded.RELEASE)), "42").end();
        Task never = keep(site(atMost(OnExceeded.RELEASE)), "42");

        await().untilAsserted(() -> assertThat(log.toString())
                .contains("its lock waits for the end of the test. It is given back before that (onExceeded: release);"
                        + " another call may run at the same time"));
        await().until(() -> woven.store.held().isEmpty());
        never.end();
    }

    @Test
    void aHoldWhoseMethodStillRunsIsToldWithItsStackThoughATransactionKeepsItToo() throws Throwable {
        int site = site(atMost(OnExceeded.WARN));
        Object outer = enter(site);
        Task transaction = keep(site, "42");

        await().untilAsserted(() -> assertThat(log.toString()).containsPattern("Its thread is\\R\\tat "));
        transaction.end();
        Woven.exit(outer, null);

        assertThat(log.toString()).containsPattern("has ended \\d+ ms after it got shop:PAY:42");
    }

    @Test
    void aLossAfterTheMethodHasReturnedIsToldWithWhatTheLockWaitedFor() throws Throwable {
        Task transaction = keep(site(rule().lease(Duration.ofSeconds(1))), "42");

        woven.store.delete("shop:PAY:42");

        await().untilAsserted(() -> assertThat(log.toString())
                .contains("The method has returned; what goes on until the end of the test goes on without it (onLost:"
                        + " warn); another call may run at the same time"));
        transaction.end();
    }

    @Test
    @Shows("two transactions each keep a key and want the other's")
    void aWaitInACircleTellsWhoWaitsForWhom() throws Throwable {
        int patient = site(rule());
        int brief = woven.site(
                Woven.rule("PAY:{p0}").waiting(Duration.ofMillis(300)).build(), Shop.class, "pay");
        Task mine = keep(patient, "1");
        CompletableFuture<Task> kept = new CompletableFuture<>();
        CompletableFuture<Object> entered = new CompletableFuture<>();
        other = new Thread(
                () -> {
                    try {
                        kept.complete(keep(patient, "2"));
                        entered.complete(enter(patient, "1"));
                    } catch (Throwable e) {
                        kept.completeExceptionally(e);
                        entered.completeExceptionally(e);
                    }
                },
                "till-2");
        other.start();
        Task its = kept.get(30, TimeUnit.SECONDS);
        its.here = false;
        mine.here = false;
        await().until(() -> other.getState() == Thread.State.TIMED_WAITING);

        String me = Thread.currentThread().getName();
        assertThatThrownBy(() -> enter(brief, "2"))
                .isInstanceOf(LockBusyException.class)
                .hasMessageContaining("It is a circle: thread '" + me
                        + "' waits for shop:PAY:2, which thread 'till-2' holds until the end of the test (rule"
                        + " 'pay-order'); thread 'till-2' waits for shop:PAY:1, which thread '" + me
                        + "' holds until the end of the test (rule 'pay-order'). Let all calls take "
                        + "these keys in one order");

        mine.end();
        Woven.exit(entered.get(30, TimeUnit.SECONDS), null);
        its.end();
    }

    @Test
    void aWaitForACallThatWaitsForNothingOfOursIsNoCircle() throws Throwable {
        int patient = site(rule());
        Task mine = keep(patient, "1");
        CompletableFuture<Task> kept = new CompletableFuture<>();
        elsewhere(() -> {
            try {
                kept.complete(keep(patient, "2"));
            } catch (Throwable e) {
                kept.completeExceptionally(e);
            }
        });
        Task its = kept.get(30, TimeUnit.SECONDS);
        its.here = false;

        assertThatThrownBy(() -> enter(site(rule().waiting(Duration.ofMillis(50))), "2"))
                .isInstanceOf(LockBusyException.class)
                .hasMessageNotContaining("circle");

        its.end();
        mine.end();
    }

    @Test
    @Shows("a thread calls again while the result of its earlier call is open")
    void aWaitForAnEarlierCallOfTheSameThreadIsToldWithWhatKeepsIt() throws Throwable {
        Task result = new Task();
        Woven.exit(enter(site(rule())), result, null);

        assertThatThrownBy(() -> enter(site(rule().waiting(Duration.ofMillis(50)))))
                .isInstanceOf(LockBusyException.class)
                .hasMessageContaining("An earlier call of the same thread keeps it until the end of the test (rule"
                        + " 'pay-order').");

        result.end();
    }

    @Test
    @Shows("the transaction began before the lock was taken")
    @FailsWithout("`RuleEvents#lockedInTransaction` tells the listeners")
    void aLockThatIsTakenInsideOfATransactionIsToldOnceASite() throws Throwable {
        String told = "got its lock inside of a transaction that had begun before";
        int site = site(rule());
        Woven.exit(enter(site), null);
        assertThat(log.toString()).doesNotContain(told);

        keep(site, "42").end();
        keep(site, "43").end();

        assertThat(log.lines().filter(line -> line.contains(told))).hasSize(1);
    }

    @Test
    void aCallThatSharesTheOuterHoldIsNotToldOfTheTransaction() throws Throwable {
        int site = site(rule());
        int both = woven.site(Woven.rule("PAY:{p0}", "PAY:{p1}").build(), Shop.class, "move");
        Object outer = enter(site);
        woven.active = transaction();

        Object nested = enter(site);
        Object one = woven.engine.enter(both, null, new Object[] {"42", "43"});
        woven.active = null;
        Woven.exit(one, null);
        Woven.exit(nested, null);
        Woven.exit(outer, null);

        assertThat(log.toString()).doesNotContain("inside of a transaction");
    }

    @Test
    void untilReturnIsNotToldOfTheTransaction() throws Throwable {
        int site = site(rule().hold(Duration.ZERO, null, OnExceeded.WARN, Until.RETURN));

        keep(site, "42");

        assertThat(log.toString()).doesNotContain("inside of a transaction");
    }

    /** A future's completer runs what was added last first: the caller's next call comes before the end of the hold. */
    @Test
    void aCallInWhatFollowsAFutureDoesNotWaitForItsOwnThread() throws Throwable {
        try (Woven real = new Woven(new LaterResults())) {
            int site = real.site(rule().build(), Shop.class, "pay");
            CompletableFuture<String> first = new CompletableFuture<>();
            Object returned = Woven.exit(real.engine.enter(site, null, new Object[] {"42"}), first, null);
            assertThat(returned).isSameAs(first);
            CompletableFuture<String> second = first.thenApply(value -> {
                try {
                    Woven.exit(real.engine.enter(site, null, new Object[] {"42"}), null);
                    return "second";
                } catch (Throwable e) {
                    throw new IllegalStateException(e);
                }
            });

            elsewhere(() -> first.complete("first"));

            assertThat(second.get(20, TimeUnit.SECONDS)).isEqualTo("second");
            assertThat(real.store.held()).isEmpty();
        }
    }

    @Test
    @FailsWithout("`CallEntry#guard` guards what a nested call returns, too")
    void aCallableThatANestedCallReturnsTakesTheLockEachTimeItIsCalled() throws Throwable {
        try (Woven real = new Woven(new LaterResults())) {
            int pay = real.site(rule().build(), Shop.class, "pay");
            int prepare = real.site(rule().build(), Shop.class, "prepare");
            Callable<Object> body = () -> new ArrayList<>(real.store.held());
            Object outer = real.engine.enter(pay, null, new Object[] {"42"});
            Object inner = real.engine.enter(prepare, null, new Object[] {"42"});

            Callable<?> guarded = (Callable<?>) Woven.exit(inner, body, null);
            Woven.exit(outer, null);

            assertThat(guarded.call()).isEqualTo(List.of("shop:PAY:42"));
            assertThat(real.store.held()).isEmpty();
        }
    }

    @Test
    @FailsWithout("`LockEngine#call` guards nothing that the application's own Callable returns")
    void whatAGuardedCallableReturnsReachesItsCallerAsItIs() throws Throwable {
        try (Woven real = new Woven(new LaterResults())) {
            int prepare = real.site(rule().build(), Shop.class, "prepare");
            Callable<Object> result = () -> "result";
            Object token = real.engine.enter(prepare, null, new Object[] {"42"});
            Callable<?> guarded = (Callable<?>) Woven.exit(token, (Callable<Object>) () -> result, null);

            assertThat(guarded.call()).isSameAs(result);
        }
    }

    @Test
    @FailsWithout("`LockEngine#call` calls what the method gives in place of its own")
    void whatABusyCallableGetsIsCalledInPlaceOfIt() throws Throwable {
        try (Woven real = new Woven(new LaterResults())) {
            RuleBuilder busy = rule().waiting(Duration.ZERO).onBusy(new Outcome.Call("prepareBusy"));
            int prepare = real.site(busy.build(), Shop.class, "prepare");
            int pay = real.site(rule().build(), Shop.class, "pay");
            Object token = real.engine.enter(prepare, null, new Object[] {"42"});
            Callable<?> guarded = (Callable<?>) Woven.exit(token, (Callable<Object>) () -> "paid", null);
            Object[] other = new Object[1];
            elsewhere(() -> other[0] = enterUnchecked(real, pay));

            assertThat(guarded.call()).isEqualTo("busy");

            Woven.exit(other[0], null);
        }
    }

    private static Object enterUnchecked(Woven real, int site) {
        try {
            return real.engine.enter(site, null, new Object[] {"42"});
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** Asked whether it is done, it throws. */
    @Test
    void aMinimalStageKeepsTheLockUntilItIsCompleted() throws Throwable {
        try (Woven real = new Woven(new LaterResults())) {
            int site = real.site(rule().build(), Shop.class, "pay");
            CompletableFuture<String> work = new CompletableFuture<>();
            Woven.exit(real.engine.enter(site, null, new Object[] {"42"}), work.minimalCompletionStage(), null);
            assertThat(real.store.held()).containsExactly("shop:PAY:42");

            work.complete("paid");

            assertThat(real.store.held()).isEmpty();
        }
    }

    /** The outer hold must neither end under its body nor stay, whoever ends the inner one's work, and when. */
    @Test
    void workOfAnInnerHoldThatEndsAtAnyMomentLeavesTheOuterOneToItsBody() throws Throwable {
        int site = site(rule());
        int both = woven.site(
                Woven.rule("PAY:{p0}", "PAY:{p1}")
                        .waiting(Duration.ofSeconds(30))
                        .build(),
                Shop.class,
                "move");
        Random random = new Random(3);
        for (int i = 0; i < 300; i++) {
            Task result = new Task();
            Object outer = enter(site);
            Object inner = woven.engine.enter(both, null, new Object[] {"42", "43"});
            Thread ends = new Thread(result::end);
            int spin = random.nextInt(3_000);
            ends.start();
            for (int s = 0; s < spin; s++) {
                Thread.onSpinWait();
            }
            Woven.exit(inner, result, null);
            assertThat(woven.store.held()).contains("shop:PAY:42");
            Woven.exit(enter(site), null);
            ends.join();
            Woven.exit(outer, null);
            assertThat(woven.store.held()).isEmpty();
        }
    }
}
