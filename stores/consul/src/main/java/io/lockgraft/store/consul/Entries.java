package io.lockgraft.store.consul;

import io.lockgraft.spi.StoreEntry;
import io.lockgraft.store.consul.api.Transaction;
import java.util.concurrent.CompletableFuture;

/** The texts that compounds keep, in entries of their own. */
final class Entries {
    private final ConsulClient client;

    Entries(ConsulClient client) {
        this.client = client;
    }

    /** The entry as it is behind that step, with the asked agent's clock. */
    CompletableFuture<StoreEntry> replace(String namespace, String before, String after) {
        return step(namespace, before, after)
                .thenCompose(text -> client.api().time().thenApply(millis -> new StoreEntry(text, millis)));
    }

    private CompletableFuture<String> step(String namespace, String before, String after) {
        String name = client.names().text(namespace);
        return client.api().readOne(name).thenCompose(found -> {
            if (after.isEmpty() || !found.value().equals(before)) {
                return CompletableFuture.completedFuture(found.value());
            }
            return client.api()
                    .all(new Transaction().compareAndSet(name, after, found.modified()))
                    .thenCompose(outcome -> outcome.isDone()
                            ? CompletableFuture.completedFuture(after)
                            : step(namespace, before, after));
        });
    }
}
