package com.example.app;

import io.reactivex.Completable;
import io.reactivex.Flowable;
import io.reactivex.Maybe;
import io.reactivex.Observable;
import io.reactivex.Single;
import io.reactivex.schedulers.Schedulers;
import java.util.concurrent.CompletableFuture;

/** The types of RxJava 2: described at the call, done on another thread. */
public final class OfRxJava2 {
    private static final OfRxJava2 ONLY = new OfRxJava2();

    public Flowable<String> flowable(String key) {
        return single(key, 0).toFlowable();
    }

    public Observable<String> observable(String key) {
        return single(key, 0).toObservable();
    }

    public Single<String> single(String key) {
        return single(key, 0);
    }

    public Maybe<String> maybe(String key) {
        return single(key, 0).toMaybe();
    }

    public Completable completable(String key) {
        return single(key, 0).ignoreElement();
    }

    private static Single<String> single(String key, int unlocked) {
        return Single.fromCallable(() -> ReactiveApp.add(key)).subscribeOn(Schedulers.io());
    }

    private static Completable all(String type, String key) {
        switch (type) {
            case "flowable":
                return ONLY.flowable(key).ignoreElements();
            case "observable":
                return ONLY.observable(key).ignoreElements();
            case "single":
                return ONLY.single(key).ignoreElement();
            case "maybe":
                return ONLY.maybe(key).ignoreElement();
            default:
                return ONLY.completable(key);
        }
    }

    public static CompletableFuture<?> count(String type, String key) {
        CompletableFuture<String> done = new CompletableFuture<>();
        all(type, key)
                .subscribeOn(Schedulers.computation())
                .subscribe(() -> done.complete(key), done::completeExceptionally);
        return done;
    }
}
