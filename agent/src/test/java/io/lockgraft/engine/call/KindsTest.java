package io.lockgraft.engine.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lockgraft.api.LockBusyException;
import io.lockgraft.api.LockInterruptedException;
import io.lockgraft.engine.Engines;
import io.lockgraft.engine.Woven;
import io.lockgraft.language.expression.handle.Access;
import io.lockgraft.manage.Counters.Event;
import io.lockgraft.rules.Handoff;
import io.lockgraft.rules.RuleBuilder;
import io.lockgraft.spi.LockKind;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.store.FaultyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who of one JVM gets in beside whom, and in which order. */
@Timeout(120)
final class KindsTest {
    private final Woven woven = new Woven();
    private final ConcurrentLinkedQueue<Throwable> surprises = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<String> order = new ConcurrentLinkedQueue<>();
    private final List<Thread> threads = new ArrayList<>();

    static final class Shop {
        static void order(List<String> products) {}
    }

    @AfterEach
    void close() {
        woven.close();
    }

    private int site(LockKind kind) {
        return site(rule(kind));
    }

    private static RuleBuilder rule(LockKind kind) {
        return Woven.rule("STOCK:{p0[*]}").lock(kind).permits(kind == LockKind.SEMAPHORE ? 3 : 1);
    }

    private int site(RuleBuilder rule) {
        return woven.site(rule.build(), Shop.class, "order");
    }

    private Object enter(int site, String... products) throws Throwable {
        return enter(woven.engine, site, products);
    }

    private static Object enter(LockEngine engine, int site, String... products) throws Throwable {
        return engine.enter(site, null, new Object[] {List.of(products)});
    }

    private interface Task {
        void run() throws Throwable;
    }

    private Thread start(Task task) {
        Thread thread = new Thread(() -> {
            try {
                task.run();
            } catch (Throwable e) {
                surprises.add(e);
            }
        });
        thread.start();
        threads.add(thread);
        return thread;
    }

    /** A thread that enters, tells its name, and leaves at once. */
    private Thread pass(LockEngine engine, String name, int site) {
        return start(() -> {
            Object token = enter(engine, site, "pen");
            order.add(name);
            Woven.exit(token, null);
        });
    }

    private void join() throws InterruptedException {
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(surprises).isEmpty();
    }

    @Test
    void readersAreInsideTogether() throws Throwable {
        letInTogether(site(rule(LockKind.READ).handoff(Handoff.OFF)), 5);
        assertThat(woven.backend.acquires).hasValue(5);
    }

    @Test
    void asManyAsThereArePermitsAreInsideTogether() throws Throwable {
        int site = site(rule(LockKind.SEMAPHORE).waiting(Duration.ZERO));
        letInTogether(site, 3);

        Object[] all = {enter(site, "pen"), null, null};
        start(() -> all[1] = enter(site, "pen"));
        start(() -> all[2] = enter(site, "pen"));
        join();
        start(() -> assertThatThrownBy(() -> enter(site, "pen"))
                .isInstanceOf(LockBusyException.class)
                .hasMessageContaining("other calls have all 3 permits of shop:STOCK:pen:permits."));
        join();
        for (Object token : all) {
            Woven.exit(token, null);
        }
    }

    @Test
    void withWaitZeroNoReaderIsBusyBecauseOfOneThatIsJustGettingIn() throws Throwable {
        int site = site(rule(LockKind.READ).waiting(Duration.ZERO));
        woven.backend.patience = 10_000;
        for (int t = 0; t < 8; t++) {
            start(() -> {
                for (int i = 0; i < 3000; i++) {
                    Woven.exit(enter(site, "pen"), null);
                }
            });
        }
        join();
    }

    @Test
    @FailsWithout("`Gate#join` and `Gate#stepInside` let calls try side by side where permits may be free")
    void whereThereAreManyPermitsNobodyWaitsForTheAnswerOfAnother() throws Throwable {
        int site = site(rule(LockKind.SEMAPHORE).permits(20).waiting(Duration.ofSeconds(30)));
        woven.backend.delay = 600;

        letInTogether(site, 20);

        assertThat(woven.backend.mostAsking.get()).as("questions under way").isGreaterThan(5);
        assertThat(woven.backend.acquires).as("each asked once").hasValue(20);
    }

