package io.lockgraft.engine.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.lockgraft.api.LockBusyException;
import io.lockgraft.api.LockKeyException;
import io.lockgraft.engine.Woven;
import io.lockgraft.manage.Counters.Event;
import io.lockgraft.rules.Outcome;
import io.lockgraft.rules.RuleBuilder;
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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A call that takes several keys together. */
@Timeout(120)
final class SeveralKeysTest {
    private final Woven woven = new Woven();

    static final class Shop {
        static void order(List<String> products) {}

        static void move(String from, String to) {}

        static String pay(String order) {
            return order;
        }
    }

    @AfterEach
    void close() {
        woven.close();
    }

    private int order(RuleBuilder rule) {
        return woven.site(rule.build(), Shop.class, "order");
    }

    private int order() {
        return order(Woven.rule("STOCK:{p0[*]}"));
    }

    private int move(RuleBuilder rule) {
        return woven.site(rule.build(), Shop.class, "move");
    }

    private static RuleBuilder fromAndTo() {
        return Woven.rule("STOCK:{p0}", "STOCK:{p1}");
    }

    private Object enter(int site, Object... arguments) throws Throwable {
        return woven.engine.enter(site, null, arguments);
    }

    private void exit(Object token) {
        Woven.exit(token, null);
    }

    private long count(Event event) {
        return woven.sites.counters().get("pay-order").of(event);
    }

    private Grant otherJvm(String key) {
        return new FaultyStore(woven.store)
                .acquire(Requests.exclusive(key, 1, 30_000, System.nanoTime()))
                .answer()
                .join()
                .grant();
    }

    @Test
    void theKeysAreTakenOnceEachInTheirOrderByOneRequest() throws Throwable {
        Object token = enter(order(), List.of("pen", "ink", "pen", "cap"));

        assertThat(((EnteredCall) token).hold().part().request().keys())
                .containsExactly("shop:STOCK:cap", "shop:STOCK:ink", "shop:STOCK:pen");
        assertThat(woven.backend.acquires).hasValue(1);
        assertThat(woven.engine.gatesInUse()).isEqualTo(3);
        exit(token);
        assertThat(woven.store.held()).isEmpty();
        assertThat(woven.engine.gatesInUse()).isZero();
    }

    @Test
    void twoTemplatesThatComeToOneKeyAreOneKey() throws Throwable {
        Object token = enter(move(fromAndTo()), "pen", "pen");

        assertThat(woven.store.held()).containsExactly("shop:STOCK:pen");
        exit(token);
    }

    @Test
    void aCallWithoutAnyKeyMissesItsKey() throws Throwable {
        assertThatThrownBy(() -> enter(order(), List.of()))
                .isInstanceOf(LockKeyException.class)
                .hasMessageContaining(
                        "its key STOCK:{p0[*]} is not complete (there is nothing behind its [*], and so no key)");
        assertThat(enter(order(Woven.rule("STOCK:{p0[*]}").onMissingKey(Outcome.PROCEED)), List.of()))
                .isSameAs(Unlocked.TOKEN);
        assertThat(woven.backend.acquires).hasValue(0);
    }

    @Test
    void aPartThatIsMissingInOneOfTheKeysIsMissing() {
        assertThatThrownBy(() -> enter(order(), Arrays.asList("pen", null))).isInstanceOf(LockKeyException.class);
        assertThatThrownBy(() -> enter(move(fromAndTo()), "pen", " "))
                .isInstanceOf(LockKeyException.class)
                .hasMessageContaining("its key STOCK:{p0}, STOCK:{p1} is not complete (part {p1} of the key is");
        assertThat(woven.backend.acquires).hasValue(0);
        assertThat(count(Event.MISSING_KEY)).isEqualTo(2);
    }

