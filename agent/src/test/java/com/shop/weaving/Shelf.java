package com.shop.weaving;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;

/** What is warned of when its methods are locked. */
public final class Shelf {
    public synchronized void deduct(String sku) {}

    public synchronized void deductAll(String sku) {
        deduct(sku);
    }

    public Future<String> later(String sku) {
        return CompletableFuture.completedFuture(sku);
    }

    public CompletableFuture<String> promised(String sku) {
        return CompletableFuture.completedFuture(sku);
    }
}
