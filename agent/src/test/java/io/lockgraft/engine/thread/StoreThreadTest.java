package io.lockgraft.engine.thread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockgraft.testing.FailsWithout;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The thread that asks the store for all virtual threads. */
@FailsWithout("`SoleThread` is one thread only, so errands of virtual threads keep their order")
final class StoreThreadTest {
    private final CountDownLatch scheduled = new CountDownLatch(1);
    private final AtomicInteger made = new AtomicInteger();
    private final List<Integer> ran = new CopyOnWriteArrayList<>();

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
        StoreThread store = new StoreThread(this::late);
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
        StoreThread store = new StoreThread(body -> made.get() == 0 ? unable() : late(body));
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
}
