package io.lockgraft.engine.thread;

import io.lockgraft.engine.event.Mistakes;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;

/**
 * Waits for an answer by parking, never by {@code CompletableFuture.get}: in a thread of a ForkJoinPool that would run
 * other tasks of the application meanwhile, and one that wants the same key would wait for itself.
 */
public final class Parking {
    private static final Mistakes MISTAKES = new Mistakes();

    private Parking() {}

    /** True if it is there by then. */
    public static boolean await(CompletableFuture<?> answer, long deadline) throws InterruptedException {
        wakeBy(answer);
        while (!answer.isDone() && remainingNanos(deadline) > 0) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            LockSupport.parkNanos(answer, remainingNanos(deadline));
        }
        return answer.isDone();
    }

    /** The same, but an interrupt does not end it, and is kept. */
    public static boolean awaitInAnyCase(CompletableFuture<?> answer, long deadline) {
        wakeBy(answer);
        boolean interrupted = false;
        while (!answer.isDone() && remainingNanos(deadline) > 0) {
            LockSupport.parkNanos(answer, remainingNanos(deadline));
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            keepInterrupt();
        }
        return answer.isDone();
    }

    /**
     * An application may override it, and a call that waits here has something to tell that must not be lost over that.
     */
    private static void keepInterrupt() {
        try {
            Thread.currentThread().interrupt();
        } catch (Throwable e) {
            MISTAKES.tell(() -> "a thread that was interrupted while its lock went back has lost that interrupt", e);
        }
    }

    private static void wakeBy(CompletableFuture<?> answer) {
        if (!answer.isDone()) {
            Thread me = Thread.currentThread();
            answer.whenComplete((value, failure) -> LockSupport.unpark(me));
        }
    }

    private static long remainingNanos(long deadline) {
        return deadline - System.nanoTime();
    }
}
