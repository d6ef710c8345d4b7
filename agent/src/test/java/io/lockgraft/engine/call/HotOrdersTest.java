package io.lockgraft.engine.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.engine.Engines;
import io.lockgraft.engine.Woven;
import io.lockgraft.engine.site.Sites;
import io.lockgraft.language.expression.handle.Access;
import io.lockgraft.rules.Rule;
import io.lockgraft.store.redis.RedisStore;
import io.lockgraft.store.redis.settings.RedisSettings;
import io.lockgraft.store.redis.settings.Topology;
import io.lockgraft.testing.server.RedisServer;
import io.lockgraft.testing.store.TestContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.redisson.Redisson;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** Orders of 50 lines over 60 hot products, from four JVMs' engines: each order locks its products, all at once. */
@Tag("whole")
@Timeout(180)
final class HotOrdersTest {
    private static final int ENGINES = 4;
    private static final int THREADS = 2;
    private static final int ORDERS = 40;
    private static final int LINES = 50;
    private static final int PRODUCTS = 60;

    private final RedisServer server = RedisServer.start();
    private final Sites sites = new Sites();
    private final List<AutoCloseable> opened = new ArrayList<>();
    private final int[] sold = new int[PRODUCTS];

    static final class Shop {
        static void order(List<String> products) {}
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : opened) {
            each.close();
        }
        server.close();
    }

    @Test
    void hotProductsInOrdersOfFiftyLinesAreSoldOneOrderAtATime() throws Exception {
        Rule rule = Woven.rule("STOCK:{p0[*]}").waiting(Duration.ofSeconds(60)).build();
        int site = Woven.add(sites, rule, Woven.method(Shop.class, "order"), Shop.class.getClassLoader(), null);
        List<Seller> engines = new ArrayList<>();
        List<Seller> hands = new ArrayList<>();
        for (int i = 0; i < ENGINES; i++) {
            LockEngine engine = engine();
            engines.add(products -> {
                Object token = engine.enter(site, null, new Object[] {names(products)});
                sell(products);
                Woven.exit(token, null);
            });
            RedissonClient redisson = redisson();
            hands.add(products -> byHand(redisson, products));
        }

        double ours = ordersPerSecond(engines);
        double theirs = ordersPerSecond(hands);

        System.out.printf(
                "==== orders of %d lines a second, %d x %d threads: %.0f, by hand with sorted RLocks %.0f%n",
                LINES, ENGINES, THREADS, ours, theirs);
        int lines = 0;
        for (int each : sold) {
            lines += each;
        }
        assertThat(lines).as("an unsynchronised counter for each product").isEqualTo(2 * total() * LINES);
        // 1 and more where nothing else runs.
        assertThat(ours / theirs).as("rate against by hand").isGreaterThan(0.5);
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(server.keys("shop:*")).isEmpty());
    }

    private interface Seller {
        void sell(List<Integer> products) throws Throwable;
    }

    private static int total() {
        return ENGINES * THREADS * ORDERS;
    }

    private double ordersPerSecond(List<Seller> sellers) throws Exception {
        for (Seller seller : sellers) {
            order(seller, new Random(1), 0); // connects
        }
        ExecutorService pool = Executors.newFixedThreadPool(ENGINES * THREADS);
        try {
            List<Callable<Void>> work = new ArrayList<>();
            for (int t = 0; t < ENGINES * THREADS; t++) {
                Seller seller = sellers.get(t % ENGINES);
                Random random = new Random(t);
                work.add(() -> {
                    for (int i = 0; i < ORDERS; i++) {
                        order(seller, random, LINES);
                    }
                    return null;
                });
            }
            long begun = System.nanoTime();
            for (Future<Void> done : pool.invokeAll(work)) {
                done.get();
            }
            return total() / ((System.nanoTime() - begun) / (double) TimeUnit.SECONDS.toNanos(1));
        } finally {
            pool.shutdownNow();
        }
    }

    private static void order(Seller seller, Random random, int lines) {
        List<Integer> products = new ArrayList<>();
        for (int i = 0; i < PRODUCTS; i++) {
            products.add(i);
        }
        Collections.shuffle(products, random);
        try {
            seller.sell(products.subList(0, Math.max(1, lines)));
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    private void sell(List<Integer> products) {
        if (products.size() == LINES) {
            for (int product : products) {
                sold[product]++;
            }
        }
    }

    private void byHand(RedissonClient redisson, List<Integer> products) {
        List<String> names = names(products);
        Collections.sort(names);
        List<RLock> locks = new ArrayList<>();
        for (String name : names) {
            RLock lock = redisson.getLock("shop:HAND:" + name);
            lock.lock();
            locks.add(lock);
        }
        sell(products);
        for (int i = locks.size() - 1; i >= 0; i--) {
            locks.get(i).unlock();
        }
    }

    private static List<String> names(List<Integer> products) {
        List<String> names = new ArrayList<>();
        for (int product : products) {
            names.add("p" + product);
        }
        return names;
    }

    private LockEngine engine() {
        RedisSettings settings = RedisSettings.of(Topology.single(server.address()))
                .timeout(Duration.ofSeconds(3))
                .build();
        LockEngine engine = Engines.of(sites, () -> new RedisStore(new TestContext(), settings), Access.NONE);
        opened.add(engine::close);
        return engine;
    }

    private RedissonClient redisson() {
        Config config = new Config();
        config.useSingleServer()
                .setAddress(server.address())
                .setConnectionMinimumIdleSize(4)
                .setConnectionPoolSize(16);
        RedissonClient redisson = Redisson.create(config);
        opened.add(redisson::shutdown);
        return redisson;
    }
}
