package io.lockgraft.engine.thread;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.thread.DaemonThreads;
import io.lockgraft.spi.thread.SoleThread;
import io.lockgraft.spi.thread.VirtualThreads;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Does for virtual threads what they want of the store; they only wait for its answers. A store's client has locks that
 * its own threads take as well. Where a virtual thread is the next to have one and all carriers are pinned, those would
 * wait for ever, and with them every lock of this JVM.
 *
 * <p>Platform threads ask the store themselves, unless errands of virtual threads are under way: what one of those
 * gives back must be on its way before anybody asks for it again.
 */
public final class StoreThread implements Runnable {
    static final String THREAD = "lockgraft-store";

    private static final StoreThread ONLY = new StoreThread(new DaemonThreads(THREAD));

    private final Queue<Runnable> errands = new ConcurrentLinkedQueue<>();
    private final AtomicInteger underWay = new AtomicInteger();
    private final SoleThread thread;

    StoreThread(ThreadFactory daemons) {
        this.thread = new SoleThread(daemons, this);
    }

    /** Asks for a grant. */
    public static Attempt acquire(LockStore backend, Request request) {
        return ONLY.isNeeded() ? new Handed(backend, request) : backend.acquire(request);
    }

    /** Runs a command of the store's, and answers what it answers. What fails at once fails the answer. */
    public static <T> CompletableFuture<T> ask(Supplier<? extends CompletableFuture<T>> command) {
        if (!ONLY.isNeeded()) {
            try {
                return command.get();
            } catch (Throwable e) {
                CompletableFuture<T> failed = new CompletableFuture<>();
                failed.completeExceptionally(e);
                return failed;
            }
        }
        CompletableFuture<T> answer = new CompletableFuture<>();
        ONLY.execute(() -> {
            try {
                command.get().whenComplete((value, error) -> complete(answer, value, error));
            } catch (Throwable e) {
                answer.completeExceptionally(e);
            }
        });
        return answer;
    }

    /** {@link Grant#proven} as it is, but nothing that follows from the answer happens on a virtual thread. */
    public static CompletableFuture<Boolean> proven(Grant grant, CompletableFuture<Boolean> released) {
        if (!ONLY.isNeeded()) {
            return grant.proven(released);
        }
        CompletableFuture<Boolean> told = new CompletableFuture<>();
        CompletableFuture<Boolean> proven = grant.proven(told);
        if (proven == told) {
            return released;
        }
        ONLY.execute(() -> released.whenComplete((ours, error) -> complete(told, ours, error)));
        return proven;
    }

    /** Runs it on this thread, behind all that was left before. */
    public static void later(Runnable errand) {
        ONLY.execute(errand);
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

    /** Runs it on the thread, behind all that were left before. */
    void execute(Runnable errand) {
        underWay.incrementAndGet();
        try {
            errands.add(errand);
            thread.need();
        } catch (RuntimeException | Error e) {
            errands.remove(errand);
            underWay.decrementAndGet();
            throw e;
        }
        thread.unpark();
    }

    @Override
    public void run() {
        while (true) {
            Runnable next = errands.poll();
            if (next == null) {
                LockSupport.park(this);
                Thread.interrupted();
                continue;
            }
            try {
                next.run();
            } catch (Throwable e) {
                // Each tells those that wait for it by itself.
            } finally {
                underWay.decrementAndGet();
            }
        }
    }

    /** An attempt that is about to begin over there. */
    private static final class Handed implements Attempt {
        private final CompletableFuture<Answer> answer = new CompletableFuture<>();
        private volatile Attempt begun;

        Handed(LockStore backend, Request request) {
            ONLY.execute(() -> begin(backend, request));
        }

        private void begin(LockStore backend, Request request) {
            try {
                begun = backend.acquire(request);
                begun.answer().whenComplete((given, error) -> complete(answer, given, error));
            } catch (Throwable e) {
                answer.complete(Answer.unavailable(e));
            }
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

        /** Behind its beginning. */
        @Override
        public void abandon() {
            ONLY.execute(() -> {
                if (begun != null) {
                    begun.abandon();
                }
            });
        }
    }
}