    @Test
    void whoTriedInVainWaitsAndGetsItsPermit() throws Throwable {
        int site = site(rule(LockKind.SEMAPHORE).permits(2).waiting(Duration.ofSeconds(30)));
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        for (int t = 0; t < 12; t++) {
            start(() -> {
                for (int i = 0; i < 200; i++) {
                    Object token = enter(site, "pen");
                    most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                    Thread.yield();
                    inside.decrementAndGet();
                    Woven.exit(token, null);
                }
            });
        }
        join();

        assertThat(most).as("at the same time").hasValue(2);
        await().until(() -> woven.store.held().isEmpty());
        await().until(() -> woven.engine.gatesInUse() == 0);
    }

    @Test
    @FailsWithout("`Gate#join` and `Gate#stepInside` let calls try side by side where permits may be free")
    void whoQueuedWhileThereWereNoPermitsAsksTogetherWithOthersWhenThereAreManyAgain() throws Throwable {
        int site = site(rule(LockKind.SEMAPHORE).permits(20).waiting(Duration.ofSeconds(30)));
        FaultyStore backend = new FaultyStore(woven.store);
        LockEngine there = Engines.of(woven.sites, () -> backend, Access.NONE);
        List<Object> elsewhere = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            start(() -> elsewhere.add(enter(there, site, "pen"))).join();
        }
        CountDownLatch inside = new CountDownLatch(20);
        for (int i = 0; i < 20; i++) {
            Thread thread = start(() -> {
                Object token = enter(site, "pen");
                inside.countDown();
                inside.await();
                Woven.exit(token, null);
            });
            await().until(() -> thread.getState() == Thread.State.TIMED_WAITING);
        }
        woven.backend.mostAsking.set(0);
        woven.backend.delay = 100;
        for (Object token : elsewhere) {
            Woven.exit(token, null);
        }
        join();

