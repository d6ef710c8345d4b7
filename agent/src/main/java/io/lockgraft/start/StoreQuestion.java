package io.lockgraft.start;

import io.lockgraft.engine.acquire.Stores;
import io.lockgraft.engine.site.Sites;
import io.lockgraft.spi.log.Log;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Asks a store that is down whether it is back, at most once in five seconds: who holds a key that no call has. That
 * takes nothing, and any answer will do.
 */
final class StoreQuestion implements Consumer<String> {
    static final long PAUSE = TimeUnit.SECONDS.toNanos(5);

    private final Stores stores;
    private final String key;
    private final Sites sites;
    private final long pause;
    /** When each was asked last; no entry for one that never was. */
    private final Map<String, Long> asked = new ConcurrentHashMap<>();

    /** @param pause the shortest time between two questions to one store, in nanoseconds */
    StoreQuestion(Stores stores, String namespace, Sites sites, long pause) {
        this.pause = pause;
        this.stores = stores;
        this.key = (namespace.isEmpty() ? "" : namespace + ':') + "lockgraft-healthz";
        this.sites = sites;
    }

    @Override
    public void accept(String store) {
        long now = System.nanoTime();
        Long before = asked.get(store);
        boolean due = before == null ? asked.putIfAbsent(store, now) == null : isDue(store, before, now);
        if (due) {
            try {
                stores.locks(store, key).whenComplete((found, failure) -> answered(store, failure));
            } catch (RuntimeException | LinkageError e) {
                Log.debug("store '" + store + "' cannot be asked whether it is back: " + e);
            }
        }
    }

    private boolean isDue(String store, Long before, long now) {
        return now - before >= pause && asked.replace(store, before, now);
    }

    /** A store that cannot tell who holds a key has no server that could be gone; its next call shows more. */
    private void answered(String store, Throwable failure) {
        if (failure == null || cause(failure) instanceof UnsupportedOperationException) {
            sites.store(store).answered();
        }
    }

    private static Throwable cause(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }
}
