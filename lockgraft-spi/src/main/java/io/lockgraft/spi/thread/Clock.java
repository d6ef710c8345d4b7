package io.lockgraft.spi.thread;

import io.lockgraft.spi.log.RateLimited;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Runs short work later, on one daemon thread of its own: deadlines must not depend on a client that may be stuck. The
 * thread starts with the first piece of work. Work that fails is logged, and the rest goes on.
 *
 * <p>No call of this class waits for a lock. A ScheduledThreadPoolExecutor has one, and hands it over in the order of
 * arrival: behind a virtual thread without a carrier, its thread and all deadlines would wait for ever.
 */
public final class Clock implements AutoCloseable {
    /**
     * While work comes in, the thread looks at least so often. Most work is a deadline that is taken back long before
     * it is due, and this way it does not wake the thread.
     */
    private static final long BEAT = TimeUnit.MILLISECONDS.toNanos(50);

    /** Further away than any deadline that counts. */
    private static final long NEVER = Long.MAX_VALUE / 4;

    /** After an error of the thread's own, which must go on: all deadlines are here. */
    private static final long AFTER_ERROR = TimeUnit.MILLISECONDS.toNanos(10);

    /** So many more than twice as many as are due may stay in the queue: the rest was taken back. */
    private static final int FEW = 64;

    private final Queue<Alarm> coming = new ConcurrentLinkedQueue<>();
    private final SoleThread thread;
    private final RateLimited failures = new RateLimited();
    private volatile boolean closed;

    /** When the thread looks next; long ago while it is looking. */
    private volatile long looksAt = System.nanoTime() - NEVER;

    /** The thread's own. */
    private final PriorityQueue<Alarm> waiting = new PriorityQueue<>();

    private int most = FEW;

    public Clock(ThreadFactory threads) {
        this.thread = new SoleThread(threads, this::run);
    }

    /** One piece of work, and when it is due. */
    private final class Alarm extends FutureTask<Void> implements Comparable<Alarm> {
        private final long due;

        Alarm(Runnable work, long due) {
            super(work, null);
            this.due = due;
        }

        @Override
        public int compareTo(Alarm other) {
            return Long.signum(due - other.due);
        }

        @Override
        protected void setException(Throwable failure) {
            super.setException(failure);
            tell(failure);
        }
    }

    /** Null where the clock has been closed. */
    public Future<?> after(long nanos, Runnable work) {
        if (closed) {
            return null;
        }
        Alarm alarm = new Alarm(work, System.nanoTime() + Math.max(0, Math.min(nanos, NEVER)));
        coming.add(alarm);
        thread.need();
        if (alarm.due - looksAt < 0) {
            thread.unpark();
        }
        return alarm;
    }

    /** Takes back what {@link #after} has given. */
    public static void cancel(Future<?> scheduled) {
        if (scheduled != null) {
            scheduled.cancel(false);
        }
    }

    /** What is due later is dropped. */
    @Override
    public void close() {
        closed = true;
        thread.unpark();
    }

    private void run() {
        while (!closed) {
            looksAt = System.nanoTime() - NEVER;
            long next;
            try {
                boolean busy = takeIn();
                runDue();
                next = next(busy);
            } catch (Throwable e) {
                tell(e);
                next = System.nanoTime() + AFTER_ERROR;
            }
            looksAt = next;
            // A thread that has added work since then has seen either that, or that this thread was looking.
            if (coming.isEmpty() && !closed) {
                LockSupport.parkNanos(this, next - System.nanoTime());
            }
            Thread.interrupted();
        }
        coming.clear();
        waiting.clear();
    }

    private void tell(Throwable failure) {
        failures.warn(() -> "work that was due on this thread has failed", failure);
    }

    /** Whether anything has come in. */
    private boolean takeIn() {
        boolean any = false;
        for (Alarm next = coming.peek(); next != null; next = coming.peek()) {
            any = true;
            if (!next.isDone()) {
                waiting.add(next);
            }
            coming.poll();
        }
        if (waiting.size() > most) {
            waiting.removeIf(FutureTask::isDone);
            most = FEW + 2 * waiting.size();
        }
        return any;
    }

    private void runDue() {
        Alarm first = waiting.peek();
        while (first != null && (first.isDone() || first.due - System.nanoTime() <= 0)) {
            waiting.poll().run();
            first = waiting.peek();
        }
    }

    private long next(boolean busy) {
        long now = System.nanoTime();
        long next = now + (busy ? BEAT : NEVER);
        Alarm first = waiting.peek();
        return first != null && first.due - next < 0 ? first.due : next;
    }
}
