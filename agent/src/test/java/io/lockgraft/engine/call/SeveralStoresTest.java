package io.lockgraft.engine.call;

import static io.lockgraft.engine.Woven.rule;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lockgraft.api.LockBusyException;
import io.lockgraft.engine.Engines;
import io.lockgraft.engine.Woven;
import io.lockgraft.engine.acquire.Stores;
import io.lockgraft.engine.site.BoundSite;
import io.lockgraft.engine.site.Site;
import io.lockgraft.engine.site.Sites;
import io.lockgraft.language.expression.handle.Access;
import io.lockgraft.manage.ThisJvm;
import io.lockgraft.rules.RuleBuilder;
import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Request;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.store.FaultyServer;
import io.lockgraft.testing.store.FaultyStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two stores in memory behind one engine, as rules that name them see them. */
class SeveralStoresTest {
    private final FaultyServer fast = new FaultyServer();
    private final FaultyServer ledger = new FaultyServer();
    private final AtomicReference<LockStore> openedFast = new AtomicReference<>();
    private final AtomicReference<LockStore> openedLedger = new AtomicReference<>();
    /** Whether the fast store blocks its caller. */
    private volatile CountDownLatch blocks = new CountDownLatch(0);

    private final Sites sites = new Sites();
    private final LockEngine engine = Engines.of(
            sites,
            new Stores(
                    Map.of("fast", opening(fast, openedFast), "ledger", opening(ledger, openedLedger)),
                    ThisJvm::get,
                    TimeUnit.SECONDS.toNanos(60)),
            Access.NONE,
            Engines.NO_CLASSES);

    private Supplier<LockStore> opening(FaultyServer server, AtomicReference<LockStore> opened) {
        return () -> {
            opened.set(new FaultyStore(server) {
                @Override
                public Attempt acquire(Request request) {
                    if (server == fast) {
                        block();
                    }
                    return super.acquire(request);
                }
            });
            return opened.get();
        };
    }

    /** What a store must not do. */
    private void block() {
        try {
            blocks.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @AfterEach
    void close() {
        engine.close();
    }

    static final class Shop {
        static void pay(String order) {}

        static void ship(String order) {}
    }

    private int site(String store, String name, String method) {
        RuleBuilder rule = RuleBuilder.named(name)
                .keys(rule("PAY:{p0}").build().keys())
                .namespace("shop")
                .waiting(Duration.ZERO)
                .store(store);
        return Woven.add(sites, rule.build(), Woven.method(Shop.class, method), Shop.class.getClassLoader(), null);
    }

    private Object enter(int site) throws Throwable {
        return engine.enter(site, null, new Object[] {"42"});
    }

    private static <T> T elsewhere(java.util.concurrent.Callable<T> call) throws Exception {
        CompletableFuture<T> result = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                result.complete(call.call());
            } catch (Throwable e) {
                result.completeExceptionally(e);
            }
        });
        thread.start();
        return result.get(30, TimeUnit.SECONDS);
    }

    private Object enterElsewhere(int site) throws Exception {
        return elsewhere(() -> {
            try {
                return enter(site);
            } catch (Exception | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
        });
    }

    @Test
    void oneKeyInTwoStoresIsTwoLocks() throws Throwable {
        int pay = site("fast", "pay", "pay");
        int ship = site("ledger", "ship", "ship");

        Object paying = enter(pay);
        Object shipping = enterElsewhere(ship);

        assertThatThrownBy(() -> enterElsewhere(pay)).hasCauseInstanceOf(LockBusyException.class);
        assertThatThrownBy(() -> enterElsewhere(ship)).hasCauseInstanceOf(LockBusyException.class);
        Woven.exit(shipping, null);
        Woven.exit(paying, null);
        Woven.exit(enterElsewhere(pay), null);
        Woven.exit(enterElsewhere(ship), null);
    }

    @Test
    void aCallInsideOfOneOfAnotherStoreTakesItsOwnLockAndEachEndsInItsStore() throws Throwable {
        int pay = site("fast", "pay", "pay");
        int ship = site("ledger", "ship", "ship");

        Object outer = enter(pay);
        Object inner = enter(ship);
        assertThat(((EnteredCall) inner).hold()).isNotSameAs(((EnteredCall) outer).hold());
        assertThat(engine.gatesInUse()).isEqualTo(2);
        Woven.exit(inner, null);
        assertThatThrownBy(() -> enterElsewhere(pay)).hasCauseInstanceOf(LockBusyException.class);
        Woven.exit(outer, null);

        assertThat(fast.isHeld("shop:PAY:42")).isFalse();
        assertThat(ledger.isHeld("shop:PAY:42")).isFalse();
    }

    @Test
    @FailsWithout("`StoreThread` is one a store, so that a store that blocks holds up its own calls only")
    void aStoreThatBlocksHoldsUpNoCallOfAnotherStore() throws Throwable {
        int pay = site("fast", "pay", "pay");
        int ship = site("ledger", "ship", "ship");
        Woven.exit(enter(pay), null);
        Woven.exit(enter(ship), null);
        blocks = new CountDownLatch(1);

        LaterHold blocked = later(pay).take(null);
        LaterHold other = later(ship).take(null);

        try {
            other.known().get(30, TimeUnit.SECONDS);
            assertThat(other.isHeld()).isTrue();
            assertThat(blocked.known()).isNotDone();
        } finally {
            blocks.countDown();
        }
        blocked.known().get(30, TimeUnit.SECONDS);
        blocked.end();
        other.end();
    }

    @Test
    @FailsWithout("`LaterHold#having` shares a hold of its own store only")
    void aSubscriptionInsideOfOneOfAnotherStoreTakesItsOwnLock() throws Throwable {
        LaterHold outer = later(site("fast", "pay", "pay")).take(null);
        outer.known().get(30, TimeUnit.SECONDS);

        LaterHold inner = later(site("ledger", "ship", "ship")).take(outer);
        inner.known().get(30, TimeUnit.SECONDS);

        assertThat(inner.isHeld()).isTrue();
        assertThat(ledger.isHeld("shop:PAY:42")).isTrue();
        inner.end();
        outer.end();
        await().until(() -> !fast.isHeld("shop:PAY:42") && !ledger.isHeld("shop:PAY:42"));
    }

    /** Waits for its lock without a thread of its own. */
    private LaterLock later(int number) {
        Site site = sites.get(number)[0];
        BoundSite bound = site.bind(Access.NONE, Engines.NO_CLASSES);
        return new LaterLock(engine, site, bound, List.of("shop:PAY:42"), null, new Object[] {"42"});
    }

    @Test
    void aStoreThatNoCallHasNamedIsNotOpened() throws Throwable {
        Woven.exit(enter(site("fast", "pay", "pay")), null);

        assertThat(openedFast).doesNotHaveNullValue();
        assertThat(openedLedger).hasNullValue();
    }
}
