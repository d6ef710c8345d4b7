package io.lockgraft.engine.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lockgraft.api.LockBusyException;
import io.lockgraft.api.LockUnavailableException;
import io.lockgraft.engine.Engines;
import io.lockgraft.engine.Woven;
import io.lockgraft.engine.site.Sites;
import io.lockgraft.language.expression.handle.Access;
import io.lockgraft.manage.Counters.Event;
import io.lockgraft.rules.OnLost;
import io.lockgraft.rules.Outcome;
import io.lockgraft.rules.RuleBuilder;
import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Request;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.WrittenLog;
import io.lockgraft.testing.store.AttemptDouble;
import io.lockgraft.testing.store.FaultyServer;
import io.lockgraft.testing.store.FaultyStore;
import io.lockgraft.testing.store.ForwardingStore;
import io.lockgraft.testing.store.Requests;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Calls whose store is down, and whose rule goes on with the gate of this JVM alone. */
@Timeout(60)
final class LocalTest {
    @RegisterExtension
    private final WrittenLog log = new WrittenLog();

    private final FaultyServer server = new FaultyServer();
    private final FaultyStore store = new FaultyStore(server);
    private final Sites sites = new Sites();
    private final LockEngine engine = Engines.of(sites, () -> store, Access.NONE);

    static final class Shop {
        static void pay(String order) {}

        static void ship(String order) {}
    }

    @AfterEach
    void close() {
        engine.close();
    }

    private int local(Duration wait) {
        return site("pay", rule("pay").waiting(wait).onUnavailable(Outcome.LOCAL));
    }

    private static RuleBuilder rule(String name) {
        return RuleBuilder.named(name)
                .keys(Woven.rule("PAY:{p0}").build().keys())
                .namespace("shop");
    }

    private int site(String method, RuleBuilder rule) {
        return Woven.add(sites, rule.build(), Woven.method(Shop.class, method), Shop.class.getClassLoader(), null);
    }

    private Object enter(int site) throws Throwable {
        return enter(engine, site);
    }

    private static Object enter(LockEngine in, int site) throws Throwable {
        return in.enter(site, null, new Object[] {"42"});
    }

    private CompletableFuture<Object> enterElsewhere(int site) {
        return enterElsewhere(engine, site);
    }

