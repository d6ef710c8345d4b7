package io.lockgraft.asynchronous;

import io.lockgraft.bootstrap.Substitute;
import io.lockgraft.engine.call.LaterHold;
import io.lockgraft.engine.call.LaterLock;
import java.util.concurrent.CompletableFuture;
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
        Promise promise = Promise.of(lock);
        if (promise == null) {
            return null;
        }
        LaterHold taking = lock.take(null);
        try {
            promise.whenCancelled(taking::end);
        } catch (RuntimeException | Error otherVersion) {
            taking.end();
            throw otherVersion;
        }
        taking.known().thenRun(() -> go(lock, taking, promise, eventLoop));
        return promise.future();
    }

    /** On a thread of ours: the rest is the application's. */
    private static void go(LaterLock lock, LaterHold taking, Promise promise, Executor eventLoop) {
        try {
            eventLoop.execute(() -> call(lock, taking, promise));
        } catch (RuntimeException | Error refused) {
            taking.end();
            // What the caller has added runs on the thread that completes it: not on ours.
            CompletableFuture.runAsync(() -> promise.fail(refused));
        }
    }

    private static void call(LaterLock lock, LaterHold taking, Promise promise) {
        try {
            if (promise.future().isDone()) {
                return;
            }
            Substitute instead = taking.isHeld() ? null : taking.instead();
            follow(instead == null ? lock.invoke(taking) : instead.value(), promise);
        } catch (Throwable e) {
            promise.fail(e);
        } finally {
            // What the method returned keeps the lock from here on.
            taking.end();
        }
    }

    private static void follow(Object result, Promise promise) throws Throwable {
        if (result == null) {
            // As the method returned it to a caller that could use it.
            promise.complete(null);
            return;
        }
        Listening.of(result.getClass()).pass(result, promise);
        promise.whenCancelled(() -> {
            if (result instanceof Future) {
                ((Future<?>) result).cancel(true);
            }
        });
    }
}
