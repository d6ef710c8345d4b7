package io.lockgraft.engine.look;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.engine.Engines;
import io.lockgraft.engine.Parked;
import io.lockgraft.engine.Woven;
import io.lockgraft.engine.hold.Work;
import io.lockgraft.rules.Handoff;
import io.lockgraft.rules.OnExceeded;
import io.lockgraft.rules.RuleBuilder;
import io.lockgraft.rules.Until;
import io.lockgraft.spi.LockKind;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.store.FaultyServer;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who holds a key and who waits for it, of each kind of lock and each way to keep a hold. */
@Timeout(120)
final class EngineViewTest {
    private final FaultyServer server = new FaultyServer();
    private final Woven woven = new Woven(server, Engines.NO_RESULTS);
    private final Woven other = new Woven(server, Engines.NO_RESULTS);
    private final Parked parked = new Parked(woven);
    private final Parked elsewhere = new Parked(other);

    static final class Shop {
        static void pay(String order) {}

        static void look(String order) {}

        static void move(String from, String to) {}
    }

    /** A transaction that a test ends. */
    private static final class Task extends Work {
        @Override
        protected String told() {
            return "the end of its transaction";
        }

        @Override
        protected Thread thread() {
            return Thread.currentThread();
        }

        void end() {
            over();
        }
    }

    @AfterEach
    void nothingIsLeft() throws Exception {
        elsewhere.close();
        parked.close();
        assertThat(parked.surprises).isEmpty();
        assertThat(elsewhere.surprises).isEmpty();
        await().until(() -> woven.engine.gatesInUse() == 0);
        assertThat(look().keys()).isEmpty();
        woven.close();
        other.close();
    }

    private static RuleBuilder rule() {
        return Woven.rule("PAY:{p0}").waiting(Duration.ofMinutes(5)).lease(Duration.ofMinutes(10));
    }

    private static int site(Woven of, RuleBuilder rule, String method) {
        return of.site(rule.build(), Shop.class, method);
    }

    private int site(RuleBuilder rule) {
        return site(woven, rule, "pay");
    }

    private EngineView look() {
        return EngineView.of(woven.stores);
    }

    private KeyView key(String key) {
        return look().keys().stream()
                .filter(each -> each.key().equals(key))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no key " + key));
    }

    private static List<String> holders(KeyView key) {
        return key.holders().stream()
                .map(each -> each.kind().word()
                        + (each.thread() == null ? "" : " " + each.thread().name()))
                .collect(Collectors.toList());
    }

    private static List<String> waiters(KeyView key) {
        return key.waiters().stream().map(each -> each.thread().name()).collect(Collectors.toList());
    }

    @Test
    @FailsWithout("`GateView#of` copies the head, the inside and the queue")
    void aHolderAndItsQueueAreSeenInTheirOrderWithTheirThreads() {
        int site = site(rule());
        Thread holder = parked.enters("holder", site, "42");
        parked.waits("second", site, "42");
        parked.waits("third", site, "42");

        KeyView key = key("shop:PAY:42");

        assertThat(holders(key)).containsExactly("body holder");
        HolderView body = key.holders().get(0);
        assertThat(body.thread().number()).isEqualTo(holder.getId());
        assertThat(body.site().method().name()).isEqualTo("pay");
        assertThat(body.lease().isRenewed()).isTrue();
        assertThat(waiters(key)).containsExactly("second", "third");
        assertThat(key.oldestNanos())
                .isGreaterThanOrEqualTo(key.waiters().get(1).nanos());
        assertThat(look().holding()).isEqualTo(1);
        assertThat(look().waiting()).isEqualTo(2);
    }

    @Test
    void readersAreAllHoldersAndTheWriterBehindThemWaits() {
        int read = site(rule().lock(LockKind.READ));
        int write = site(woven, rule().lock(LockKind.WRITE), "look");
        parked.enters("one", read, "42");
        parked.enters("two", read, "42");
        parked.waits("writer", write, "42");

        KeyView key = key("shop:PAY:42");

        assertThat(holders(key)).containsExactly("body one", "body two");
        assertThat(waiters(key)).containsExactly("writer");
    }

    @Test
    void eachPermitHasItsHolder() {
        int site = site(rule().lock(LockKind.SEMAPHORE).permits(2));
        parked.enters("one", site, "42");
        parked.enters("two", site, "42");
        parked.waits("three", site, "42");

        KeyView key = key("shop:PAY:42:permits");

        assertThat(holders(key)).startsWith("body one", "body two");
        assertThat(waiters(key)).containsExactly("three");
    }

