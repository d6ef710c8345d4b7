package com.example.app;

import java.util.concurrent.CompletableFuture;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Reactor's types: described at the call, done on another thread. */
public final class OfReactor {
    private static final OfReactor ONLY = new OfReactor();

    public Mono<String> mono(String key) {
        return Mono.fromCallable(() -> ReactiveApp.add(key)).subscribeOn(Schedulers.boundedElastic());
    }

    public Flux<String> flux(String key) {
        return Flux.just(1, 2)
                .publishOn(Schedulers.boundedElastic())
                .map(number -> number == 1 ? "first" : ReactiveApp.add(key));
    }

    public static CompletableFuture<?> count(String type, String key) {
        return Mono.defer(() -> type.equals("mono") ? ONLY.mono(key) : ONLY.flux(key).then(Mono.just(key)))
                .subscribeOn(Schedulers.parallel())
                .toFuture();
    }
}
