package io.lockgraft.store.consul;

import io.lockgraft.spi.StoreEntry;
import io.lockgraft.spi.StoredLock;
import io.lockgraft.spi.session.SessionLocks;
import io.lockgraft.store.consul.api.KvEntry;
import io.lockgraft.store.consul.api.Transaction;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** Who holds which key, of all clients. A dead owner holds its key until the lock-delay is over. */
final class StoredLocks implements SessionLocks {
    private final ConsulClient client;

    StoredLocks(ConsulClient client) {
        this.client = client;
    }

    @Override
    public CompletableFuture<List<StoredLock>> locks(String key) {
        return client.api().read(client.names().queue(key)).thenApply(tree -> {
            List<StoredLock> locks = new ArrayList<>();
            for (QueueEntry each : QueueEntry.queue(tree.entries()).holders()) {
                locks.add(each.lock(key));
            }
            return locks;
        });
    }

    /** The number of entries. */
    @Override
    public CompletableFuture<Long> scanSize() {
        return client.api().count(client.names().locks()).thenApply(Integer::longValue);
    }

    /** Reads all of them at once. */
    @Override
    public CompletableFuture<Void> scan(String beginning, Consumer<StoredLock> each) {
        return client.api().read(client.names().queues(beginning)).thenAccept(tree -> {
            Map<String, List<KvEntry>> byKey = new LinkedHashMap<>();
            for (KvEntry entry : tree.entries()) {
                byKey.computeIfAbsent(client.names().key(entry.name()), none -> new ArrayList<>())
                        .add(entry);
            }
            byKey.forEach((key, entries) -> {
                for (QueueEntry holder : QueueEntry.queue(entries).holders()) {
                    each.accept(holder.lock(key));
                }
            });
        });
    }

    /** The entry of an owner that waits stays. */
    @Override
    public CompletableFuture<Boolean> unlock(String key, String owner) {
        return client.api().read(client.names().queue(key)).thenCompose(tree -> {
            for (QueueEntry each : QueueEntry.queue(tree.entries()).holders()) {
                if (each.owner().equals(owner)) {
                    return delete(each.entry(), key, owner);
                }
            }
            return CompletableFuture.completedFuture(false);
        });
    }

    private CompletableFuture<Boolean> delete(KvEntry entry, String key, String owner) {
        Transaction steps =
                new Transaction().checkIndex(entry.name(), entry.modified()).delete(entry.name());
        // It may have been changed meanwhile, or be gone.
        return client.api()
                .all(steps)
                .thenCompose(
                        outcome -> outcome.isDone() ? CompletableFuture.completedFuture(true) : unlock(key, owner));
    }

    @Override
    public CompletableFuture<StoreEntry> replaceEntry(String namespace, String before, String after) {
        return new Entries(client).replace(namespace, before, after);
    }
}
