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
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
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
    private final ConcurrentLinkedQueue<Throwable> surprises = new ConcurrentLinkedQueue<>();

    // Written under the lock alone.
    private int counter;
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
        Object token = engine.enter(site, null, new Object[] {"42"});
        counter++;
        entered[0]++;
        inARow.merge(((Hold) token).grant().lease(), 1, Integer::sum);
        engine.exit(token, null);
    }

    @ParameterizedTest
    @CsvSource({"EXCLUSIVE, 312, false", "WRITE, 100, false", "EXCLUSIVE, 100, true"})
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
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < ENGINES * THREADS; t++) {
            int number = t;
            threads.add(new Thread(() -> {
                for (int i = 0; i < calls; i++) {
                    try {
                        call(engines.get(number % ENGINES), site, entered[number]);
                    } catch (LockInterruptedException e) {
                        // As it was asked to be.
                    } catch (Throwable e) {
                        surprises.add(e);
                    }
                    Thread.interrupted();
                }
            }));
        }
        threads.forEach(Thread::start);
        while (interrupts && threads.stream().anyMatch(Thread::isAlive)) {
            threads.get(ThreadLocalRandom.current().nextInt(threads.size())).interrupt();
            LockSupport.parkNanos(ThreadLocalRandom.current().nextInt(500_000));
        }
        for (Thread thread : threads) {
            thread.join();
        }

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
        assertThat(surprises).isEmpty();
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
