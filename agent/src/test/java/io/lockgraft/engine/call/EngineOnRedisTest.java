package io.lockgraft.engine.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lockgraft.api.LockBusyException;
import io.lockgraft.api.LockException;
import io.lockgraft.api.LockInterruptedException;
import io.lockgraft.api.LockUnavailableException;
import io.lockgraft.engine.Engines;
import io.lockgraft.engine.Woven;
import io.lockgraft.engine.site.Sites;
import io.lockgraft.language.expression.handle.Access;
import io.lockgraft.manage.Counters.Event;
import io.lockgraft.rules.OnLost;
import io.lockgraft.rules.Outcome;
import io.lockgraft.rules.RuleBuilder;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.log.Log;
import io.lockgraft.store.redis.RedisStore;
import io.lockgraft.store.redis.settings.RedisSettings;
import io.lockgraft.store.redis.settings.Topology;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.server.RedisServer;
import io.lockgraft.testing.server.TcpProxy;
import io.lockgraft.testing.store.TestContext;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The engine and the Redis backend together: two JVMs' engines on one server. */
@Timeout(120)
final class EngineOnRedisTest {
    private final RedisServer server = RedisServer.start();
    private final Sites sites = new Sites();
    private final LockEngine here = engine();
    private final LockEngine there = engine();
    private final ConcurrentLinkedQueue<Throwable> surprises = new ConcurrentLinkedQueue<>();
    private int counter;

    static final class Shop {
        static void pay(String order) {}
    }

    private LockEngine engine() {
        return engine(server.address());
    }

    private LockEngine engine(String address) {
        RedisSettings settings = RedisSettings.of(Topology.single(address))
                .timeout(Duration.ofSeconds(1))
                .build();
        return Engines.of(sites, () -> new RedisStore(new TestContext(), settings), Access.NONE);
    }

    @BeforeEach
    void connect() throws Throwable {
        int site = site(Woven.rule("WARM:{p0}"));
        call(here, site, "1");
        call(there, site, "1");
    }

    @AfterEach
    void close() {
        server.resume();
        here.close();
        there.close();
        server.close();
    }

    private int site(RuleBuilder rule) {
        return Woven.add(sites, rule.build(), Woven.method(Shop.class, "pay"), Shop.class.getClassLoader(), null);
    }

    private void call(LockEngine engine, int site, String order) throws Throwable {
        Object token = engine.enter(site, null, new Object[] {order});
        int seen = counter;
        Thread.yield();
        counter = seen + 1;
        Woven.exit(token, null);
    }

