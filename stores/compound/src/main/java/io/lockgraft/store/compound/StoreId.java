package io.lockgraft.store.compound;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.LockStore;
import java.util.Collections;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** The id by which a store is known that keeps entries, whatever address leads to it. */
public final class StoreId {
    private StoreId() {}

    /** Reads it, and gives the store one that has none. Fails where the store does not say. */
    public static CompletableFuture<String> of(LockStore store, String namespace) {
        return store.entry(namespace).thenCompose(read -> {
            if (!read.text().isEmpty()) {
                return CompletableFuture.completedFuture(id(read.text()));
            }
            String id = UUID.randomUUID().toString();
            MemberEntry entry = new MemberEntry(id, 0, 0, Collections.emptyList());
            return store.replaceEntry(namespace, "", entry.text).thenApply(now -> id(now.text()));
        });
    }

    private static String id(String text) {
        MemberEntry entry = MemberEntry.read(text);
        if (entry == null || !entry.isReadable()) {
            throw new CompletionException(
                    new Answer.Refusal("another version of Lockgraft wrote the entry of a store: " + text, null));
        }
        return entry.id;
    }
}
