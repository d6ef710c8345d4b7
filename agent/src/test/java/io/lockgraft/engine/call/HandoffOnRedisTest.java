package io.lockgraft.engine.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.api.LockInterruptedException;
import io.lockgraft.engine.Caller.Order;
import io.lockgraft.engine.CountedStore;
import io.lockgraft.engine.Crowd;
import io.lockgraft.engine.Engines;
import io.lockgraft.engine.Woven;
import io.lockgraft.engine.site.Sites;
import io.lockgraft.language.expression.Target;
import io.lockgraft.language.expression.handle.Access;
import io.lockgraft.rules.Handoff;
import io.lockgraft.rules.RuleBuilder;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.text.SyntaxException;
import io.lockgraft.store.redis.RedisStore;
import io.lockgraft.store.redis.settings.RedisSettings;
import io.lockgraft.store.redis.settings.Topology;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.server.RedisServer;
import io.lockgraft.testing.store.TestContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** One hot key on one server, of one JVM's engine or of four with eight threads each, with the default bounds. */
@Timeout(180)
@Shows("an interrupt, or the end of the wait, in the moment in which a call is passed the lock")
final class HandoffOnRedisTest {
    private static final int ENGINES = 4;
    private static final int THREADS = 8;

    private final RedisServer server = RedisServer.start();
    private final Sites sites = new Sites();
    private final List<LockEngine> engines = new ArrayList<>();
    private final Map<LockEngine, CountedStore> stores = new IdentityHashMap<>();
    private final Crowd crowd = new Crowd(this::state);

    // Written under the lock alone.
    private int counter;
    private long lastToken;
    private final Map<String, Integer> inARow = new HashMap<>();
    private final Map<LockEngine, Integer> callsOf = new IdentityHashMap<>();
    private int callsOfEach;
    private LockEngine last;
    private int turn;
    private int longestTurn;

    static final class Shop {
        static void pay(Order order) {}
    }

    @AfterEach
    void close() {
        engines.forEach(LockEngine::close);
        server.close();
    }

    private LockEngine engine() {
        RedisSettings settings =
                RedisSettings.of(Topology.single(server.address())).build();
        CountedStore store = new CountedStore(new RedisStore(new TestContext(), settings));
        LockEngine engine = Engines.of(sites, () -> store, Access.NONE);
        stores.put(engine, store);
        return engine;
    }

    private static RuleBuilder rule(LockKind kind) throws SyntaxException {
        RuleBuilder rule = Woven.rule("PAY:{p0.number}").lock(kind).waiting(Duration.ofSeconds(120));
        return kind == LockKind.FENCED ? rule.fence(Target.parse("p0.version")) : rule;
    }

    private int site(RuleBuilder rule) {
        return Woven.add(sites, rule.build(), Woven.method(Shop.class, "pay"), Shop.class.getClassLoader(), null);
    }

    private void call(LockEngine engine, int site, int[] entered) throws Throwable {
        Order order = new Order("42");
        Object token;
        try {
            token = engine.enter(site, null, new Object[] {order});
        } catch (LockInterruptedException e) {
            return; // as it was asked to be
        }
        counter++;
        entered[0]++;
        if (order.version() != 0 && order.version() <= lastToken) {
            crowd.surprises.add(new AssertionError("token " + order.version() + " after " + lastToken));
        }
        lastToken = order.version();
        inARow.merge(engines.indexOf(engine) + " " + stores.get(engine).grants(), 1, Integer::sum);
        countTurn(engine);
        Woven.exit(token, null);
    }

    /** How many calls an engine has had in a row while all others wanted the key as well. */
    private void countTurn(LockEngine engine) {
        callsOf.merge(engine, 1, Integer::sum);
        boolean allWant = callsOf.size() == ENGINES && callsOf.values().stream().allMatch(each -> each < callsOfEach);
        turn = !allWant ? 0 : engine == last ? turn + 1 : 1;
        last = engine;
        longestTurn = Math.max(longestTurn, turn);
    }

    private String state() {
        StringBuilder text = new StringBuilder("in Redis: " + server.keys("*"));
        for (String key : server.keys("shop:*")) {
            text.append(", ").append(key).append(' ').append(server.command("PTTL", key));
        }
        engines.forEach(each -> text.append(", gates in use: ").append(each.gatesInUse()));
        return text.toString();
    }

