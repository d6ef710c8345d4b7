package io.lockgraft.asynchronous;

import io.lockgraft.spi.thread.Clock;
import io.lockgraft.spi.thread.DaemonThreads;
import java.lang.ref.WeakReference;
import java.lang.reflect.Method;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** How the results of a library tell that they are completed. Of its classes nothing is known here but names. */
abstract class Listening {
    /** Of types that tell nothing. */
    static final Listening NONE = new Listening() {
        @Override
        void listen(Object result, Runnable completed) {
            throw new IllegalStateException();
        }
    };

    private static final Listening STAGE = new Listening() {
        @Override
        void listen(Object result, Runnable completed) {
            ((CompletionStage<?>) result).whenComplete((value, failure) -> completed.run());
        }

        /** A minimal stage of the JDK is such a future, too, and refuses to be asked. */
        @Override
        boolean isDone(Object result) {
            try {
                return result instanceof CompletableFuture && ((CompletableFuture<?>) result).isDone();
            } catch (UnsupportedOperationException e) {
                return false;
            }
        }

        @Override
        void pass(Object result, Promise to) {
            ((CompletionStage<?>) result).whenComplete((value, failure) -> {
                if (failure == null) {
                    to.complete(value);
                } else {
                    to.fail(failure);
                }
            });
        }
    };

    private static final ClassValue<Listening> OF = new ClassValue<Listening>() {
        @Override
        protected Listening computeValue(Class<?> type) {
            return CompletionStage.class.isAssignableFrom(type) ? STAGE : to(type);
        }
    };

    private static final String GUAVA = "com.google.common.util.concurrent.ListenableFuture";
    private static final String SPRING = "org.springframework.util.concurrent.ListenableFuture";
    private static final String SPRING_CALLBACK = "org.springframework.util.concurrent.ListenableFutureCallback";
    private static final String DEFERRED = "org.springframework.web.context.request.async.DeferredResult";

    /** To results of this class. */
    static Listening of(Class<?> type) {
        return OF.get(type);
    }

    /** Has the completion told, be it at once. */
    abstract void listen(Object result, Runnable completed) throws Throwable;

    /** Completes the promise as this result is, as soon as it is. Of futures only. */
    void pass(Object result, Promise to) throws Throwable {
        listen(result, () -> to.completeAs((Future<?>) result));
    }

    /** Whether it is known to be completed. Asked on any thread, so no code of the application's may run in it. */
    boolean isDone(Object result) {
        return false;
    }

    private static Listening to(Class<?> type) {
        try {
            for (Class<?> each : Types.interfaces(type)) {
                if (each.getName().equals(GUAVA)) {
                    return guava(each.getMethod("addListener", Runnable.class, Executor.class));
                }
                if (each.getName().equals(SPRING)) {
                    Class<?> callback = Class.forName(SPRING_CALLBACK, false, each.getClassLoader());
                    return spring(each.getMethod("addCallback", callback), callback);
                }
            }
            Class<?> deferred = Types.named(DEFERRED, type);
            return deferred == null ? NONE : deferred(deferred.getMethod("isSetOrExpired"));
        } catch (ReflectiveOperationException | LinkageError otherVersion) {
            return NONE;
        }
    }

    private static Listening guava(final Method addListener) {
        final Executor direct = Runnable::run;
        return new Listening() {
            @Override
            void listen(Object future, Runnable completed) throws Throwable {
                Types.call(addListener, future, completed, direct);
            }
        };
    }

    private static Listening spring(final Method addCallback, final Class<?> callback) {
        return new Listening() {
            @Override
            void listen(Object future, Runnable completed) throws Throwable {
                Types.call(addCallback, future, Protocol.running(callback, future, completed));
            }
        };
    }

    /**
     * It has room for one callback of each kind, which is the application's or Spring's. So it is looked at: its
     * method is
     * final, takes nothing but its own lock, and no application's code runs in it.
     */
    private static Listening deferred(final Method isSetOrExpired) {
        return new Listening() {
            @Override
            void listen(Object result, Runnable completed) {
                new Look(result, completed).run();
            }

            @Override
            boolean isDone(Object result) {
                try {
                    return (Boolean) isSetOrExpired.invoke(result);
                } catch (ReflectiveOperationException otherVersion) {
                    // Else its lock would never end.
                    return true;
                }
            }
        };
    }

    /**
     * Looks at a result until it is done, the more seldom the older it is. A collected result counts as done; so
     * nothing here keeps it, nor the loader of its class.
     */
    private static final class Look implements Runnable {
        private static final Clock CLOCK = new Clock(new DaemonThreads("lockgraft-results"));
        private static final long SHORTEST = TimeUnit.MILLISECONDS.toNanos(1);
        private static final long LONGEST = TimeUnit.MILLISECONDS.toNanos(200);

        private final WeakReference<Object> result;
        private final Runnable completed;
        private final long begun = System.nanoTime();

        Look(Object result, Runnable completed) {
            this.result = new WeakReference<>(result);
            this.completed = completed;
        }

        @Override
        public void run() {
            Object its = result.get();
            if (its == null || of(its.getClass()).isDone(its)) {
                completed.run();
                return;
            }
            long age = System.nanoTime() - begun;
            CLOCK.after(Math.max(SHORTEST, Math.min(LONGEST, age / 8)), this);
        }
    }
}
