package io.lockgraft.engine.thread;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.WrittenLog;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

@Timeout(60)
@FailsWithout("`RuleEvents#tell`, `Parking` and `CallExit#suppress` give back" + " what cannot be counted or told")
final class ParkingTest {
    @RegisterExtension
    private final WrittenLog log = new WrittenLog();

    /** The application's own thread, which takes interrupts from others alone. */
    private static final class Proud extends Thread {
        private final CompletableFuture<Boolean> answer = new CompletableFuture<>();
        private final CompletableFuture<Boolean> arrived = new CompletableFuture<>();

        @Override
        public void interrupt() {
            if (Thread.currentThread() == this) {
                throw new IllegalStateException("interrupted by itself");
            }
            super.interrupt();
        }

        @Override
        public void run() {
            try {
                arrived.complete(Parking.awaitInAnyCase(answer, System.nanoTime() + TimeUnit.SECONDS.toNanos(30)));
            } catch (Throwable e) {
                arrived.completeExceptionally(e);
            }
        }
    }

    @Test
    void anAnswerArrivesThoughTheThreadsOwnInterruptThrows() throws Exception {
        // The JDK sets the flag of a thread anew that was interrupted while it loads a class.
        assertThat(Parking.awaitInAnyCase(CompletableFuture.completedFuture(true), 0))
                .isTrue();
        Proud waiting = new Proud();
        waiting.start();
        waiting.interrupt();
        while (waiting.isInterrupted()) {
            Thread.onSpinWait();
        }
        waiting.answer.complete(true);

        assertThat(waiting.arrived.get(30, TimeUnit.SECONDS)).isTrue();
        assertThat(log.toString())
                .contains("a thread that was interrupted while its lock went back has lost that interrupt: "
                        + "java.lang.IllegalStateException: interrupted by itself");
    }

    /** Counts how often its waiter looks. */
    private static final class Looked extends CompletableFuture<Boolean> {
        private final AtomicInteger looks = new AtomicInteger();

        @Override
        public boolean isDone() {
            looks.incrementAndGet();
            return super.isDone();
        }
    }

    private interface Waiting {
        boolean await(CompletableFuture<?> answer, long deadline) throws InterruptedException;
    }

    /** An answer may be that of many calls, which each wait for minutes. */
    @Test
    @FailsWithout("`Parking#wakeBy` hangs one wake-up on an answer, however often its waiter is woken")
    void aWaiterThatIsWokenAgainAndAgainHangsOnItsAnswerOnce() throws Exception {
        for (Waiting each : List.<Waiting>of(Parking::await, Parking::awaitInAnyCase)) {
            Looked answer = new Looked();
            CompletableFuture<Boolean> arrived = new CompletableFuture<>();
            Thread waiting = new Thread(() -> {
                try {
                    arrived.complete(each.await(answer, System.nanoTime() + TimeUnit.SECONDS.toNanos(60)));
                } catch (Throwable e) {
                    arrived.completeExceptionally(e);
                }
            });
            waiting.start();
            while (answer.looks.get() < 100) {
                LockSupport.unpark(waiting);
            }

            assertThat(answer.getNumberOfDependents()).isOne();
            answer.complete(true);
            assertThat(arrived.get(30, TimeUnit.SECONDS)).isTrue();
        }
    }
}
