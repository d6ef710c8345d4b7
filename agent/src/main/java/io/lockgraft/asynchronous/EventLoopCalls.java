package io.lockgraft.asynchronous;

import io.lockgraft.bootstrap.Substitute;
import io.lockgraft.lock.LaterLock;
import io.lockgraft.lock.Taking;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;

/**
 * What a call gets that comes on an event loop and must wait for its lock: a future, at once. The method is called on
 * that loop when the lock has come. A holder's completion may need the very loop on which this call would wait.
 */
final class EventLoopCalls {
    private EventLoopCalls() {}

    /** Null where nothing of the method's return type can be made. */
    static Object of(LaterLock lock, Executor eventLoop) {
        switch (lock.returnType()) {
            case "java.util.concurrent.CompletionStage":
            case "java.util.concurrent.CompletableFuture":
                return promise(lock, eventLoop);
            default:
                return null;
        }
    }

    private static CompletableFuture<Object> promise(LaterLock lock, Executor eventLoop) {
        CompletableFuture<Object> promise = new CompletableFuture<>();
        Taking taking = lock.take();
        promise.whenComplete((value, failure) -> {
            if (promise.isCancelled()) {
                taking.end();
            }
        });
        taking.known().thenRun(() -> go(lock, taking, promise, eventLoop));
        return promise;
    }

    /** On a thread of ours: the rest is the application's. */
    private static void go(LaterLock lock, Taking taking, CompletableFuture<Object> promise, Executor eventLoop) {
        try {
            eventLoop.execute(() -> call(lock, taking, promise));
        } catch (RuntimeException | Error refused) {
            taking.end();
            // What the caller has added runs on the thread that completes it: not on ours.
            CompletableFuture.runAsync(() -> promise.completeExceptionally(refused));
        }
    }

    private static void call(LaterLock lock, Taking taking, CompletableFuture<Object> promise) {
        try {
            if (promise.isDone()) {
                return;
            }
            Substitute instead = taking.isHeld() ? null : taking.instead();
            follow(instead == null ? lock.invoke(taking) : instead.value(), promise);
        } catch (Throwable e) {
            promise.completeExceptionally(e);
        } finally {
            // What the method returned keeps the lock from here on.
            taking.end();
        }
    }

    private static void follow(Object result, CompletableFuture<Object> promise) {
        if (!(result instanceof CompletionStage)) {
            // Null, as the method returned it to a caller that could use it.
            promise.complete(null);
            return;
        }
        ((CompletionStage<?>) result).whenComplete((value, failure) -> {
            if (failure == null) {
                promise.complete(value);
            } else {
                promise.completeExceptionally(failure);
            }
        });
        promise.whenComplete((value, failure) -> {
            if (promise.isCancelled() && result instanceof Future) {
                ((Future<?>) result).cancel(true);
            }
        });
    }
}