    @Test
    void oneBusyKeyOfManyLeavesNothingBehind() throws Throwable {
        Grant other = otherJvm("shop:STOCK:ink");
        int site = order(Woven.rule("STOCK:{p0[*]}").waiting(Duration.ofMillis(200)));

        assertThatThrownBy(() -> enter(site, List.of("pen", "ink", "cap")))
                .isInstanceOf(LockBusyException.class)
                .hasMessageContaining("another call of "
                        + other.request().owner().jvm()
                        + " held one of shop:STOCK:cap, shop:STOCK:ink, shop:STOCK:pen for all of the");

        await().untilAsserted(() -> assertThat(woven.store.held()).containsExactly("shop:STOCK:ink"));
        assertThat(woven.engine.gatesInUse()).isZero();
        other.release().join();
        exit(enter(site, List.of("pen", "ink", "cap")));
    }

    @Test
    void whatTheThreadHasAlreadyIsSharedAndOnlyTheRestIsAskedFor() throws Throwable {
        Object outer = enter(order(), List.of("ink"));

        Object inner = enter(order(), List.of("pen", "ink", "cap"));

        assertThat(((EnteredCall) inner).hold().part().request().keys())
                .containsExactly("shop:STOCK:cap", "shop:STOCK:pen");
        exit(inner);
        assertThat(woven.store.held()).as("the outer call goes on").containsExactly("shop:STOCK:ink");
        exit(outer);
        assertThat(woven.store.held()).isEmpty();
    }

    @Test
    void aShareOutlivesTheOuterCallThatEndsFirst() throws Throwable {
        Object outer = enter(order(), List.of("ink"));
        Object inner = enter(order(), List.of("ink", "pen"));

        exit(outer);
        assertThat(woven.store.held()).containsExactly("shop:STOCK:ink", "shop:STOCK:pen");

        exit(inner);
        assertThat(woven.store.held()).isEmpty();
        assertThat(woven.engine.gatesInUse()).isZero();
    }

    @Test
    @FailsWithout("`Gates#enter` tells of a call that has all its keys already")
    void keysOfTwoOuterCallsAreSharedWithoutARoundTrip() throws Throwable {
        Object first = enter(order(), List.of("ink", "cap"));
        Object second = enter(order(), List.of("pen"));
        Thread.currentThread().interrupt();

        Object both = enter(order(), List.of("pen", "ink"));

        assertThat(Thread.interrupted()).as("the flag").isTrue();
        assertThat(woven.backend.acquires).hasValue(2);
        assertThat(count(Event.NESTED)).isEqualTo(1);
        exit(both);
        assertThat(woven.store.held()).hasSize(3);
        exit(second);
        exit(first);
        assertThat(woven.store.held()).isEmpty();
    }

    @Test
    void aShareThatGetsNoFurtherKeyIsGivenUp() throws Throwable {
        Grant other = otherJvm("shop:STOCK:pen");
        Object outer = enter(order(), List.of("ink"));

        int hasty = order(Woven.rule("STOCK:{p0[*]}").waiting(Duration.ZERO));
        assertThatThrownBy(() -> enter(hasty, List.of("ink", "pen"))).isInstanceOf(LockBusyException.class);

        exit(outer);
        assertThat(woven.store.held()).containsExactly("shop:STOCK:pen");
        other.release().join();
    }

    @Test
    void aLostKeyTakesTheHoldOutOfAllItsGates() throws Throwable {
        int site = order(Woven.rule("STOCK:{p0[*]}").lease(Duration.ofMillis(300)));
        Object token = enter(site, List.of("pen", "ink", "cap"));

        woven.store.delete("shop:STOCK:ink");

        await().until(() -> count(Event.LOST) == 1);
        await().until(() -> woven.engine.gatesInUse() == 0);
        exit(token);
        assertThat(woven.engine.gatesInUse()).isZero();
        exit(enter(site, List.of("pen", "ink", "cap")));
    }

