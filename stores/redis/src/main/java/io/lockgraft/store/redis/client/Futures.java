package io.lockgraft.store.redis.client;

import java.util.concurrent.CompletableFuture;

/** Hands on a future's result. Unlike the future's own methods it does not wrap an exception. */
public final class Futures {
    private Futures() {}

    public static <T> void complete(CompletableFuture<T> future, T value, Throwable error) {
        if (error == null) {
            future.complete(value);
        } else {
            future.completeExceptionally(error);
        }
    }
}
