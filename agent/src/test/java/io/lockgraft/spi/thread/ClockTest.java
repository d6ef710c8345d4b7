package io.lockgraft.spi.thread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.WrittenLog;
import java.lang.ref.WeakReference;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

@Timeout(60)
final class ClockTest {
    @RegisterExtension
    private final WrittenLog log = new WrittenLog();

    private final Clock clock = new Clock(new DaemonThreads("test-clock"));

    @AfterEach
    void close() {
        clock.close();
    }

    private static long millis(long millis) {
        return TimeUnit.MILLISECONDS.toNanos(millis);
    }

    @Test
    void workIsDoneInTheOrderInWhichItIsDueAndNeverTooSoon() {
        Queue<String> done = new ConcurrentLinkedQueue<>();
        long begun = System.nanoTime();
        long[] at = new long[1];
        clock.after(millis(3_000), () -> {
            at[0] = System.nanoTime();
            done.add("last");
        });
        clock.after(millis(1_500), () -> done.add("second"));
        clock.after(-1, () -> done.add("first"));

        await().until(() -> done.size() == 3);
        assertThat(done).containsExactly("first", "second", "last");
        assertThat(at[0] - begun).isGreaterThanOrEqualTo(millis(3_000));
    }

    /** It sleeps until far away; what comes in is due before. */
    @Test
    void whatIsDueSoonerWakesIt() throws Exception {
        CountDownLatch soon = new CountDownLatch(1);
        clock.after(TimeUnit.HOURS.toNanos(1), () -> {});
        Thread.sleep(200);

        clock.after(millis(1), soon::countDown);

        assertThat(soon.await(20, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    @FailsWithout("`Clock#tell` logs work that fails")
    void workThatFailsIsLoggedOnceAMinuteAndStopsNothing() throws Exception {
        CountDownLatch next = new CountDownLatch(1);
        for (int i = 0; i < 3; i++) {
            clock.after(0, () -> {
                throw new IllegalStateException("of the work");
            });
        }
        clock.after(millis(1), next::countDown);

        assertThat(next.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(log.lines())
                .containsExactly("[lockgraft] WARN work that was due on this thread has failed:"
                        + " java.lang.IllegalStateException: of the work");
    }

    /** A call that may wait for ever takes its deadline back, and no clock keeps that. */
    @Test
    void whatIsTakenBackIsNotKept() throws Exception {
        WeakReference<?> kept = null;
        for (int i = 0; i < 10_000; i++) {
            byte[] held = new byte[1024];
            Future<?> never = clock.after(Long.MAX_VALUE, () -> held[0]++);
            kept = new WeakReference<>(never);
            if (i % 1000 == 0) {
                Thread.sleep(60); // it has looked
            }
            Clock.cancel(never);
        }
        WeakReference<?> last = kept;
        await().until(() -> {
            clock.after(0, () -> {});
            System.gc();
            return last.get() == null;
        });
    }

    @Test
    void aClosedClockTakesNothing() {
        clock.after(0, () -> {});
        clock.close();

        assertThat(clock.after(0, () -> {})).isNull();
    }

    @Test
    void manyThreadsSetItAtOnce() throws Exception {
        AtomicInteger done = new AtomicInteger();
        Thread[] threads = new Thread[8];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                for (int call = 0; call < 10_000; call++) {
                    clock.after(call % 1000, done::incrementAndGet);
                    Clock.cancel(clock.after(millis(10_000), done::incrementAndGet));
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }

        await().until(() -> done.get() == 80_000);
    }
}