        assertThat(woven.backend.mostAsking.get()).as("questions under way").isGreaterThan(2);
        there.close();
    }

    private void letInTogether(int site, int calls) throws Throwable {
        CountDownLatch inside = new CountDownLatch(calls);
        for (int i = 0; i < calls; i++) {
            start(() -> {
                Object token = enter(site, "pen");
                inside.countDown();
                inside.await();
                Woven.exit(token, null);
            });
        }
        join();
        await().until(() -> woven.engine.gatesInUse() == 0);
    }

    @Test
    void aReaderThatComesAfterAWriterOfItsJvmDoesNotOvertakeIt() throws Throwable {
        int read = site(LockKind.READ);
        Object first = enter(read, "pen");
        pass(woven.engine, "writer", site(LockKind.WRITE));
        await().until(() -> woven.backend.acquires.get() == 2);
        Thread reader = pass(woven.engine, "reader", read);
        await().until(() -> reader.getState() == Thread.State.TIMED_WAITING);

        Woven.exit(first, null);
        join();

        assertThat(order).containsExactly("writer", "reader");
    }

    @Test
    void fairCallsOfTwoJvmsGetTheKeyInTheOrderInWhichTheyCame() throws Throwable {
        int site = site(LockKind.FAIR);
        FaultyStore backend = new FaultyStore(woven.store);
        LockEngine there = Engines.of(woven.sites, () -> backend, Access.NONE);
        Object first = enter(site, "pen");
        for (int i = 1; i <= 6; i++) {
            int asked = woven.backend.acquires.get() + backend.acquires.get();
            pass(i % 3 == 0 ? there : woven.engine, "call " + i, site);
            await().until(() -> woven.backend.acquires.get() + backend.acquires.get() > asked);
            Thread last = threads.get(threads.size() - 1);
            await().until(() -> last.getState() == Thread.State.TIMED_WAITING);
        }

        Woven.exit(first, null);
        join();

        assertThat(order).containsExactly("call 1", "call 2", "call 3", "call 4", "call 5", "call 6");
        there.close();
    }

    @Test
    void withWaitZeroNoCallIsBusyBecauseOfOurOwnRelease() throws Throwable {
        woven.backend.delay = 10;
        woven.backend.patience = 10_000;
        for (LockKind kind : LockKind.values()) {
            int site = site(rule(kind).permits(1).waiting(Duration.ZERO));
            for (int i = 0; i < 5; i++) {
                Woven.exit(enter(site, "pen", "ink"), null);
            }
        }
        int write = site(rule(LockKind.WRITE).waiting(Duration.ZERO));
        int read = site(rule(LockKind.READ).waiting(Duration.ZERO));
        for (int i = 0; i < 5; i++) {
            Woven.exit(enter(read, "pen"), null);
            Woven.exit(enter(write, "pen"), null);
        }
    }

    @Test
    void aReaderThatLosesItsLockIsOutOfTheWayOfOthers() throws Throwable {
        int site = site(rule(LockKind.READ).lease(Duration.ofMillis(300)));
        Object token = enter(site, "pen", "ink");

        woven.store.delete("shop:STOCK:pen");

        await().until(() -> woven.sites.counters().get("pay-order").of(Event.LOST) == 1);
        await().until(() -> woven.engine.gatesInUse() == 0);
        Woven.exit(enter(site(LockKind.WRITE), "pen", "ink"), null);
        Woven.exit(token, null);
        assertThat(woven.engine.gatesInUse()).isZero();
    }

    @Test
    void interruptsAtAnyMomentLeaveNothingAtAnyGateWhateverTheKindsAndKeys() throws Throwable {
        String[] products = {"a", "b", "c"};
        Map<LockKind, Integer> sites = new EnumMap<>(LockKind.class);
        for (LockKind kind : LockKind.values()) {
            sites.put(kind, site(rule(kind).waiting(Duration.ofSeconds(30))));
        }
        AtomicInteger[] alone = {new AtomicInteger(), new AtomicInteger(), new AtomicInteger()};
        AtomicInteger entered = new AtomicInteger();
        AtomicInteger interrupted = new AtomicInteger();
        for (int t = 0; t < 8; t++) {
            start(() -> {
                for (int i = 0; i < 150; i++) {
                    LockKind kind =
                            LockKind.values()[ThreadLocalRandom.current().nextInt(sites.size())];
                    int from = ThreadLocalRandom.current().nextInt(3);
                    int to = from + 1 + ThreadLocalRandom.current().nextInt(3 - from);
                    String[] wanted = Arrays.copyOfRange(products, from, to);
                    try {
                        Object token = enter(sites.get(kind), wanted);
                        check(kind, alone, from, to);
                        Woven.exit(token, null);
                        entered.incrementAndGet();
                    } catch (LockInterruptedException e) {
                        interrupted.incrementAndGet();
                    }
                    Thread.interrupted();
                }
            });
        }
        while (threads.stream().anyMatch(Thread::isAlive)) {
            threads.get(ThreadLocalRandom.current().nextInt(threads.size())).interrupt();
            woven.backend.delay = ThreadLocalRandom.current().nextInt(3) / 2;
            LockSupport.parkNanos(ThreadLocalRandom.current().nextInt(400_000));
        }
        join();

        assertThat(interrupted.get()).as("interrupts that hit a wait").isPositive();
        assertThat(entered.get()).isPositive();
        await().atMost(Duration.ofSeconds(20)).until(() -> woven.store.held().isEmpty());
        await().until(() -> woven.engine.gatesInUse() == 0);
    }

    /** Readers count up by one, whoever is alone by a thousand. */
    private void check(LockKind kind, AtomicInteger[] inside, int from, int to) {
        if (kind == LockKind.SEMAPHORE) {
            return;
        }
        int mine = kind == LockKind.READ ? 1 : 1000;
        for (int i = from; i < to; i++) {
            int now = inside[i].addAndGet(mine);
            if (kind == LockKind.READ ? now >= 1000 : now != 1000) {
                surprises.add(new AssertionError(kind + " is not alone: " + now));
            }
        }
        Thread.yield();
        for (int i = from; i < to; i++) {
            inside[i].addAndGet(-mine);
        }
    }
}
