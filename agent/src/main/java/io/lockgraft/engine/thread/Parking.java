package io.lockgraft.engine.thread;

import io.lockgraft.engine.report.Mistakes;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;

/**
 * Waits for an answer by parking, never by {@code CompletableFuture.get}: in a thread of a ForkJoinPool that would run
 * other tasks of the application meanwhile, and one that wants the same key would wait for itself.
 */
public final class Parking {
    private static final Mistakes MISTAKES = new Mistakes();

    private final CompletableFuture<?> answer;
    private boolean wakes;

    Parking(CompletableFuture<?> answer) {
        this.answer = answer;
    }

    /** Whether it is there by then. */
    public static boolean await(CompletableFuture<?> answer, long deadline) throws InterruptedException {
        return new Parking(answer).await(deadline);
    }

    /** Whether it is there by then; may be asked again, with another deadline. */
    public boolean await(long deadline) throws InterruptedException {
        if (!answer.isDone() && left(deadline) > 0) {
            wake();
            for (long left = left(deadline); left > 0 && !answer.isDone(); left = left(deadline)) {
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                LockSupport.parkNanos(answer, left);
            }
        }
        return answer.isDone();
    }

    /** The same, but an interrupt does not end it, and is kept. */
    public static boolean awaitInAnyCase(CompletableFuture<?> answer, long deadline) {
        if (!answer.isDone() && left(deadline) > 0) {
            new Parking(answer).wake();
            boolean interrupted = false;
            for (long left = left(deadline); left > 0 && !answer.isDone(); left = left(deadline)) {
                LockSupport.parkNanos(answer, left);
                interrupted |= Thread.interrupted();
            }
            if (interrupted) {
                keepInterrupt();
            }
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

    /** Once: whatever hangs on the answer stays there until it comes. */
    private void wake() {
        if (!wakes) {
            wakes = true;
            Thread me = Thread.currentThread();
            answer.whenComplete((value, failure) -> LockSupport.unpark(me));
        }
    }

    private static long left(long deadline) {
        return deadline - System.nanoTime();
    }
}