    @Test
    void fairCallsWaitInTheOrderInWhichTheyCame() {
        int site = site(rule().lock(LockKind.FAIR));
        parked.enters("one", site, "42");
        parked.waits("two", site, "42");
        parked.waits("three", site, "42");

        KeyView key = key("shop:PAY:42");

        assertThat(holders(key)).startsWith("body one");
        assertThat(waiters(key)).containsExactly("two", "three");
    }

    @Test
    void aNestedCallIsItsOuterOneAndOneOfAnotherKeyHasAHoldOfItsOwn() throws Throwable {
        int outer = site(rule());
        int inner = site(woven, rule(), "look");
        Object one = woven.engine.enter(outer, null, new Object[] {"42"});
        Object same = woven.engine.enter(inner, null, new Object[] {"42"});
        Object another = woven.engine.enter(inner, null, new Object[] {"43"});
        try {
            KeyView key = key("shop:PAY:42");
            assertThat(holders(key))
                    .containsExactly("body " + Thread.currentThread().getName());
            assertThat(key.holders().get(0).site().method().name()).isEqualTo("pay");
            assertThat(key.waiters()).isEmpty();
            assertThat(key("shop:PAY:43").holders().get(0).site().method().name())
                    .isEqualTo("look");
            assertThat(look().holding()).isEqualTo(2);
        } finally {
            Woven.exit(another, null);
            Woven.exit(same, null);
            Woven.exit(one, null);
        }
    }

    @Test
    @FailsWithout("`WaiterView#isAtFirstKey` counts a call of several keys once")
    void aCallOfSeveralKeysIsSeenAtEachAndCountedOnce() {
        int both = woven.site(
                Woven.rule("PAY:{p0}", "PAY:{p1}")
                        .waiting(Duration.ofMinutes(5))
                        .build(),
                Shop.class,
                "move");
        int one = site(rule());
        parked.enters("second", one, "2");
        parked.waits("both", both, "1", "2");

        assertThat(holders(key("shop:PAY:1"))).containsExactly("nobody");
        assertThat(key("shop:PAY:1").holders().get(0).told()).isEqualTo("shop:PAY:2");
        assertThat(waiters(key("shop:PAY:1"))).containsExactly("both");
        assertThat(waiters(key("shop:PAY:2"))).containsExactly("both");
        assertThat(look().waiting()).isEqualTo(1);
        parked.enters("other", one, "3");
        assertThat(look().holding()).isEqualTo(2);
    }

    @Test
    void aTransactionKeepsAHoldThatHasNoBody() throws Throwable {
        int site = site(rule());
        Task transaction = new Task();
        woven.active = transaction;
        woven.call(site, null, () -> null, "42");
        woven.active = null;
        try {
            KeyView key = key("shop:PAY:42");

            assertThat(holders(key))
                    .containsExactly("work " + Thread.currentThread().getName());
            assertThat(key.holders().get(0).told()).isEqualTo("the end of its transaction");
        } finally {
            transaction.end();
        }
    }

    @Test
    void aLeaseLingersAndNoCallHasIt() throws Throwable {
        int site = site(rule().linger(Duration.ofMinutes(5)));
        woven.call(site, null, () -> null, "42");
        try {
            assertThat(holders(key("shop:PAY:42"))).containsExactly("lingering");
            assertThat(look().holding()).isZero();
        } finally {
            woven.engine.settle();
        }
    }

    @Test
    void aLeaseThatIsHandedOverIsTheNextCalls() throws Throwable {
        int site = site(rule().handoff(new Handoff(64, Duration.ofMinutes(5))));
        woven.call(
                site,
                null,
                () -> {
                    parked.waits("next", site, "42");
                    return null;
                },
                "42");
        await().until(() -> parked.inside() == 1);

        assertThat(holders(key("shop:PAY:42"))).containsExactly("body next");
        assertThat(woven.backend.acquires).hasValue(1);
    }

