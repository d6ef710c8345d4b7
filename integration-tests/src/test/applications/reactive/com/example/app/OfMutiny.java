package com.example.app;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import java.util.concurrent.CompletableFuture;

/** Mutiny's types: described at the call, done on another thread. */
public final class OfMutiny {
    private static final OfMutiny ONLY = new OfMutiny();

    public Uni<String> uni(String key) {
        return uni(key, 0);
    }

    public Multi<String> multi(String key) {
        return uni(key, 0).toMulti();
    }

    private static Uni<String> uni(String key, int unlocked) {
        return Uni.createFrom()
                .item(() -> ReactiveApp.add(key))
                .runSubscriptionOn(Infrastructure.getDefaultWorkerPool());
    }

    public static CompletableFuture<?> count(String type, String key) {
        return (type.equals("uni") ? ONLY.uni(key) : ONLY.multi(key).toUni()).subscribeAsCompletionStage();
    }
}
