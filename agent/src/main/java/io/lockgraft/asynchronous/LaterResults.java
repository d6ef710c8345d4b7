package io.lockgraft.asynchronous;

import io.lockgraft.lock.LaterLock;
import io.lockgraft.lock.Results;
import io.lockgraft.lock.Work;
import io.lockgraft.report.RateLimited;
import io.lockgraft.type.Publishers;
import io.lockgraft.type.TypeSource;
import java.lang.ref.WeakReference;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;

/** What is known of the results of asynchronous methods: which they are, when they are done, what stands in for them. */
public final class LaterResults implements Results {
    private static final RateLimited FAILURES = new RateLimited();
    private static final RateLimited UNDECLARED = new RateLimited();

    private static final ClassValue<Listening> LISTENING = new ClassValue<Listening>() {
        @Override
        protected Listening computeValue(Class<?> type) {
            return Listening.to(type);
        }
    };

    @Override
    public Kind kindOf(String returnType, TypeSource types) {
        return LaterTypes.kindOf(returnType, types);
    }

    @Override
    public Object guarded(Object returned, LaterLock lock) {
        return Publishers.contain(lock.returnType())
                ? Publication.guarded(returned, lock)
                : GuardedCalls.of(returned, lock);
    }

    @Override
    public Object decided(String returnType, ClassLoader loader, Callable<Object> outcome) {
        try {
            return Publishers.contain(returnType)
                    ? Publication.decided(Class.forName(returnType, false, loader), outcome)
                    : null;
        } catch (ClassNotFoundException | LinkageError e) {
            return null;
        }
    }

    @Override
    public Executor eventLoop() {
        return EventLoops.ofThisThread();
    }

    @Override
    public Object promised(LaterLock lock, Executor eventLoop) {
        return EventLoopCalls.of(lock, eventLoop);
    }

    /** The caller of the method gets the same object. */
    @Override
    public Work workOf(Object returned) {
        if (returned instanceof Future && ((Future<?>) returned).isDone()) {
            return null;
        }
        boolean isStage = returned instanceof CompletionStage;
        Listening listening = isStage ? null : LISTENING.get(returned.getClass());
        if (!isStage && listening == Listening.NONE) {
            tellIfPublisher(returned.getClass());
            return null;
        }
        Completion completion = new Completion(returned);
        try {
            if (isStage) {
                ((CompletionStage<?>) returned).whenComplete((value, failure) -> completion.comes());
            } else {
                listening.listen(returned, completion);
            }
            return completion;
        } catch (Throwable e) {
            FAILURES.warn(
                    () -> returned.getClass().getName() + " does not tell when it is completed; the lock ends before",
                    e);
            return null;
        }
    }

    /** Of a method that is declared to return anything, as Object: the lock was taken before that was known. */
    private static void tellIfPublisher(Class<?> type) {
        boolean publisher;
        try {
            publisher = Library.of(type) != null;
        } catch (IllegalStateException otherVersion) {
            publisher = true;
        }
        if (publisher) {
            UNDECLARED.warn(() -> "a locked method has returned a " + type.getName()
                    + " that its declaration does not tell of: the lock has ended with the method, and the work is done for"
                    + " each subscriber after that. Declare what it returns, or name the method that does the work");
        }
    }

    /** What is completed. Knows it weakly: whoever waits for it has it. */
    static final class Completion extends Work {
        private final Class<?> type;
        private final WeakReference<CompletableFuture<?>> future;

        Completion(Object result) {
            this.type = result.getClass();
            this.future = result instanceof CompletableFuture
                    ? new WeakReference<CompletableFuture<?>>((CompletableFuture<?>) result)
                    : null;
        }

        void comes() {
            over();
        }

        @Override
        protected boolean isDone() {
            CompletableFuture<?> its = future == null ? null : future.get();
            return its != null && its.isDone();
        }

        @Override
        protected String told() {
            return "the completion of its " + type.getName();
        }
    }
}
