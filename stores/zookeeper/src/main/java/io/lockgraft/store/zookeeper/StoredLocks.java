package io.lockgraft.store.zookeeper;

import io.lockgraft.spi.StoreEntry;
import io.lockgraft.spi.StoredLock;
import io.lockgraft.spi.session.SessionLocks;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.apache.zookeeper.KeeperException.Code;

/** Who holds which key, of all clients. */
final class StoredLocks implements SessionLocks {
    private final ZooKeeperClient client;

    StoredLocks(ZooKeeperClient client) {
        this.client = client;
    }

    @Override
    public CompletableFuture<List<StoredLock>> locks(String key) {
        return holders(key).thenCompose(holders -> {
            List<StoredLock> locks = Collections.synchronizedList(new ArrayList<>());
            CompletableFuture<Void> all = CompletableFuture.completedFuture(null);
            for (QueueNode each : holders) {
                CompletableFuture<Void> read = client.commands()
                        .get(client.paths().lock(key) + '/' + each.name(), null)
                        .thenAccept(node -> locks.add(NodeData.read(key, each.owner(), node.data)));
                CompletableFuture<Void> or = Commands.orElse(
                        read, Code.NONODE, () -> CompletableFuture.completedFuture(null)); // it has left meanwhile
                all = all.thenCombine(or, (one, other) -> null);
            }
            return all.thenApply(none -> locks);
        });
    }

    private CompletableFuture<List<QueueNode>> holders(String key) {
        return children(client.paths().lock(key))
                .thenApply(names -> QueueNode.queue(names).holders());
    }

    private CompletableFuture<List<String>> children(String path) {
        return Commands.orElse(
                client.commands().children(path, null),
                Code.NONODE,
                () -> CompletableFuture.completedFuture(Collections.emptyList()));
    }

    @Override
    public CompletableFuture<Long> scanSize() {
        return keys().thenApply(keys -> (long) keys.size());
    }

    /** All keys that anybody holds or waits for, or did a moment ago. */
    private CompletableFuture<List<String>> keys() {
        return children(client.paths().locks()).thenApply(names -> {
            List<String> keys = new ArrayList<>();
            names.forEach(name -> keys.add(Paths.decoded(name)));
            return keys;
        });
    }

    /** One key after the other. */
    @Override
    public CompletableFuture<Void> scan(String beginning, Consumer<StoredLock> each) {
        return keys().thenCompose(keys -> {
            CompletableFuture<Void> done = CompletableFuture.completedFuture(null);
            for (String key : keys) {
                if (key.startsWith(beginning)) {
                    done = done.thenCompose(none -> locks(key)).thenAccept(locks -> locks.forEach(each));
                }
            }
            return done;
        });
    }

    /** The node of an owner that waits stays. */
    @Override
    public CompletableFuture<Boolean> unlock(String key, String owner) {
        return holders(key).thenCompose(holders -> {
            for (QueueNode each : holders) {
                if (each.owner().equals(owner)) {
                    String path = client.paths().lock(key) + '/' + each.name();
                    return Commands.orElse(
                            client.commands().delete(path).thenApply(none -> true),
                            Code.NONODE,
                            () -> CompletableFuture.completedFuture(false));
                }
            }
            return CompletableFuture.completedFuture(false);
        });
    }

    @Override
    public CompletableFuture<StoreEntry> replaceEntry(String namespace, String before, String after) {
        return new Entries(client).replace(namespace, before, after);
    }
}