    @ParameterizedTest
    @CsvSource({
        "EXCLUSIVE, 2001, 800, false",
        "WRITE, 2001, 800, false",
        "FENCED, 65, 100, false",
        "EXCLUSIVE, 2001, 100, true",
        "FENCED, 65, 100, true"
    })
    @Shows("many calls of several JVMs")
    void callsNeverMeetAndNoEngineHasMoreInARowThanItsBound(LockKind kind, int bound, int calls, boolean interrupts)
            throws Throwable {
        for (int i = 0; i < ENGINES; i++) {
            engines.add(engine());
        }
        int site = site(rule(kind));
        int[][] entered = new int[ENGINES * THREADS][1];
        callsOfEach = THREADS * (calls - 1);
        for (int i = 0; i < ENGINES; i++) {
            call(engines.get(i), site, entered[i]); // connected, before any of them begins
        }

        crowd.run(
                ENGINES * THREADS,
                calls,
                interrupts,
                thread -> call(engines.get(thread % ENGINES), site, entered[thread]));

        int all = 0;
        for (int[] each : entered) {
            all += each[0];
        }
        System.out.printf(
                "==== %s: %d calls by %d grants, at most %d in a row by one, %d by one engine%n",
                kind,
                all,
                inARow.size(),
                inARow.values().stream().max(Integer::compare).orElse(0),
                longestTurn);
        assertThat(crowd.surprises).isEmpty();
        assertThat(counter).as("an unsynchronised counter").isEqualTo(all);
        assertThat(all).isEqualTo(interrupts ? all : ENGINES * THREADS * calls + ENGINES);
        assertThat(inARow.values()).as("calls by one grant").allMatch(each -> each <= bound);
        if (!interrupts) {
            assertThat(inARow.size()).as("grants").isLessThan(all / 4);
        }
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(server.keys("shop:*")).isEmpty());
        for (LockEngine engine : engines) {
            await().until(() -> engine.gatesInUse() == 0);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"EXCLUSIVE", "WRITE"})
    void aHundredCallsThatWaitHaveOneGrant(LockKind kind) throws Throwable {
        passToAHundred(kind);

        assertThat(inARow.values()).containsExactly(100);
        assertThat(stores.get(engines.get(0)).grants()).isEqualTo(1);
    }

    /** Each grant takes as many numbers as it may have calls, and a version of type int has only so many. */
    @Test
    void aFencedGrantTakesSixtyFiveTokensAndServesAsManyCalls() throws Throwable {
        passToAHundred(LockKind.FENCED);

        assertThat(inARow.values()).as("behind the first call").containsExactlyInAnyOrder(64, 36);
        assertThat(server.command("GET", "redisson_lock_token:{shop:PAY:42}"))
                .as("the last number of two grants")
                .isEqualTo("130");
    }

    /** They need not follow each other: the first one that is granted shares with those who wait behind it. */
    @Test
    void aHundredReadersThatWaitShareOneGrant() throws Throwable {
        LockEngine engine = engine();
        engines.add(engine);
        int writing = site(rule(LockKind.WRITE));
        int reading = site(rule(LockKind.READ));
        CyclicBarrier together = new CyclicBarrier(100);

        waitBehind(engine, writing, () -> {
            Object token = engine.enter(reading, null, new Object[] {new Order("42")});
            together.await(30, TimeUnit.SECONDS);
            Woven.exit(token, null);
        });

        assertThat(stores.get(engine).grants())
                .as("of the writer and of all readers")
                .isEqualTo(2);
        await().untilAsserted(() -> assertThat(server.keys("shop:*")).isEmpty());
    }

    /** What bounds the calls is their number. */
    private void passToAHundred(LockKind kind) throws Throwable {
        LockEngine engine = engine();
        engines.add(engine);
        Handoff handoff = new Handoff(Handoff.ON.of(kind).max(), Duration.ofMinutes(1));
        int site = site(rule(kind).handoff(handoff));
        waitBehind(engine, site, () -> call(engine, site, new int[1]));
    }

    /** A hundred threads of one JVM call while one call has the key, which then ends. */
    private void waitBehind(LockEngine engine, int firstSite, Executable each) throws Throwable {
        Object first = engine.enter(firstSite, null, new Object[] {new Order("42")});
        List<Thread> waiting = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            Thread thread = new Thread(() -> {
                try {
                    each.execute();
                } catch (Throwable e) {
                    crowd.surprises.add(e);
                }
            });
            thread.start();
            waiting.add(thread);
        }
        await().until(() -> waiting.stream().allMatch(thread -> thread.getState() == Thread.State.TIMED_WAITING));

        Woven.exit(first, null);
        for (Thread thread : waiting) {
            thread.join();
        }

        assertThat(crowd.surprises).isEmpty();
    }
}
