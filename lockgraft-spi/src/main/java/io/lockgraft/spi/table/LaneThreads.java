package io.lockgraft.spi.table;

import io.lockgraft.spi.thread.Clock;
import io.lockgraft.spi.thread.DaemonThreads;
import java.io.IOException;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * The threads of one lane. A thread whose question does not come back in time is stuck: the table is told, another
 * thread takes its place, and the key of that question is not asked for until it is back. No caller waits for a lock.
 */
final class LaneThreads {
    /** A thread without a question ends after this time. */
    private static final long IDLE = TimeUnit.SECONDS.toNanos(10);

    /** So many threads may be stuck. */
    private static final int MOST_STUCK = 8;

    private final AskingThreads all;
    private final DaemonThreads threads;
    private final int most;
    private final long timeout;
    private final Queue<Question<?>> queue = new ConcurrentLinkedQueue<>();

    /** Threads that are parked, or about to be. */
    private final Queue<Thread> idle = new ConcurrentLinkedQueue<>();

    /** Threads that take questions, and those that are stuck. */
    private final AtomicInteger running = new AtomicInteger();

    private final AtomicInteger stuck = new AtomicInteger();
    private final Set<String> stuckSubjects = ConcurrentHashMap.newKeySet();
    private final Set<Asking> asking = ConcurrentHashMap.newKeySet();

    LaneThreads(AskingThreads all, DaemonThreads threads, int most, long timeout) {
        this.all = all;
        this.threads = threads;
        this.most = most;
        this.timeout = timeout;
    }

    void add(Question<?> question) {
        if (stuck.get() >= MOST_STUCK && running.get() == 0) {
            question.fail(new IOException("the store does not come back from " + MOST_STUCK + " questions"));
            return;
        }
        // One that is late before it must not fail it.
        Future<?> alarm = all.clock.after(2 * timeout, () -> {
            if (question.drop()) {
                question.fail(new TimeoutException("the store was busy with other questions for too long"));
            }
        });
        question.whenComplete((said, failed) -> Clock.cancel(alarm));
        queue.add(question);
        wakeOne();
    }

    private void wakeOne() {
        Thread parked = idle.poll();
        if (parked != null) {
            LockSupport.unpark(parked);
        } else {
            startOne();
        }
    }

    private void startOne() {
        if (!becomesRunning()) {
            return;
        }
        all.threadBegins();
        try {
            threads.newThread(this::run).start();
        } catch (Throwable noThread) {
            // The process has too many. Another one of this lane takes the questions; they fail where there is none.
            running.decrementAndGet();
            all.threadEnds();
            if (running.get() == 0) {
                failAll(noThread);
            }
        }
    }

    private boolean becomesRunning() {
        int now = running.get();
        while (now < most && stuck.get() < MOST_STUCK) {
            if (running.compareAndSet(now, now + 1)) {
                return true;
            }
            now = running.get();
        }
        return false;
    }

    private void run() {
        try {
            boolean goesOn = true;
            while (goesOn) {
                Question<?> next = next();
                if (next != null) {
                    goesOn = ask(next);
                } else {
                    running.decrementAndGet();
                    goesOn = !queue.isEmpty() && becomesRunning();
                }
            }
        } finally {
            all.threadEnds();
        }
    }

    /** Null where none comes. */
    private Question<?> next() {
        long until = System.nanoTime() + IDLE;
        Question<?> next = queue.poll();
        while (next == null && !all.isClosed() && until - System.nanoTime() > 0) {
            idle.add(Thread.currentThread());
            if (queue.isEmpty() && !all.isClosed()) {
                LockSupport.parkNanos(this, until - System.nanoTime());
            }
            idle.remove(Thread.currentThread());
            next = queue.poll();
        }
        if (!queue.isEmpty()) {
            wakeOne(); // for a question whose caller has woken this thread
        }
        return next;
    }

    /** Returns whether this thread goes on. */
    private boolean ask(Question<?> question) {
        String subject = question.subject();
        if (subject != null && stuckSubjects.contains(subject)) {
            question.fail(new IOException("an earlier question about " + subject + " has not come back"));
            return true;
        }
        if (!question.send()) {
            return true;
        }
        Asking now = new Asking(question);
        asking.add(now);
        Future<?> alarm = all.clock.after(timeout, now::breakOff);
        question.run();
        Clock.cancel(alarm);
        asking.remove(now);
        return now.isBack();
    }

    /** The store is closed: threads without a question end. */
    void close() {
        for (Thread each = idle.poll(); each != null; each = idle.poll()) {
            LockSupport.unpark(each);
        }
    }

    /** Breaks off what is asked now, and asks no more. */
    void giveUp() {
        failAll(new IllegalStateException("the store has been closed"));
        asking.forEach(Asking::breakOff);
    }

    private void failAll(Throwable why) {
        for (Question<?> next = queue.poll(); next != null; next = queue.poll()) {
            next.fail(why);
        }
    }

    /** A thread that asks a question. */
    private final class Asking {
        private final Thread thread = Thread.currentThread();
        private final Question<?> question;
        private boolean back;
        private boolean late;

        Asking(Question<?> question) {
            this.question = question;
        }

        /** Its time is over. The table is told as long as the thread cannot ask the next question. */
        void breakOff() {
            if (!isNowLate()) {
                return;
            }
            question.fail(new TimeoutException(
                    "the store has not answered within " + TimeUnit.NANOSECONDS.toMillis(timeout) + " ms"));
            synchronized (this) {
                if (!back) {
                    all.table.abort(thread);
                }
            }
            if (!queue.isEmpty()) {
                wakeOne();
            }
        }

        private synchronized boolean isNowLate() {
            if (back || late) {
                return false;
            }
            late = true;
            if (question.subject() != null) {
                stuckSubjects.add(question.subject());
            }
            stuck.incrementAndGet();
            running.decrementAndGet();
            return true;
        }

        /** Returns whether its thread goes on. */
        synchronized boolean isBack() {
            back = true;
            Thread.interrupted();
            if (!late) {
                return true;
            }
            if (question.subject() != null) {
                stuckSubjects.remove(question.subject());
            }
            stuck.decrementAndGet();
            return becomesRunning();
        }
    }
}
