package io.lockgraft.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.api.LockInterruptedException;
import io.lockgraft.backend.redis.RedisBackend;
import io.lockgraft.expression.Access;
import io.lockgraft.rules.LockKind;
import io.lockgraft.rules.RedisSettings;
import io.lockgraft.rules.Topology;
import io.lockgraft.testing.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One hot key, four JVMs' engines with eight threads each, on one server. */
@Timeout(180)
final class HandoffOnRedisTest {
    private static final int ENGINES = 4;
    private static final int THREADS = 8;

    private final RedisServer server = RedisServer.start();
    private final Sites sites = new Sites();
    private final List<LockEngine> engines = new ArrayList<>();
    private final Crowd crowd = new Crowd(this::state);

    // Written under the lock alone.
    private int counter;
    private long lastToken;
    private final Map<Lease, Integer> inARow = new IdentityHashMap<>();

    static final class Shop {
        static void pay(String order) {}
    }

    @AfterEach
    void close() {
        engines.forEach(LockEngine::close);
        server.close();
    }

    private void call(LockEngine engine, int site, int[] entered) throws Throwable {
        Object token;
        try {
            token = engine.enter(site, null, new Object[] {"42"});
        } catch (LockInterruptedException e) {
            return; // as it was asked to be
        }
        Hold hold = token instanceof FencedCall ? ((FencedCall) token).hold() : (Hold) token;
        counter++;
        entered[0]++;
        if (token instanceof FencedCall && hold.token() <= lastToken) {
            crowd.surprises.add(new AssertionError("token " + hold.token() + " after " + lastToken));
        }
        lastToken = hold.token();
        inARow.merge(hold.grant().lease(), 1, Integer::sum);
        engine.exit(token, null);
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
        "EXCLUSIVE, 312, false",
        "WRITE, 100, false",
        "FENCED, 100, false",
        "EXCLUSIVE, 100, true",
        "FENCED, 100, true"
    })
    void callsNeverMeetAndNoEngineHasMoreInARowThanItsBound(LockKind kind, int calls, boolean interrupts)
            throws Throwable {
        RedisSettings settings =
                RedisSettings.of(Topology.single(server.address())).build();
        for (int i = 0; i < ENGINES; i++) {
            engines.add(new LockEngine(sites, () -> new RedisBackend(settings), Access.NONE));
        }
        int site = sites.add(
                Woven.rule("PAY:{p0}")
                        .lock(kind)
                        .waiting(Duration.ofSeconds(120))
                        .build(),
                Woven.method(Shop.class, "pay"),
                Shop.class.getClassLoader(),
                null);
        int[][] entered = new int[ENGINES * THREADS][1];

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
                "==== %s: %d calls by %d grants, at most %d in a row%n",
                kind,
                all,
                inARow.size(),
                inARow.values().stream().max(Integer::compare).orElse(0));
        assertThat(crowd.surprises).isEmpty();
        assertThat(counter).as("an unsynchronised counter").isEqualTo(all);
        assertThat(all).isEqualTo(interrupts ? all : ENGINES * THREADS * calls);
        assertThat(inARow.values()).as("calls by one grant").allMatch(each -> each <= 65);
        if (!interrupts) {
            assertThat(inARow.size()).as("grants").isLessThan(all / 4);
        }
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(server.keys("shop:*")).isEmpty());
        for (LockEngine engine : engines) {
            await().until(() -> engine.gatesInUse() == 0);
        }
    }
}