    @Test
    @FailsWithout("`KeyView#told` asks the attempt of the call that asks the store")
    void aHolderInAnotherJvmIsNamedAsTheStoreTells() {
        elsewhere.enters("there", site(other, rule(), "pay"), "42");
        int site = site(rule());
        parked.waits("here", site, "42");
        parked.waits("behind", site, "42");

        await().untilAsserted(() -> assertThat(holders(key("shop:PAY:42"))).containsExactly("elsewhere"));

        KeyView key = key("shop:PAY:42");
        assertThat(waiters(key)).containsExactly("here", "behind");
        assertThat(key.holders().get(0).nanos()).isNegative();
        assertThat(look().unansweredNanos("")).isNegative();
    }

    @Test
    void nothingIsKnownOfAKeyWhoseStoreDoesNotAnswer() {
        int site = site(rule());
        server.freeze();
        parked.waits("here", site, "42");

        KeyView key = key("shop:PAY:42");

        assertThat(holders(key)).containsExactly("unknown");
        assertThat(look().unansweredNanos("")).isNotNegative();
        assertThat(look().unansweredNanos("another")).isNegative();
        server.thaw();
    }

    @Test
    @FailsWithout("`KeeperActions#lost` keeps the hold in `LostHolds`, and `ReleasePath#giveBack` takes it out")
    void aCallThatHasLostItsLockIsSeenUntilItsBodyEnds() throws Throwable {
        int site = site(rule());
        woven.call(
                site,
                null,
                () -> {
                    server.lose("shop:PAY:42", "it was deleted");
                    await().until(() -> look().unlocked() == 1);
                    assertThat(look().holding()).isZero();
                    assertThat(holders(key("shop:PAY:42")))
                            .containsExactly(
                                    "unlocked " + Thread.currentThread().getName());
                    HolderView lost = key("shop:PAY:42").holders().get(0);
                    assertThat(lost.told()).isEqualTo("lost");
                    assertThat(lost.lostNanos()).isBetween(0L, lost.nanos());

                    parked.enters("next", site, "42");
                    assertThat(holders(key("shop:PAY:42")))
                            .containsExactly(
                                    "unlocked " + Thread.currentThread().getName(), "body next");
                    assertThat(look().unlocked()).isEqualTo(1);
                    assertThat(look().holding()).isEqualTo(1);
                    return null;
                },
                "42");

        assertThat(holders(key("shop:PAY:42"))).containsExactly("body next");
        assertThat(look().unlocked()).isZero();
    }

    @Test
    void readersThatHaveLostTheirLeaseAreSeenUntilEachEnds() throws Throwable {
        int site = site(rule().lock(LockKind.READ));
        parked.enters("one", site, "42");
        woven.call(
                site,
                null,
                () -> {
                    server.lose("shop:PAY:42", "it was deleted");
                    await().until(() -> look().unlocked() == 2);
                    return null;
                },
                "42");

        assertThat(holders(key("shop:PAY:42"))).containsExactly("unlocked one");
    }

    @Test
    void aCallThatWasToGiveItsLockBackIsSeenUntilItsBodyEnds() throws Throwable {
        int site = site(rule().hold(Duration.ZERO, Duration.ofMillis(50), OnExceeded.RELEASE, Until.RETURN));
        woven.call(
                site,
                null,
                () -> {
                    await().until(() -> look().unlocked() == 1);
                    assertThat(key("shop:PAY:42").holders().get(0).told()).isEqualTo("given back");
                    return null;
                },
                "42");

        await().untilAsserted(() -> assertThat(look().keys()).isEmpty());
    }

    @Test
    void allOfAThousandThreadsAreSeen() {
        int site = site(rule());
        for (int i = 0; i < 200; i++) {
            parked.enters("holder-" + i, site, "K" + i);
        }
        for (int i = 0; i < 800; i++) {
            parked.call("waiter-" + i, site, "K" + i % 200);
        }
        await().atMost(Duration.ofSeconds(60)).until(() -> parked.atGates() == 800);

        EngineView view = look();

        assertThat(view.keys()).hasSize(200).allSatisfy(key -> {
            int number = Integer.parseInt(key.key().substring("shop:PAY:K".length()));
            assertThat(holders(key)).containsExactly("body holder-" + number);
            assertThat(waiters(key))
                    .containsExactlyInAnyOrder(
                            "waiter-" + number,
                            "waiter-" + (number + 200),
                            "waiter-" + (number + 400),
                            "waiter-" + (number + 600));
        });
        assertThat(view.holding()).isEqualTo(200);
        assertThat(view.waiting()).isEqualTo(800);
    }
}
