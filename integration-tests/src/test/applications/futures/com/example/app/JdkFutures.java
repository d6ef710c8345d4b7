package com.example.app;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

final class JdkFutures implements Futures {
    CompletableFuture<String> completable(String key, String rule, Supplier<CompletableFuture<String>> work) {
        return work.get();
    }

    /** A stage that can be asked for nothing. */
    CompletionStage<String> stage(String key, String rule, Supplier<CompletableFuture<String>> work) {
        return work.get().minimalCompletionStage();
    }

    @Override
    public Object call(String type, String key, String rule, Supplier<CompletableFuture<String>> work) {
        return type.equals("stage") ? stage(key, rule, work) : completable(key, rule, work);
    }

    @Override
    @SuppressWarnings("unchecked")
    public CompletableFuture<String> heard(Object future) {
        CompletableFuture<String> heard = new CompletableFuture<>();
        ((CompletionStage<String>) future).whenComplete((value, failure) -> Futures.pass(heard, value, failure));
        return heard;
    }
}
