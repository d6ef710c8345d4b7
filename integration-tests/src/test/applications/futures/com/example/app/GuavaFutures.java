package com.example.app;

import com.google.common.util.concurrent.FluentFuture;
import com.google.common.util.concurrent.FutureCallback;
import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.SettableFuture;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

final class GuavaFutures implements Futures {
    ListenableFuture<String> listenable(String key, String rule, Supplier<CompletableFuture<String>> work) {
        return future(work);
    }

    FluentFuture<String> fluent(String key, String rule, Supplier<CompletableFuture<String>> work) {
        return FluentFuture.from(future(work));
    }

    SettableFuture<String> settable(String key, String rule, Supplier<CompletableFuture<String>> work) {
        return future(work);
    }

    private static SettableFuture<String> future(Supplier<CompletableFuture<String>> work) {
        SettableFuture<String> future = SettableFuture.create();
        CompletableFuture<String> its = work.get();
        its.whenComplete((value, failure) -> {
            if (failure == null) {
                future.set(value);
            } else {
                future.setException(failure);
            }
        });
        future.addListener(() -> its.cancel(true), Runnable::run);
        return future;
    }

    @Override
    public Object call(String type, String key, String rule, Supplier<CompletableFuture<String>> work) {
        switch (type) {
            case "listenable":
                return listenable(key, rule, work);
            case "fluent":
                return fluent(key, rule, work);
            default:
                return settable(key, rule, work);
        }
    }

    @Override
    @SuppressWarnings("unchecked")
    public CompletableFuture<String> heard(Object future) {
        CompletableFuture<String> heard = new CompletableFuture<>();
        com.google.common.util.concurrent.Futures.addCallback(
                (ListenableFuture<String>) future,
                new FutureCallback<String>() {
                    @Override
                    public void onSuccess(String value) {
                        heard.complete(value);
                    }

                    @Override
                    public void onFailure(Throwable failure) {
                        heard.completeExceptionally(failure);
                    }
                },
                Runnable::run);
        return heard;
    }
}
