package io.lockgraft.engine.acquire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.api.LockBusyException;
import io.lockgraft.api.LockInterruptedException;
import io.lockgraft.api.LockUnavailableException;
import io.lockgraft.engine.Woven;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.store.FaultyStore;
import io.lockgraft.testing.store.Requests;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many threads at one gate. */
@Timeout(120)
final class GateWaitingTest {
    private final Woven woven = new Woven();
    private final ConcurrentLinkedQueue<Throwable> surprises = new ConcurrentLinkedQueue<>();
    private final AtomicInteger inside = new AtomicInteger();
    private int counter;

    static final class Shop {
        static void pay(String order) {}
    }

    @AfterEach
    void close() {
        woven.close();
    }

    private void count() {
        if (inside.incrementAndGet() != 1) {
            surprises.add(new AssertionError("two inside"));
        }
        counter++;
        inside.decrementAndGet();
    }

    private static Thread start(Runnable work) {
        Thread thread = new Thread(work);
        thread.start();
        return thread;
    }

    @Test
    void threadsGetTheKeyInTheOrderInWhichTheyCame() throws Throwable {
        int site = woven.site(Woven.rule("PAY:{p0}").build(), Shop.class, "pay");
        ConcurrentLinkedQueue<Integer> order = new ConcurrentLinkedQueue<>();
        CountDownLatch end = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            int number = i;
            Thread thread = start(() -> {
                try {
                    woven.call(
                            site,
                            null,
                            () -> {
                                order.add(number);
                                end.await();
                                return null;
                            },
                            "42");
                } catch (Throwable e) {
                    surprises.add(e);
                }
            });
            threads.add(thread);
            await().until(() -> number == 0 ? order.contains(0) : thread.getState() == Thread.State.TIMED_WAITING);
        }

        end.countDown();
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(surprises).isEmpty();
        assertThat(order).containsExactly(0, 1, 2, 3, 4, 5);
    }

    @Test
    void anUnsynchronisedCounterUnderTheLockIsExactWhateverInterruptsAndDelaysThereAre() throws Throwable {
        int site = woven.site(
                Woven.rule("PAY:{p0}").waiting(Duration.ofSeconds(30)).build(), Shop.class, "pay");
        AtomicInteger entered = new AtomicInteger();
        AtomicInteger interrupted = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 8; t++) {
            threads.add(start(() -> {
                for (int i = 0; i < 150; i++) {
                    try {
                        woven.call(
                                site,
                                null,
                                () -> {
                                    count();
                                    return null;
                                },
                                "42");
                        entered.incrementAndGet();
                    } catch (LockInterruptedException e) {
                        interrupted.incrementAndGet();
                    } catch (Throwable e) {
                        surprises.add(e);
                    }
                    Thread.interrupted();
                }
            }));
        }
        while (threads.stream().anyMatch(Thread::isAlive)) {
            threads.get(ThreadLocalRandom.current().nextInt(threads.size())).interrupt();
            woven.backend.delay = ThreadLocalRandom.current().nextInt(3) / 2;
            LockSupport.parkNanos(ThreadLocalRandom.current().nextInt(400_000));
        }

        assertThat(surprises).isEmpty();
        assertThat(counter).isEqualTo(entered.get());
        assertThat(interrupted.get()).as("interrupts that hit a wait").isPositive();
        await().atMost(Duration.ofSeconds(20)).until(() -> woven.store.held().isEmpty());
        await().until(() -> woven.engine.gatesInUse() == 0);
    }

    @Test
    void waitsThatRunOutLeaveNothingAndLetNobodyStarve() throws Throwable {
        int site =
                woven.site(Woven.rule("PAY:{p0}").waiting(Duration.ofMillis(2)).build(), Shop.class, "pay");
        AtomicInteger entered = new AtomicInteger();
        AtomicInteger busy = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 6; t++) {
            threads.add(start(() -> {
                for (int i = 0; i < 60; i++) {
                    long begun = System.nanoTime();
                    try {
                        woven.call(
                                site,
                                null,
                                () -> {
                                    count();
                                    LockSupport.parkNanos(1_000_000);
                                    return null;
                                },
                                "42");
                        entered.incrementAndGet();
                    } catch (LockBusyException e) {
                        busy.incrementAndGet();
                    } catch (LockUnavailableException e) {
                        // A machine so busy that an answer in memory takes longer than the grace; no other reason.
                        if (TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun) < woven.backend.patience) {
                            surprises.add(e);
                        }
                    } catch (Throwable e) {
                        surprises.add(e);
                    }
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(surprises).isEmpty();
        assertThat(entered.get()).isPositive();
        assertThat(busy.get()).isPositive();
        assertThat(counter).isEqualTo(entered.get());
        await().atMost(Duration.ofSeconds(20)).until(() -> woven.store.held().isEmpty());
        await().until(() -> woven.engine.gatesInUse() == 0);
    }

    /** Each asks for itself and takes a while for it, so most have had no turn when their wait is over. */
    @Test
    @FailsWithout(
            "`GateCalls#wasRefusedSince` keeps what the store said to a call that has left: busy is not unavailable")
    void whoHadNoTurnIsToldWhatTheStoreHasSaidToOthersMeanwhile() throws Throwable {
        FaultyStore another = new FaultyStore(woven.store);
        another.acquire(Requests.exclusive("shop:PAY:42", 1, 30_000, 0))
                .answer()
                .get(10, TimeUnit.SECONDS);
        woven.backend.delay = 50;
        woven.backend.patience = 500;
        int site = woven.site(Woven.rule("PAY:{p0}").waiting(Duration.ZERO).build(), Shop.class, "pay");
        AtomicInteger busy = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            threads.add(start(() -> {
                try {
                    woven.call(site, null, () -> surprises.add(new AssertionError("its body ran")), "42");
                } catch (LockBusyException e) {
                    busy.incrementAndGet();
                } catch (Throwable e) {
                    surprises.add(e);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }

        another.close();
        assertThat(surprises).isEmpty();
        assertThat(busy).hasValue(40);
    }
}
