package io.lockgraft.engine.thread;

import io.lockgraft.engine.event.Mistakes;
import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.thread.DaemonThreads;
import io.lockgraft.spi.thread.SoleThread;
import io.lockgraft.spi.thread.VirtualThreads;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Asks one store, by a thread of its own where the caller is a virtual thread; that only waits for the answer. A
 * store's client has locks that its own threads take as well. Where a virtual thread is the next to have one and all
 * carriers are pinned, those would wait for ever, and with them every lock of this store.
 *
 * <p>Platform threads ask the store themselves, unless tasks of virtual threads are under way: what one of those
 * gives back must be on its way before the next request for it. The thread is a daemon, and ends when it has had
 * nothing to do for a while.
 */
public final class StoreThread implements Runnable {
    private static final DaemonThreads DAEMONS = new DaemonThreads("lockgraft-store");

    private static final long IDLE = TimeUnit.SECONDS.toNanos(30);

    private final LockStore store;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final AtomicInteger underWay = new AtomicInteger();
    private final Mistakes mistakes = new Mistakes();
    private final SoleThread thread;
    private final long idle;

    public StoreThread(LockStore store) {
        this(store, DAEMONS, IDLE);
    }

    /** @param idle after which the thread ends, in nanoseconds */
    StoreThread(LockStore store, ThreadFactory daemons, long idle) {
        this.store = store;
        this.thread = new SoleThread(daemons, this);
        this.idle = idle;
    }

    public LockStore lockStore() {
        return store;
    }

    /**
     * Asks for a grant. A request that waits for the thread until nobody can use its answer, or until it is abandoned,
     * does not reach the store.
     */
    public Attempt acquire(Request request) {
        if (!isNeeded()) {
            return store.acquire(request);
        }
        Handed handed = new Handed(request);
        execute(handed::begin);
        return handed;
    }

    /** Runs a command of the store's, and answers what it answers. What fails at once fails the answer. */
    public <T> CompletableFuture<T> ask(Supplier<? extends CompletableFuture<T>> command) {
        if (!isNeeded()) {
            try {
                return command.get();
            } catch (Throwable e) {
                CompletableFuture<T> failed = new CompletableFuture<>();
                failed.completeExceptionally(e);
                return failed;
            }
        }
        CompletableFuture<T> answer = new CompletableFuture<>();
        execute(() -> {
            try {
                command.get().whenComplete((value, error) -> complete(answer, value, error));
            } catch (Throwable e) {
                answer.completeExceptionally(e);
            }
        });
        return answer;
    }

    private static <T> void complete(CompletableFuture<T> future, T value, Throwable error) {
        if (error == null) {
            future.complete(value);
        } else {
            future.completeExceptionally(error);
        }
    }

    private boolean isNeeded() {
        return VirtualThreads.isCurrent() || underWay.get() > 0 && !thread.isCurrent();
    }

    /** Runs it on the thread, behind all that was left before. */
    public void execute(Runnable task) {
        underWay.incrementAndGet();
        try {
            tasks.add(task);
            thread.need();
        } catch (RuntimeException | Error e) {
            tasks.remove(task);
            underWay.decrementAndGet();
            throw e;
        }
        thread.unpark();
    }

    @Override
    public void run() {
        long idleSince = System.nanoTime();
        while (true) {
            Runnable next = tasks.poll();
            if (next != null) {
                perform(next);
                idleSince = System.nanoTime();
            } else if (System.nanoTime() - idleSince >= idle) {
                thread.ends();
                if (!tasks.isEmpty()) {
                    thread.need();
                }
                return;
            } else {
                LockSupport.parkNanos(this, idle);
                Thread.interrupted();
            }
        }
    }

    private void perform(Runnable task) {
        try {
            task.run();
        } catch (Throwable e) {
            // Each tells those that wait for it by itself.
            mistakes.tell(() -> "the thread that asks a store went on after a mistake", e);
        } finally {
            underWay.decrementAndGet();
        }
    }

    /** An attempt that begins over there, unless nobody wants it any more by then. */
    private final class Handed implements Attempt {
        private final Request request;
        private final CompletableFuture<Answer> answer = new CompletableFuture<>();
        private volatile Attempt begun;
        private volatile boolean abandoned;
        /** Of the store's thread only. */
        private boolean ended;

        Handed(Request request) {
            this.request = request;
        }

        private void begin() {
            if (abandoned) {
                return;
            }
            if (request.lastAnswer(store.questionNanos()) - System.nanoTime() < 0) {
                answer.complete(notAsked());
                return;
            }
            try {
                Attempt its = store.acquire(request);
                begun = its;
                if (abandoned) {
                    end(its);
                }
                its.answer().whenComplete((given, error) -> complete(answer, given, error));
            } catch (Throwable e) {
                answer.complete(Answer.unavailable(e));
            }
        }

        private Answer notAsked() {
            return Answer.unavailable(new TimeoutException("the store was not asked before the wait was over: "
                    + underWay + " requests and releases of this JVM waited for one thread"));
        }

        @Override
        public CompletableFuture<Answer> answer() {
            return answer;
        }

        @Override
        public boolean isContended() {
            Attempt its = begun;
            return its != null && its.isContended();
        }

        @Override
        public String holder() {
            Attempt its = begun;
            return its == null ? null : its.holder();
        }

        /** Once, however many saw that nobody wants it any more. */
        private void end(Attempt its) {
            if (!ended) {
                ended = true;
                its.abandon();
            }
        }

        /** This sees what has begun, or the beginning sees this, or both do. */
        @Override
        public void abandon() {
            abandoned = true;
            Attempt its = begun;
            if (its == null) {
                answer.complete(notAsked());
            } else {
                execute(() -> end(its));
            }
        }
    }
}
