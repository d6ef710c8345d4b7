package io.lockgraft.engine.thread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lockgraft.engine.HeldBackStore;
import io.lockgraft.engine.PausingBackend;
import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Request;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.store.FaultyServer;
import io.lockgraft.testing.store.FaultyStore;
import io.lockgraft.testing.store.Requests;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** The thread that asks a store for virtual threads; other threads leave it their tasks while it has some. */
@FailsWithout("`SoleThread` is one thread only, so tasks of virtual threads keep their order")
final class StoreThreadTest {
    private static final long FOREVER = Long.MAX_VALUE / 4;

    private final CountDownLatch scheduled = new CountDownLatch(1);
    private final AtomicInteger made = new AtomicInteger();
    private final List<Integer> ran = new CopyOnWriteArrayList<>();
    private final PausingBackend backend = new PausingBackend();

    /** As of a busy machine: its code begins late. */
    private Thread late(Runnable body) {
        made.incrementAndGet();
        Thread thread = new Thread(() -> {
            try {
                scheduled.await();
            } catch (InterruptedException e) {
                return;
            }
            body.run();
        });
        thread.setDaemon(true);
        return thread;
    }

    @Test
    void thereIsOneThreadHoweverLateItBegins() throws Exception {
        StoreThread store = new StoreThread(backend, this::late, FOREVER);
        CountDownLatch all = new CountDownLatch(100);

        for (int i = 0; i < 100; i++) {
            int number = i;
            store.execute(() -> {
                ran.add(number);
                all.countDown();
            });
        }
        scheduled.countDown();

        assertThat(all.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(made).hasValue(1);
        assertThat(ran).as("in the order in which they were left").isSorted();
    }

    @Test
    void aThreadThatCannotStartIsMadeAnew() throws Exception {
        StoreThread store = new StoreThread(backend, body -> made.get() == 0 ? unable() : late(body), FOREVER);
        CountDownLatch done = new CountDownLatch(1);
        scheduled.countDown();

        assertThatThrownBy(() -> store.execute(() -> ran.add(1))).isInstanceOf(OutOfMemoryError.class);
        store.execute(done::countDown);

        assertThat(done.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(ran).as("what its caller was told did not begin").isEmpty();
    }

    private Thread unable() {
        made.incrementAndGet();
        return new Thread() {
            @Override
            public synchronized void start() {
                throw new OutOfMemoryError("unable to create native thread");
            }
        };
    }

    private static Request request(Duration wait) {
        return Requests.exclusive("shop:PAY:42", 7, 30_000, System.nanoTime() + wait.toNanos());
    }

    /** All that was left before is done. */
    private void goesOn(StoreThread store) throws Exception {
        CountDownLatch done = new CountDownLatch(1);
        store.execute(done::countDown);
        scheduled.countDown();
        assertThat(done.await(20, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    @FailsWithout("`StoreThread#acquire` sends no request that nobody waits for any more")
    void aRequestThatIsAbandonedBeforeItsTurnDoesNotReachTheStore() throws Exception {
        StoreThread store = new StoreThread(backend, this::late, FOREVER);
        store.execute(() -> ran.add(1));
        Attempt given = store.acquire(request(Duration.ofMinutes(1)));
        Attempt next = store.acquire(request(Duration.ofMinutes(1)));

        given.abandon();
        assertThat(given.answer().getNow(null).cause())
                .hasMessage("the store was not asked before the wait was over: 3 requests and releases of this JVM"
                        + " waited for one thread");
        goesOn(store);

        assertThat(backend.requests).hasSize(1);
        assertThat(next.answer().get(20, TimeUnit.SECONDS).grant()).isNotNull();
    }

    @Test
    @FailsWithout("`StoreThread#acquire` sends no request that nobody waits for any more")
    void aRequestWhoseAnswerWouldComeTooLateDoesNotReachTheStore() throws Exception {
        StoreThread store = new StoreThread(backend, this::late, FOREVER);
        store.execute(() -> ran.add(1));
        Request late = request(Duration.ZERO);
        Attempt attempt = store.acquire(late);

        while (late.lastAnswer(backend.questionNanos()) - System.nanoTime() >= 0) {
            Thread.sleep(1);
        }
        goesOn(store);

        assertThat(backend.requests).isEmpty();
        assertThat(attempt.answer().get(20, TimeUnit.SECONDS).cause()).isInstanceOf(TimeoutException.class);
    }

    @Test
    void aRequestThatIsAbandonedWhileTheStoreIsAskedIsGivenBackThere() throws Exception {
        FaultyServer server = new FaultyServer();
        AtomicReference<Attempt> handed = new AtomicReference<>();
        CountDownLatch asked = new CountDownLatch(1);
        try (FaultyStore memory = new FaultyStore(server) {
            @Override
            public Attempt acquire(Request request) {
                Attempt its = super.acquire(request);
                handed.get().abandon();
                asked.countDown();
                return its;
            }
        }) {
            StoreThread store = new StoreThread(memory, this::late, FOREVER);
            store.execute(() -> ran.add(1));
            handed.set(store.acquire(request(Duration.ofMinutes(1))));
            scheduled.countDown();

            assertThat(asked.await(20, TimeUnit.SECONDS)).isTrue();
            goesOn(store);
            await().untilAsserted(() -> assertThat(server.held()).isEmpty());
        }
    }

    @Test
    @FailsWithout(
            "`StoreThread` ends a request at the store once, be it that its caller and its beginning both see to it")
    void aRequestThatIsAbandonedTwiceIsGivenBackOnce() throws Exception {
        AtomicReference<Attempt> handed = new AtomicReference<>();
        try (HeldBackStore counting = new HeldBackStore(new FaultyServer()) {
            @Override
            public Attempt acquire(Request request) {
                Attempt its = super.acquire(request);
                handed.get().abandon();
                return its;
            }
        }) {
            StoreThread store = new StoreThread(counting, this::late, FOREVER);
            store.execute(() -> ran.add(1));
            handed.set(store.acquire(request(Duration.ofMinutes(1))));
            goesOn(store);

            handed.get().abandon();
            goesOn(store);

            assertThat(counting.given).hasSize(1);
            assertThat(counting.given.get(0).releases()).isEqualTo(1);
        }
    }

    @Test
    void theThreadEndsWhenItHasHadNothingToDoForAWhileAndAnotherOneGoesOn() throws Exception {
        List<Thread> threads = new CopyOnWriteArrayList<>();
        StoreThread store = new StoreThread(
                backend,
                body -> {
                    threads.add(late(body));
                    return threads.get(threads.size() - 1);
                },
                1);
        scheduled.countDown();

        for (int i = 0; i < 1_000; i++) {
            CountDownLatch done = new CountDownLatch(1);
            store.execute(done::countDown);
            assertThat(done.await(20, TimeUnit.SECONDS)).isTrue();
        }

        for (Thread thread : threads) {
            thread.join(20_000);
            assertThat(thread.isAlive()).isFalse();
        }
        assertThat(threads).hasSizeGreaterThan(1);
    }
}
