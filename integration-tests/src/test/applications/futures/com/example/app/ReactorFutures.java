package com.example.app;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import reactor.core.publisher.Mono;

final class ReactorFutures implements Futures {
    Mono<String> mono(String key, String rule, Supplier<CompletableFuture<String>> work) {
        return Mono.fromFuture(work);
    }

    @Override
    public Object call(String type, String key, String rule, Supplier<CompletableFuture<String>> work) {
        return mono(key, rule, work);
    }

    @Override
    @SuppressWarnings("unchecked")
    public CompletableFuture<String> heard(Object future) {
        return ((Mono<String>) future).toFuture();
    }
}
