package io.lockgraft.asynchronous;

import io.lockgraft.engine.call.LaterLock;
import io.lockgraft.engine.call.Results;
import io.lockgraft.engine.hold.Work;
import io.lockgraft.engine.later.NotFollowedException;
import io.lockgraft.language.type.Publishers;
import java.lang.ref.WeakReference;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;

/**
 * What is known of the results of asynchronous methods: which they are, when they are done, what stands in for them.
 */
public final class LaterResults implements Results {
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
            if (isPublisher(returned.getClass())) {
                throw new NotFollowedException(
                        "it has returned a " + returned.getClass().getName()
                                + ", which its declaration does not name, and its work is done for each subscriber."
                                + " Declare what it returns, or name the method that does the work");
            }
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
    private static boolean isPublisher(Class<?> type) {
        try {
            return Library.of(type) != null;
        } catch (IllegalStateException otherVersion) {
            return true;
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