    private static CompletableFuture<Object> enterElsewhere(LockEngine in, int site) {
        CompletableFuture<Object> entered = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                entered.complete(enter(in, site));
            } catch (Throwable e) {
                entered.completeExceptionally(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return entered;
    }

    private long count(Event event) {
        return sites.counters().get("pay").of(event);
    }

    private void isDown() {
        store.broken = new IllegalStateException("down");
    }

    @Test
    @FailsWithout("`LocalGrant#orMiss` lets a call run under the gate of its JVM")
    @FailsWithout("`RuleEvents#local` tells the listeners")
    void aCallWhoseStoreIsDownKeepsOutTheOthersOfItsJvm() throws Throwable {
        int pay = local(Duration.ofMillis(200));
        isDown();

        Object first = enter(pay);

        assertThatThrownBy(() -> enterElsewhere(pay).get(30, TimeUnit.SECONDS))
                .hasCauseInstanceOf(LockBusyException.class);
        Woven.exit(first, null);
        Woven.exit(enterElsewhere(pay).get(30, TimeUnit.SECONDS), null);
        assertThat(server.held()).isEmpty();
        assertThat(count(Event.LOCAL)).isEqualTo(2);
        assertThat(count(Event.UNAVAILABLE)).isEqualTo(2);
        assertThat(log.raw()).contains("It runs under the lock of its JVM alone, as the rule says (local).");
    }

    @Test
    @FailsWithout("`Waiting#lastAnswer`: that a call without an answer waits on while the JVM ends")
    void aCallThatHasNoAnswerBecauseTheJvmEndsDoesNotBegin() throws Throwable {
        List<Attempt> asked = new CopyOnWriteArrayList<>();
        LockEngine ending = Engines.of(sites, () -> new Mute(store, asked), Access.NONE);
        Duration wait = Duration.ofSeconds(1);
        int proceeds = site("ship", rule("ship").waiting(wait).onUnavailable(Outcome.PROCEED));
        CompletableFuture<Object> first = enterElsewhere(ending, local(wait));
        await().until(() -> !asked.isEmpty());

        ending.endWaiting();
        CompletableFuture<Object> behind = enterElsewhere(ending, proceeds);

        assertThatThrownBy(() -> CompletableFuture.anyOf(first, behind).get(3, TimeUnit.SECONDS))
                .as("begins")
                .isInstanceOf(TimeoutException.class);
        ending.close();
    }

    /** Answers nothing. */
    private static final class Mute extends ForwardingStore {
        private final List<Attempt> asked;

        Mute(LockStore store, List<Attempt> asked) {
            super(store);
            this.asked = asked;
        }

        @Override
        public Attempt acquire(Request request) {
            Attempt attempt = AttemptDouble.later(new CompletableFuture<>());
            asked.add(attempt);
            return attempt;
        }
    }

    @Test
    @FailsWithout("`Waiting#request` asks a store that was down for one question's time")
    void whileTheStoreIsDownOnlyTheFirstCallWaitsForIt() throws Throwable {
        int pay = local(Duration.ofSeconds(2));
        isDown();
        Woven.exit(enter(pay), null);
        long begun = System.nanoTime();

        for (int i = 0; i < 20; i++) {
            Woven.exit(enter(pay), null);
        }

        assertThat(System.nanoTime() - begun).as("nanoseconds of 20 calls").isLessThan(TimeUnit.SECONDS.toNanos(30));
    }

    @Test
    void aCallThatFindsTheStoreBackWaitsForItsHolderAndThenHasItsLock() throws Throwable {
        int pay = local(Duration.ofSeconds(20));
        int other = site("ship", rule("ship").onUnavailable(Outcome.LOCAL).waiting(Duration.ofMillis(100)));
        isDown();
        Woven.exit(enter(other), null);
        store.broken = null;
        FaultyStore stranger = new FaultyStore(server);
        Grant held = stranger.acquire(
                        Requests.exclusive("shop:PAY:42", 1, 30_000, System.nanoTime() + TimeUnit.SECONDS.toNanos(10)))
                .answer()
                .get(30, TimeUnit.SECONDS)
                .grant();

        int asked = store.acquires.get();
        CompletableFuture<Object> waiting = enterElsewhere(pay);
        await().until(() -> store.acquires.get() > asked || waiting.isDone());
        assertThat(waiting).isNotDone();
        held.release().get(30, TimeUnit.SECONDS);

        Object token = waiting.get(30, TimeUnit.SECONDS);
        assertThat(server.isHeld("shop:PAY:42")).isTrue();
        assertThat(count(Event.LOCAL)).isZero();
        Woven.exit(token, null);
        stranger.close();
    }

    @Test
    void aRuleThatDoesNotSaySoGetsNoLocalLock() throws Throwable {
        int pay = local(Duration.ofMillis(200));
        int ship = site("ship", rule("ship").waiting(Duration.ofSeconds(2)));
        isDown();
        Object first = enter(pay);

        CompletableFuture<Object> waiting = enterElsewhere(ship);
        await().until(() -> engine.gatesInUse() == 1);
        Woven.exit(first, null);

        assertThatThrownBy(() -> waiting.get(30, TimeUnit.SECONDS)).hasCauseInstanceOf(LockUnavailableException.class);
    }

    @Test
    @FailsWithout("`GateCalls#isHeldInside` tells a local call that a reader of its JVM has the key")
    void aCallIsBusyWhereAReaderOfItsJvmHasTheKey() throws Throwable {
        int read = site("ship", rule("ship").lock(LockKind.READ));
        Object reader = enterElsewhere(read).get(30, TimeUnit.SECONDS);
        isDown();

        assertThatThrownBy(() -> enter(local(Duration.ofMillis(200)))).isInstanceOf(LockBusyException.class);

        store.broken = null;
        Woven.exit(reader, null);
        assertThat(count(Event.LOCAL)).isZero();
    }

    @Test
    @FailsWithout("`LocalGrant#isBesideOne`: a fair call whose store is back does not run beside a local one")
    void aFairCallIsBusyWhereALocalCallOfItsJvmHasTheKey() throws Throwable {
        int fair = site("ship", rule("ship").lock(LockKind.FAIR).waiting(Duration.ZERO));
        isDown();
        Object first = enter(local(Duration.ofMillis(200)));
        store.broken = null;

        assertThatThrownBy(() -> enterElsewhere(fair).get(30, TimeUnit.SECONDS))
                .hasCauseInstanceOf(LockBusyException.class);

        Woven.exit(first, null);
        await().until(() -> server.held().isEmpty());
        Woven.exit(enterElsewhere(fair).get(30, TimeUnit.SECONDS), null);
    }

    @Test
    void aLocalLockIsNoLossToARuleThatWantsToKnow() throws Throwable {
        int pay = site(
                "pay",
                rule("pay")
                        .waiting(Duration.ofMillis(100))
                        .onUnavailable(Outcome.LOCAL)
                        .onLost(OnLost.THROW));
        isDown();

        Object token = enter(pay);
        Object nested = enter(pay);

        assertThat(engine.lostAround(null)).isNull();
        Woven.exit(nested, null);
        Woven.exit(token, null);
        assertThat(count(Event.NESTED)).isEqualTo(1);
        assertThat(count(Event.LOST)).isZero();
    }
}