    @Test
    @FailsWithout("`Hold#isGood` keeps a lost hold from being shared")
    void aCallWhoseShareIsLostWhileItWaitsForTheRestTakesThatKeyAnewBeforeItRuns() throws Throwable {
        Grant other = otherJvm("shop:STOCK:pen");
        Object outer = enter(order(Woven.rule("STOCK:{p0[*]}").lease(Duration.ofMillis(300))), List.of("ink"));
        CompletableFuture<Void> meanwhile = CompletableFuture.runAsync(() -> {
            await().until(() -> woven.backend.acquires.get() == 2);
            woven.store.delete("shop:STOCK:ink");
            await().until(() -> count(Event.LOST) == 1);
            other.release().join();
        });

        Object inner = enter(order(), List.of("ink", "pen"));

        meanwhile.join();
        assertThat(((EnteredCall) inner).hold().keys())
                .as("its own keys")
                .containsExactly("shop:STOCK:ink", "shop:STOCK:pen");
        assertThat(woven.store.held()).containsExactly("shop:STOCK:ink", "shop:STOCK:pen");
        exit(inner);
        exit(outer);
        assertThat(woven.store.held()).isEmpty();
        assertThat(woven.engine.gatesInUse()).isZero();
    }

    @Test
    @FailsWithout("`Waiter#isBusy` knows what the call in front has heard: busy is not unavailable")
    void aCallBehindOneThatWaitsForAnotherKeyIsBusyAndNotUnavailable() throws Throwable {
        Object first = enter(order(), List.of("pen"));
        CompletableFuture<Object> second = CompletableFuture.supplyAsync(() -> {
            try {
                return enter(order(), List.of("ink", "pen"));
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
        });
        await().until(() -> woven.engine.gatesInUse() == 2);

        int hasty = order(Woven.rule("STOCK:{p0[*]}").waiting(Duration.ofMillis(50)));
        assertThat(catchThrowable(() -> enter(hasty, List.of("ink")))).isInstanceOf(LockBusyException.class);

        exit(first);
        exit(second.join());
    }

    @Test
    @FailsWithout("`KeyNames#sorted` gives all calls one order of their keys, so that several keys never deadlock")
    void crossedKeysOfManyRulesAndKindsNeverDeadlockAndExclude() throws Throwable {
        List<String> products = List.of("a", "b", "c", "d", "e");
        int[] counters = new int[products.size()];
        AtomicInteger[] expected = new AtomicInteger[products.size()];
        Arrays.setAll(expected, i -> new AtomicInteger());
        ConcurrentLinkedQueue<Throwable> surprises = new ConcurrentLinkedQueue<>();
        int[] sites = {
            order(), order(Woven.rule("STOCK:{p0[*]}").lock(LockKind.FAIR)),
            order(Woven.rule("STOCK:{p0[*]}").lock(LockKind.WRITE)),
                    order(Woven.rule("STOCK:{p0[*]}").lock(LockKind.FENCED))
        };
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 12; t++) {
            int number = t;
            Thread thread = new Thread(() -> {
                for (int i = 0; i < 60; i++) {
                    List<String> wanted = new ArrayList<>(products);
                    Collections.shuffle(wanted);
                    wanted = wanted.subList(0, 1 + (i + number) % 4);
                    try {
                        Object token = enter(sites[(number + i) % sites.length], wanted);
                        for (String each : wanted) {
                            int product = products.indexOf(each);
                            int seen = counters[product];
                            Thread.yield();
                            counters[product] = seen + 1;
                            expected[product].incrementAndGet();
                        }
                        exit(token);
                    } catch (Throwable e) {
                        surprises.add(e);
                    }
                }
            });
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(surprises).isEmpty();
        for (int i = 0; i < counters.length; i++) {
            assertThat(counters[i]).as(products.get(i)).isEqualTo(expected[i].get());
        }
        await().until(() -> woven.store.held().isEmpty());
        await().until(() -> woven.engine.gatesInUse() == 0);
    }
}
