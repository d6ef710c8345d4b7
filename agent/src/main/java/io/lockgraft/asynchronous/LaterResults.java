package io.lockgraft.asynchronous;

import io.lockgraft.engine.call.LaterLock;
import io.lockgraft.engine.call.Results;
import io.lockgraft.engine.hold.Work;
import io.lockgraft.engine.later.NotFollowedException;
import io.lockgraft.language.type.Publishers;
import io.lockgraft.spi.log.RateLimited;
import java.lang.ref.WeakReference;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;

/**
 * What is known of the results of asynchronous methods: which they are, when they are done, what stands in for them.
 */
public final class LaterResults implements Results {
    private static final RateLimited UNDECLARED = new RateLimited();

    @Override
    public Object guarded(Object returned, LaterLock lock) {
        return Publishers.contain(lock.returnType())
                ? Publication.guarded(returned, lock)
                : GuardedCalls.of(returned, lock);
    }

    @Override
    public Object decided(String returnType, ClassLoader loader, Callable<Object> outcome) {
        return Publishers.contain(returnType) ? Publication.decided(returnType, loader, outcome) : null;
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
        Listening listening = Listening.of(returned.getClass());
        if (listening == null) {
            tellIfPublisher(returned.getClass());
            return null;
        }
        Completion completion = new Completion(listening, returned);
        try {
            if (listening.isDone(returned)) {
                return null;
            }
            listening.listen(returned, completion::over);
            return completion;
        } catch (Throwable e) {
            throw new NotFollowedException(returned.getClass().getName() + " does not tell when it is completed", e);
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
                    + " that its declaration does not tell of: the lock has ended with the method, and the work "
                    + "is done for"
                    + " each subscriber after that. Declare what it returns, or name the method that does the work");
        }
    }

    /** What is completed. Knows it weakly: what waits for it has it. */
    static final class Completion extends Work {
        private final Listening listening;
        private final Class<?> type;
        private final WeakReference<Object> result;

        Completion(Listening listening, Object result) {
            this.listening = listening;
            this.type = result.getClass();
            this.result = new WeakReference<>(result);
        }

        @Override
        protected boolean isDone() {
            Object its = result.get();
            return its != null && listening.isDone(its);
        }

        @Override
        protected String told() {
            return "the completion of its " + type.getName();
        }
    }
}
