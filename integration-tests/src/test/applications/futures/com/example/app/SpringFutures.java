package com.example.app;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.springframework.util.concurrent.CompletableToListenableFutureAdapter;
import org.springframework.util.concurrent.ListenableFuture;
import org.springframework.util.concurrent.SettableListenableFuture;

final class SpringFutures implements Futures {
    ListenableFuture<String> listenable(String key, String rule, Supplier<CompletableFuture<String>> work) {
        return new CompletableToListenableFutureAdapter<>(work.get());
    }

    SettableListenableFuture<String> settable(String key, String rule, Supplier<CompletableFuture<String>> work) {
        SettableListenableFuture<String> future = new SettableListenableFuture<>();
        work.get().whenComplete((value, failure) -> {
            if (failure == null) {
                future.set(value);
            } else {
                future.setException(failure);
            }
        });
        return future;
    }

    @Override
    public Object call(String type, String key, String rule, Supplier<CompletableFuture<String>> work) {
        return type.equals("settable") ? settable(key, rule, work) : listenable(key, rule, work);
    }

    @Override
    @SuppressWarnings("unchecked")
    public CompletableFuture<String> heard(Object future) {
        CompletableFuture<String> heard = new CompletableFuture<>();
        ((ListenableFuture<String>) future).addCallback(heard::complete, heard::completeExceptionally);
        return heard;
    }
}
