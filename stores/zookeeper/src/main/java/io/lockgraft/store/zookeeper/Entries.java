package io.lockgraft.store.zookeeper;

import io.lockgraft.spi.StoreEntry;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;

/** The texts that compounds keep, in nodes of their own. */
final class Entries {
    private final ZooKeeperClient client;

    Entries(ZooKeeperClient client) {
        this.client = client;
    }

    /** The entry as it is behind that step, with the server's clock. */
    CompletableFuture<StoreEntry> replace(String namespace, String before, String after) {
        String path = client.paths().entry(namespace);
        return step(path, before, after)
                .thenCompose(text -> client.time().thenApply(millis -> new StoreEntry(text, millis)));
    }

    private CompletableFuture<String> step(String path, String before, String after) {
        CompletableFuture<String> replaced = client.commands()
                .sync(path)
                .thenCompose(synced -> client.commands().get(path, null))
                .thenCompose(node -> {
                    String text = new String(node.data, StandardCharsets.UTF_8);
                    return after.isEmpty() || !text.equals(before)
                            ? CompletableFuture.completedFuture(text)
                            : client.commands()
                                    .set(path, bytes(after), node.stat.getVersion())
                                    .thenApply(written -> after);
                });
        boolean makes = before.isEmpty() && !after.isEmpty();
        CompletableFuture<String> orMade = Commands.orElse(
                replaced, Code.NONODE, () -> makes ? make(path, after) : CompletableFuture.completedFuture(""));
        return Commands.orElse(orMade, Code.BADVERSION, () -> step(path, before, after));
    }

    private CompletableFuture<String> make(String path, String text) {
        return client.commands()
                .make(Paths.parent(path), CreateMode.PERSISTENT)
                .thenCompose(there -> Commands.orElse(
                        client.commands()
                                .create(path, bytes(text), CreateMode.PERSISTENT)
                                .thenApply(made -> text),
                        Code.NODEEXISTS,
                        () -> step(path, "", text)));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
