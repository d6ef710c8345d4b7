package com.example.app;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** All ends of a call that returns a future: after each the next call gets the lock, or this does not end. */
public final class EndsApp {
    private static final AtomicInteger BODIES = new AtomicInteger();

    private final Futures futures;
    private final String type;
    private final boolean cancels;

    private EndsApp(Futures futures, String type) {
        this.futures = futures;
        this.type = type;
        this.cancels = !type.equals("stage");
    }

    /** Arguments: the library, its type. */
    public static void main(String[] args) throws Exception {
        EndsApp app = new EndsApp(Futures.of(args[0]), args[1]);
        app.endsOnAnyThread(Runnable::run);
        Executor loop = Loops.NETTY.next();
        app.endsOnAnyThread(loop);
        app.endsBeforeTheLockHasCome(loop);
        System.exit(0);
    }

    private void endsOnAnyThread(Executor caller) throws Exception {
        CompletableFuture<String> fails = new CompletableFuture<>();
        Object failing = call(caller, "work", () -> fails);
        fails.completeExceptionally(new IllegalStateException("its own"));
        say("failed: " + endOf(futures.heard(failing)));
        next(caller, "work");

        Object throwing = null;
        try {
            throwing = call(caller, "work", () -> {
                throw new IllegalStateException("thrown");
            });
            say("thrown: " + endOf(futures.heard(throwing)));
        } catch (IllegalStateException e) {
            say("thrown: " + e.getMessage());
        }
        next(caller, "work");

        if (cancels) {
            CompletableFuture<String> work = new CompletableFuture<>();
            int before = BODIES.get();
            Object cancelled = call(caller, "work", () -> work);
            while (BODIES.get() == before) {
                Thread.yield();
            }
            ((Future<?>) cancelled).cancel(true);
            // On an event loop the body's end, and with it what is cancelled, may come after the body's beginning.
            next(caller, "work");
            say("cancelled");
        }

        int before = BODIES.get();
        call(caller, "never", CompletableFuture::new);
        while (BODIES.get() == before) {
            Thread.yield();
        }
        next(caller, "never");
        say("never completed");
    }

    private void endsBeforeTheLockHasCome(Executor loop) throws Exception {
        CompletableFuture<String> held = new CompletableFuture<>();
        int before = BODIES.get();
        call(Runnable::run, "work", () -> held);
        Object waiting = call(loop, "work", CompletableFuture::new);
        Object behind = call(loop, "work", () -> CompletableFuture.completedFuture("behind"));
        say("waiting: " + !futures.heard(waiting).isDone());
        if (cancels) {
            ((Future<?>) waiting).cancel(true);
            held.complete("held");
            futures.heard(behind).get(1, TimeUnit.MINUTES);
            CompletableFuture<Object> atOnce = new CompletableFuture<>();
            loop.execute(() -> {
                Object given = futures.call(type, "A", "work", CompletableFuture::new);
                ((Future<?>) given).cancel(true);
                atOnce.complete(given);
            });
            atOnce.get(1, TimeUnit.MINUTES);
            next(loop, "work");
            say("bodies: " + (BODIES.get() - before));
        }
    }

    private Object call(Executor caller, String rule, Supplier<CompletableFuture<String>> work) throws Exception {
        CompletableFuture<Object> given = new CompletableFuture<>();
        caller.execute(() -> {
            try {
                given.complete(futures.call(type, "A", rule, () -> {
                    BODIES.incrementAndGet();
                    return work.get();
                }));
            } catch (RuntimeException e) {
                given.completeExceptionally(e);
            }
        });
        try {
            return given.get(1, TimeUnit.MINUTES);
        } catch (java.util.concurrent.ExecutionException e) {
            throw (RuntimeException) e.getCause();
        }
    }

    private void next(Executor caller, String rule) throws Exception {
        futures.heard(call(caller, rule, () -> CompletableFuture.completedFuture("next")))
                .get(1, TimeUnit.MINUTES);
    }

    private static String endOf(CompletableFuture<String> future) throws Exception {
        try {
            return future.get(1, TimeUnit.MINUTES);
        } catch (java.util.concurrent.ExecutionException e) {
            Throwable cause = e.getCause();
            return (cause.getCause() == null ? cause : cause.getCause()).getMessage();
        }
    }

    private static void say(String line) {
        System.out.println(line);
    }
}
