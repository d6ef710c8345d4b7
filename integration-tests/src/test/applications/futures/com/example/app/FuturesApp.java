package com.example.app;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Calls what returns a future many times on one key, beside other JVMs that do the same. */
public final class FuturesApp {
    private FuturesApp() {}

    /**
     * Arguments: the library, its type, JVMs in all, calls in flight, and the rules, of which each is a key as well.
     */
    public static void main(String[] args) throws Exception {
        Futures futures = Futures.of(args[0]);
        int calls = Integer.parseInt(args[3]);
        ExecutorService callers = Executors.newFixedThreadPool(calls);
        ExecutorService workers = Executors.newFixedThreadPool(8);
        for (int i = 4; i < args.length; i++) {
            String rule = args[i];
            Witness.meet(rule, Integer.parseInt(args[2]));
            List<CompletableFuture<String>> all = new ArrayList<>();
            for (int j = 0; j < calls; j++) {
                all.add(CompletableFuture.supplyAsync(
                                () -> futures.call(args[1], rule, rule, () -> count(rule, workers)), callers)
                        .thenCompose(futures::heard));
            }
            for (CompletableFuture<String> each : all) {
                each.get(2, TimeUnit.MINUTES);
            }
        }
        System.exit(0);
    }

    /** The work, which another thread does later. */
    static CompletableFuture<String> count(String key, ExecutorService workers) {
        return CompletableFuture.supplyAsync(
                () -> {
                    new Counter().add(key);
                    return key;
                },
                workers);
    }
}