    @Test
    void whereThereArePermitsForAllNobodyIsTurnedAwayHoweverFarAwayTheServerIs() throws Throwable {
        int calls = 60;
        try (TcpProxy proxy = new TcpProxy(server.port())) {
            LockEngine far = engine(proxy.address());
            call(far, site(Woven.rule("WARM:{p0}")), "2");
            proxy.delay(50); // one by one they would take 6 s
            int site = site(Woven.rule("PARTNER")
                    .lock(LockKind.SEMAPHORE)
                    .permits(calls)
                    .waiting(Duration.ofSeconds(2)));
            List<Object> tokens = Collections.synchronizedList(new ArrayList<>());
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < calls; i++) {
                Thread thread = new Thread(() -> {
                    try {
                        tokens.add(far.enter(site, null, new Object[] {"42"}));
                    } catch (Throwable e) {
                        surprises.add(e);
                    }
                });
                thread.start();
                threads.add(thread);
            }
            for (Thread thread : threads) {
                thread.join();
            }

            assertThat(surprises).isEmpty();
            assertThat(tokens).hasSize(calls);
            for (Object token : tokens) {
                Woven.exit(token, null);
            }
            await().until(() -> far.gatesInUse() == 0);
            far.close();
        }
    }

    @Test
    @FailsWithout("`LockNames` and `SideKeys#MARK` keep the names beside one key apart from all other keys")
    void aCallDoesNotProceedBesideAnotherBecauseAKeyIsNamedAsTheirQueue() throws Throwable {
        int site = site(Woven.rule("PAY:{p0}").onUnavailable(Outcome.PROCEED).waiting(Duration.ofSeconds(2)));
        Object neighbour = here.enter(site, null, new Object[] {"42:waiting"});
        Object held = here.enter(site, null, new Object[] {"42"});

        assertThatThrownBy(() -> there.enter(site, null, new Object[] {"42"})).isInstanceOf(LockBusyException.class);

        Woven.exit(held, null);
        Woven.exit(neighbour, null);
    }

    @Test
    @FailsWithout("`ScriptRunner#byText` sends a script by its text where the server has forgotten it")
    @Shows("scripts are forgotten (`SCRIPT FLUSH`), again and again")
    void aServerThatForgetsItsScriptsAgainAndAgainCostsNoLockAndNoWarning() throws Throwable {
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        Log.to(new PrintStream(written, true));
        AtomicBoolean over = new AtomicBoolean();
        Thread flushes = new Thread(() -> {
            while (!over.get()) {
                server.command("SCRIPT", "FLUSH");
            }
        });
        flushes.start();
        try {
            int site = site(Woven.rule("PAY:{p0}").onLost(OnLost.THROW));
            for (int i = 0; i < 300; i++) {
                call(here, site, "42");
            }
        } finally {
            over.set(true);
            flushes.join();
            Log.to(System.err);
        }
        assertThat(written.toString()).isEmpty();
    }

    @Test
    @FailsWithout("`Waiting#await` abandons an attempt whose answer is not used")
    void interruptsAtAnyMomentLeaveNoKeyInRedisAndLetNoTwoIn() throws Throwable {
        int site = site(Woven.rule("PAY:{p0}").waiting(Duration.ofSeconds(60)));
        AtomicInteger entered = new AtomicInteger(counter);
        AtomicInteger interrupted = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 8; t++) {
            LockEngine mine = t % 2 == 0 ? here : there;
            Thread thread = new Thread(() -> {
                for (int i = 0; i < 60; i++) {
                    try {
                        call(mine, site, "42");
                        entered.incrementAndGet();
                    } catch (LockInterruptedException e) {
                        interrupted.incrementAndGet();
                    } catch (Throwable e) {
                        surprises.add(e);
                    }
                    Thread.interrupted();
                }
            });
            thread.start();
            threads.add(thread);
        }
        while (threads.stream().anyMatch(Thread::isAlive)) {
            threads.get(ThreadLocalRandom.current().nextInt(threads.size())).interrupt();
            LockSupport.parkNanos(ThreadLocalRandom.current().nextInt(2_000_000));
        }

        assertThat(surprises).isEmpty();
        assertThat(counter).isEqualTo(entered.get());
        assertThat(interrupted.get()).isPositive();
        await().atMost(Duration.ofSeconds(20)).until(() -> (Long) server.command("EXISTS", "shop:PAY:42") == 0);
    }

    @Test
    void interruptsAtAnyMomentOfAnyKindOnSeveralKeysLeaveNothingInRedisAndLetNoTwoIn() throws Throwable {
        int start = counter;
        AtomicInteger counted = new AtomicInteger();
        AtomicInteger interrupted = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 12; t++) {
            LockEngine mine = t % 2 == 0 ? here : there;
            LockKind kind = LockKind.values()[t / 2];
            boolean alone = kind != LockKind.READ && kind != LockKind.SEMAPHORE;
            int site = site(Woven.rule("A:{p0}", "B:{p0}")
                    .lock(kind)
                    .permits(alone || kind == LockKind.READ ? 1 : 3)
                    .waiting(Duration.ofSeconds(60)));
            Thread thread = new Thread(() -> {
                for (int i = 0; i < 40; i++) {
                    try {
                        if (alone) {
                            call(mine, site, "42");
                            counted.incrementAndGet();
                        } else {
                            Woven.exit(mine.enter(site, null, new Object[] {"42"}), null);
                        }
                    } catch (LockInterruptedException e) {
                        interrupted.incrementAndGet();
                    } catch (Throwable e) {
                        surprises.add(e);
                    }
                    Thread.interrupted();
                }
            });
            thread.start();
            threads.add(thread);
        }
        while (threads.stream().anyMatch(Thread::isAlive)) {
            threads.get(ThreadLocalRandom.current().nextInt(threads.size())).interrupt();
            LockSupport.parkNanos(ThreadLocalRandom.current().nextInt(2_000_000));
        }

        assertThat(surprises).isEmpty();
        assertThat(counter - start).isEqualTo(counted.get());
        assertThat(interrupted.get()).isPositive();
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(server.keys("shop:[AB]:*")).isEmpty());
        await().until(() -> here.gatesInUse() + there.gatesInUse() == 0);
    }

    /** Each attempt has an owner of its own: what one is granted late is given back without taking it from the next. */
    @Test
    @FailsWithout("`Waiting` gives each attempt an owner of its own, so that a late grant takes nothing from others")
    void anInterruptedAttemptThatIsGrantedLateTakesNothingFromTheNextCallOfItsThread() throws Throwable {
        int site = site(Woven.rule("PAY:{p0}").waiting(Duration.ofSeconds(60)));
        TcpProxy network = new TcpProxy(server.port());
        LockEngine distant = engine(network.address());
        try {
            call(distant, site, "1");
            network.holdAnswers();
            Thread interrupter = interruptOnceHeld(Thread.currentThread(), "shop:PAY:42");
            assertThatThrownBy(() -> call(distant, site, "42")).isInstanceOf(LockInterruptedException.class);
            assertThat(Thread.interrupted()).isTrue();
            interrupter.join();
            new Thread(() -> {
                        await().until(() -> network.held() > 0);
                        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200)); // the next request is on its way
                        network.deliver();
                    })
                    .start();

            Object token = distant.enter(site, null, new Object[] {"42"});

            await().during(Duration.ofSeconds(1))
                    .atMost(Duration.ofSeconds(3))
                    .until(() -> (Long) server.command("EXISTS", "shop:PAY:42") == 1);
            Woven.exit(token, null);
        } finally {
            distant.close();
            network.close();
        }
        await().atMost(Duration.ofSeconds(60)).until(() -> (Long) server.command("EXISTS", "shop:PAY:42") == 0);
    }

    private Thread interruptOnceHeld(Thread caller, String key) {
        Thread interrupter = new Thread(() -> {
            await().atMost(Duration.ofSeconds(20)).until(() -> (Long) server.command("EXISTS", key) == 1);
            caller.interrupt();
        });
        interrupter.start();
        return interrupter;
    }

    @Test
    void aFrozenServerIsUnavailableWithinTheWaitWhateverItsLength() {
        int[] waits = {0, 100, 1000};
        for (int wait : waits) {
            int site = site(Woven.rule("PAY:{p0}").waiting(Duration.ofMillis(wait)));
            server.freeze();
            long start = System.nanoTime();
            Throwable thrown = null;
            try {
                here.enter(site, null, new Object[] {"42"});
            } catch (Throwable e) {
                thrown = e;
            }
            long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
            server.resume();

            assertThat(thrown).as("wait %d", wait).isInstanceOf(LockUnavailableException.class);
            assertThat(took).as("milliseconds of a wait of %d", wait).isLessThan(wait + 5000L);
        }
        await().atMost(Duration.ofSeconds(20)).until(() -> (Long) server.command("EXISTS", "shop:PAY:42") == 0);
    }

    @Test
    void aDeletedKeyIsNoticedByTheKeeper() throws Throwable {
        isNoticed(() -> server.command("DEL", "shop:PAY:42"));
    }

    @Test
    @Shows("`FLUSHALL`, `DEL` of a key, an eviction")
    void aKeyThatIsEvictedIsNoticedByTheKeeper() throws Throwable {
        isNoticed(() -> {
            server.command("CONFIG", "SET", "maxmemory-policy", "allkeys-random");
            server.command("CONFIG", "SET", "maxmemory", "1");
            await().until(() -> server.keys("shop:PAY:42").isEmpty());
            server.command("CONFIG", "SET", "maxmemory", "0");
        });
    }

    /** Before the lease would have ended, also on a busy machine. */
    private void isNoticed(Runnable end) throws Throwable {
        int site = site(Woven.rule("PAY:{p0}").lease(Duration.ofSeconds(6)));
        Object token = here.enter(site, null, new Object[] {"42"});

        end.run();

        await("a third of its lease, and what a busy machine adds")
                .atMost(Duration.ofSeconds(2 + 2))
                .until(() -> sites.counters().get("pay-order").of(Event.LOST) == 1);
        Woven.exit(token, null);
    }

    @Test
    void aLeaseIsRenewedForAsLongAsTheMethodRuns() throws Throwable {
        int site = site(Woven.rule("PAY:{p0}").lease(Duration.ofSeconds(2)));
        int impatient = site(Woven.rule("PAY:{p0}").waiting(Duration.ofSeconds(5)));
        Object token = here.enter(site, null, new Object[] {"42"});

        Throwable thrown = null;
        try {
            there.enter(impatient, null, new Object[] {"42"});
        } catch (LockException e) {
            thrown = e;
        }

        assertThat(thrown).as("busy for longer than the lease").isNotNull();
        Woven.exit(token, null);
        Woven.exit(there.enter(impatient, null, new Object[] {"42"}), null);
    }
}
