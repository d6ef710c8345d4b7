package io.lockgraft.engine.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.api.LockBusyException;
import io.lockgraft.asynchronous.LaterResults;
import io.lockgraft.bootstrap.Fence;
import io.lockgraft.bootstrap.Substitute;
import io.lockgraft.engine.Woven;
import io.lockgraft.manage.Counters.Event;
import io.lockgraft.rules.Outcome;
import io.lockgraft.rules.Rule;
import io.lockgraft.rules.RuleBuilder;
import io.lockgraft.spi.LockKind;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Shows;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls on an event loop of Netty of a method that returns a future: none blocks the loop, and all are exclusive. */
@Timeout(60)
@Shows("a call on an event loop of Netty, Vert.x or Reactor must wait, and the method returns a future of "
        + "the JDK, Guava or Spring")
final class EventLoopCallTest {
    private final Woven woven = new Woven(new LaterResults());
    private final MultiThreadIoEventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());

    private static LockEngine engine;
    private static int site;
    private static Supplier<CompletableFuture<String>> body;
    private static final List<Thread> BODIES = new CopyOnWriteArrayList<>();

    /** Does what its woven code would. */
    static final class Shop {
        static CompletableFuture<String> pay(String order) throws Throwable {
            Object token = engine.enter(site, null, new Object[] {order});
            if (token instanceof Substitute) {
                return cast(((Substitute) token).value());
            }
            BODIES.add(Thread.currentThread());
            CompletableFuture<String> returned = null;
            Throwable thrown = null;
            try {
                returned = body.get();
            } catch (RuntimeException e) {
                thrown = e;
            }
            Object result = Woven.exit(token, returned, thrown);
            if (thrown != null) {
                throw thrown;
            }
            return cast(result);
        }

        @SuppressWarnings("unchecked")
        private static CompletableFuture<String> cast(Object result) {
            return (CompletableFuture<String>) result;
        }
    }

    @BeforeEach
    void wire() {
        engine = woven.engine;
        BODIES.clear();
    }

    @AfterEach
    void nothingIsLeft() throws Exception {
        loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).sync();
        await().untilAsserted(() -> assertThat(woven.store.held()).isEmpty());
        await().untilAsserted(() -> assertThat(woven.engine.gatesInUse()).isZero());
        woven.close();
    }

    private static RuleBuilder rule() {
        return Woven.rule("PAY:{p0}").waiting(Duration.ofSeconds(30));
    }

    private void locked(RuleBuilder rule) {
        site = woven.site(rule.build(), Shop.class, "pay");
    }

    /** Calls it on the loop, and returns what the call returned there. */
    private CompletableFuture<String> pay() throws Exception {
        return onLoop(() -> Shop.pay("42"));
    }

    private interface Call<T> {
        T call() throws Throwable;
    }

    private <T> T onLoop(Call<T> call) throws Exception {
        Callable<T> callable = () -> {
            try {
                return call.call();
            } catch (Exception | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        };
        return loop.submit(callable).get(30, TimeUnit.SECONDS);
    }

    private Object hold() throws Throwable {
        return woven.engine.enter(woven.site(rule().build(), Other.class, "hold"), null, new Object[] {"42"});
    }

    static final class Other {
        static void hold(String order) {}
    }

    @Test
    void theBodyRunsOnTheLoopAsSoonAsTheLockHasComeAndTheCallerHasItsFutureBefore() throws Throwable {
        locked(rule());
        body = () -> CompletableFuture.completedFuture("paid");
        Object token = hold();

        CompletableFuture<String> promised = pay();
        assertThat(promised).isNotDone();
        assertThat(BODIES).isEmpty();
        Woven.exit(token, null);

        assertThat(promised.get(30, TimeUnit.SECONDS)).isEqualTo("paid");
        assertThat(BODIES).containsExactly(onLoop(Thread::currentThread));
    }

    @Test
    void callsWhoseCompletionNeedsTheirOwnLoopAllEnd() throws Throwable {
        locked(rule());
        int[] counter = new int[1];
        body = () -> {
            int read = counter[0];
            CompletableFuture<String> later = new CompletableFuture<>();
            loop.schedule(
                    () -> {
                        counter[0] = read + 1;
                        later.complete("paid");
                    },
                    1,
                    TimeUnit.MILLISECONDS);
            return later;
        };
        List<CompletableFuture<String>> all = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            all.add(pay());
        }

        CompletableFuture.allOf(all.toArray(new CompletableFuture<?>[0])).get(30, TimeUnit.SECONDS);

        assertThat(counter[0]).isEqualTo(64);
    }

    @Test
    void whatTheRuleSaysOfABusyKeyComesAsAFuture() throws Throwable {
        Object token = hold();
        locked(rule().waiting(Duration.ofMillis(50)));
        assertThat(pay())
                .failsWithin(Duration.ofSeconds(30))
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(LockBusyException.class);

        locked(rule().waiting(Duration.ZERO).onBusy(Outcome.SKIP));
        assertThat(pay())
                .failsWithin(Duration.ofSeconds(30))
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(LockBusyException.class);

        locked(rule().waiting(Duration.ZERO).onBusy(Outcome.PROCEED));
        body = () -> CompletableFuture.completedFuture("without");
        assertThat(pay().get(30, TimeUnit.SECONDS)).isEqualTo("without");
        Woven.exit(token, null);
    }

    @Test
    void whatTheBodyThrowsIsTheFuturesFailureAndTheLockGoesBack() throws Throwable {
        locked(rule());
        body = () -> {
            throw new IllegalArgumentException("its own");
        };
        assertThat(pay())
                .failsWithin(Duration.ofSeconds(30))
                .withThrowableThat()
                .havingCause()
                .withMessage("its own");
    }

    @Test
    void aFutureThatIsCancelledWhileItWaitsIsNeverRun() throws Throwable {
        locked(rule());
        body = () -> CompletableFuture.completedFuture("paid");
        Object token = hold();
        CompletableFuture<String> given = pay();
        CompletableFuture<String> next = pay();

        given.cancel(true);
        Woven.exit(token, null);

        assertThat(next.get(30, TimeUnit.SECONDS)).isEqualTo("paid");
        assertThat(BODIES).hasSize(1);
    }

    @Test
    void cancellingItLaterCancelsWhatTheMethodReturned() throws Throwable {
        locked(rule());
        CompletableFuture<String> work = new CompletableFuture<>();
        body = () -> work;
        CompletableFuture<String> promised = pay();
        await().until(() -> BODIES.size() == 1);
        assertThat(woven.store.held()).containsExactly("shop:PAY:42");

        promised.cancel(true);

        await().until(work::isCancelled);
    }

    @Test
    void aCallInsideOfTheBodyIsNested() throws Throwable {
        locked(rule());
        body = () -> {
            body = () -> CompletableFuture.completedFuture("inner");
            try {
                return Shop.pay("42");
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        };
        assertThat(pay().get(30, TimeUnit.SECONDS)).isEqualTo("inner");
        assertThat(woven.backend.acquires).hasValue(1);
        assertThat(woven.sites.counters().get("pay-order").of(Event.NESTED)).isEqualTo(1);
    }

    @Test
    void theBodyKnowsItsFenceTokenOnTheLoopAndTheLoopForgetsIt() throws Throwable {
        locked(rule().lock(LockKind.FENCED));
        List<Long> tokens = new CopyOnWriteArrayList<>();
        body = () -> {
            tokens.add(Fence.innermost());
            return CompletableFuture.completedFuture("paid");
        };
        pay().get(30, TimeUnit.SECONDS);
        pay().get(30, TimeUnit.SECONDS);

        assertThat(tokens).hasSize(2).doesNotContain(0L).doesNotHaveDuplicates();
        assertThat(onLoop(Fence::innermost)).isZero();
    }

    @Test
    @FailsWithout("`LaterLock#within`: the lock of a second rule is taken for the call that has the first one")
    void severalRulesAreTakenOneAfterTheOther() throws Throwable {
        Map<Rule, String> rules = new LinkedHashMap<>();
        for (String key : List.of("OUTER:{p0}", "MIDDLE:{p0}", "INNER:{p0}")) {
            rules.put(Woven.rule(key).waiting(Duration.ofSeconds(2)).build(), null);
        }
        site = woven.sites.put(Woven.method(Shop.class, "pay"), Shop.class.getClassLoader(), rules);
        List<Set<String>> held = new CopyOnWriteArrayList<>();
        body = () -> {
            held.add(Set.copyOf(woven.store.held()));
            return CompletableFuture.completedFuture("paid");
        };

        assertThat(pay().get(30, TimeUnit.SECONDS)).isEqualTo("paid");

        assertThat(held).containsExactly(Set.of("shop:OUTER:42", "shop:MIDDLE:42", "shop:INNER:42"));
        assertThat(woven.backend.acquires).hasValue(3);
    }

    @Test
    @FailsWithout("`BoundSite#find`: a method with varargs is called with its array as it is")
    void aMethodWithVarargsIsCalledWithWhatItWasCalledWith() throws Throwable {
        body = () -> CompletableFuture.completedFuture("paid");
        Varargs shop = new Varargs();
        shop.texts = woven.site(rule().build(), Varargs.class, "payTexts");
        shop.objects = woven.site(rule().build(), Varargs.class, "payObjects");

        assertThat(onLoop(() -> shop.payTexts("42", "a", "b")).get(30, TimeUnit.SECONDS))
                .isEqualTo("paid");
        assertThat(onLoop(() -> shop.payObjects("42", "a", "b")).get(30, TimeUnit.SECONDS))
                .isEqualTo("paid");

        assertThat(woven.backend.acquires).hasValue(2);
    }

    static final class Varargs {
        int texts;
        int objects;

        CompletableFuture<String> payTexts(String order, String... parts) throws Throwable {
            return called(texts, order, parts);
        }

        CompletableFuture<String> payObjects(String order, Object... parts) throws Throwable {
            return called(objects, order, parts);
        }

        private CompletableFuture<String> called(int its, String order, Object parts) throws Throwable {
            Object token = engine.enter(its, this, new Object[] {order, parts});
            return Shop.cast(
                    token instanceof Substitute ? ((Substitute) token).value() : Woven.exit(token, body.get(), null));
        }
    }

    @Test
    void onAnyOtherThreadTheCallWaitsAndTheCallerGetsTheMethodsOwnFuture() throws Throwable {
        locked(rule());
        CompletableFuture<String> work = new CompletableFuture<>();
        body = () -> work;
        assertThat(Shop.pay("42")).isSameAs(work);
        assertThat(woven.store.held()).containsExactly("shop:PAY:42");
        work.complete("paid");
    }
}
