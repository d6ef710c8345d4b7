package io.lockgraft.asynchronous;

import io.lockgraft.engine.later.NotFollowedException;
import io.lockgraft.spi.thread.Clock;
import io.lockgraft.spi.thread.DaemonThreads;
import java.lang.ref.WeakReference;
import java.lang.reflect.Method;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** How the results of a library tell that they are completed. Of its classes nothing is known here but names. */
final class Listening {
    private static final String GUAVA = "com.google.common.util.concurrent.ListenableFuture";
    private static final String SPRING = "org.springframework.util.concurrent.ListenableFuture";
    private static final String SPRING_CALLBACK = "org.springframework.util.concurrent.ListenableFutureCallback";
    private static final String DEFERRED = "org.springframework.web.context.request.async.DeferredResult";

    private static final ClassValue<Listening> OF =
            Types.perClass(type -> CompletionStage.class.isAssignableFrom(type) ? Listening.STAGE : to(type));

    private static final Listening STAGE = new Listening(
            (stage, completed) -> ((CompletionStage<?>) stage).whenComplete((value, failure) -> completed.run()),
            Listening::isCompleted);

    /** Adds what runs once a result is completed. */
    private interface Listener {
        void listen(Object result, Runnable completed) throws Throwable;
    }

    private final Listener listener;
    private final Predicate<Object> done;

    private Listening(Listener listener, Predicate<Object> done) {
        this.listener = listener;
        this.done = done;
    }

    /** To results of this class; null where they tell nothing. */
    static Listening of(Class<?> type) {
        return OF.get(type);
    }

    /** Has the completion told, be it at once. */
    void listen(Object result, Runnable completed) throws Throwable {
        listener.listen(result, completed);
    }

    /** Completes the promise as this result is, as soon as it is. Of futures and stages only. */
    void pass(Object result, Promise to) throws Throwable {
        if (!(result instanceof CompletionStage)) {
            listen(result, () -> to.completeAs((Future<?>) result));
            return;
        }
        ((CompletionStage<?>) result).whenComplete((value, failure) -> {
            if (failure == null) {
                to.complete(value);
            } else {
                to.fail(failure);
            }
        });
    }

    /** Whether it is known to be completed. Asked on any thread, so no code of the application's may run in it. */
    boolean isDone(Object result) {
        return done.test(result);
    }

    /** A minimal stage of the JDK is such a future, too, and refuses to be asked. */
    private static boolean isCompleted(Object stage) {
        try {
            return stage instanceof CompletableFuture && ((CompletableFuture<?>) stage).isDone();
        } catch (UnsupportedOperationException e) {
            return false;
        }
    }

    private static Listening to(Class<?> type) {
        try {
            Class<?> guava = Types.named(GUAVA, type);
            if (guava != null) {
                Executor direct = Runnable::run;
                Method addListener = guava.getMethod("addListener", Runnable.class, Executor.class);
                return new Listening(
                        (future, completed) -> Types.call(addListener, future, completed, direct), future -> false);
            }
            Class<?> spring = Types.named(SPRING, type);
            if (spring != null) {
                Class<?> callback = Class.forName(SPRING_CALLBACK, false, spring.getClassLoader());
                Method addCallback = spring.getMethod("addCallback", callback);
                return new Listening(
                        (future, completed) ->
                                Types.call(addCallback, future, Protocol.running(callback, future, completed)),
                        future -> false);
            }
            Class<?> deferred = Types.named(DEFERRED, type);
            return deferred == null ? null : looking(deferred.getMethod("isSetOrExpired"));
        } catch (ReflectiveOperationException | LinkageError e) {
            throw new NotFollowedException("the completion of " + type.getName() + " cannot be listened to", e);
        }
    }

    /**
     * It has room for one callback of each kind, which is the application's or Spring's. So it is looked at: its
     * method is final, takes nothing but its own lock, and no application's code runs in it.
     */
    private static Listening looking(Method isSetOrExpired) {
        return new Listening((result, completed) -> new Look(result, completed).run(), result -> {
            try {
                return (Boolean) isSetOrExpired.invoke(result);
            } catch (ReflectiveOperationException | RuntimeException e) {
                throw new NotFollowedException("it cannot be asked whether a DeferredResult is set", e);
            }
        });
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
            boolean done = true;
            try {
                done = its == null || of(its.getClass()).isDone(its);
            } finally {
                if (done) {
                    completed.run();
                }
            }
            if (!done) {
                long age = System.nanoTime() - begun;
                CLOCK.after(Math.max(SHORTEST, Math.min(LONGEST, age / 8)), this);
            }
        }
    }
}
