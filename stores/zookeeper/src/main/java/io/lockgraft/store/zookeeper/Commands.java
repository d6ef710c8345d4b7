package io.lockgraft.store.zookeeper;

import io.lockgraft.spi.Answer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Stat;

/**
 * The commands of one client, each a future. They are answered on the client's event thread, in the order in which they
 * were sent, and behind the events of what the server did before.
 */
final class Commands {
    /** A node as it was read. */
    static final class Node {
        final byte[] data;
        final Stat stat;

        private Node(byte[] data, Stat stat) {
            this.data = data;
            this.stat = stat;
        }
    }

    private final ZooKeeper client;
    private final List<ACL> rights;

    Commands(ZooKeeper client, List<ACL> rights) {
        this.client = client;
        this.rights = rights;
    }

    /** Completes with the whole path. */
    CompletableFuture<String> create(String path, byte[] data, CreateMode mode) {
        CompletableFuture<String> made = new CompletableFuture<>();
        client.create(path, data, rights, mode, (code, asked, none, name) -> answer(made, code, path, name), null);
        return made;
    }

    /** Makes a node without data, and those above it, where they are not there. */
    CompletableFuture<?> make(String path, CreateMode mode) {
        CompletableFuture<?> made = create(path, new byte[0], mode);
        made = orElse(made, Code.NODEEXISTS, () -> CompletableFuture.completedFuture(null));
        return orElse(made, Code.NONODE, () -> Paths.parent(path).isEmpty() ? noRoot() : makeBelow(path, mode));
    }

    private CompletableFuture<Object> makeBelow(String path, CreateMode mode) {
        return make(Paths.parent(path), CreateMode.PERSISTENT)
                .thenCompose(above -> make(path, mode))
                .thenApply(made -> made);
    }

    private static CompletableFuture<Object> noRoot() {
        return failed(new Answer.Refusal(
                "the path behind the servers of 'connect' is not there; make it, or leave" + " it out", null));
    }

    /** Fails where it has children, or is not there. */
    CompletableFuture<Void> delete(String path) {
        CompletableFuture<Void> deleted = new CompletableFuture<>();
        client.delete(path, -1, (code, asked, none) -> answer(deleted, code, path, null), null);
        return deleted;
    }

    /** @param watcher null for none; it is told of the next change */
    CompletableFuture<List<String>> children(String path, Watcher watcher) {
        CompletableFuture<List<String>> read = new CompletableFuture<>();
        client.getChildren(
                path,
                watcher,
                (int code, String asked, Object none, List<String> names) -> answer(read, code, path, names),
                null);
        return read;
    }

    /** @param watcher null for none; it is told of the next change, where the node is there */
    CompletableFuture<Node> get(String path, Watcher watcher) {
        CompletableFuture<Node> read = new CompletableFuture<>();
        client.getData(
                path, watcher, (code, asked, none, data, stat) -> answer(read, code, path, new Node(data, stat)), null);
        return read;
    }

    /** @param version -1 for any */
    CompletableFuture<Stat> set(String path, byte[] data, int version) {
        CompletableFuture<Stat> written = new CompletableFuture<>();
        client.setData(path, data, version, (code, asked, none, stat) -> answer(written, code, path, stat), null);
        return written;
    }

    /** What is read behind it is no older than what any client had written before it. */
    CompletableFuture<Void> sync(String path) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        client.sync(path, (code, asked, none) -> answer(done, code, path, null), null);
        return done;
    }

    /** All of these or none. */
    CompletableFuture<Void> all(List<Op> steps) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        client.multi(
                steps,
                (code, path, none, results) -> answer(done, code, steps.get(0).getPath(), null),
                null);
        return done;
    }

    private static <T> void answer(CompletableFuture<T> asked, int code, String path, T said) {
        switch (Code.get(code)) {
            case OK:
                asked.complete(said);
                break;
            case NOAUTH:
            case AUTHFAILED:
            case INVALIDACL:
                asked.completeExceptionally(new Answer.Refusal(
                        "ZooKeeper allows this user too little at " + path
                                + ": locks need the rights to create, read, write and delete there; correct username"
                                + " and password of zookeeper, or give it these rights",
                        KeeperException.create(Code.get(code), path)));
                break;
            case UNIMPLEMENTED:
                asked.completeExceptionally(new Answer.Refusal(
                        "this ZooKeeper is too old: locks need version 3.5 or newer",
                        KeeperException.create(Code.get(code), path)));
                break;
            default:
                asked.completeExceptionally(KeeperException.create(Code.get(code), path));
        }
    }

    /** True if the question failed in this way. */
    static boolean is(Throwable failed, Code code) {
        Throwable cause = failed instanceof CompletionException ? failed.getCause() : failed;
        return cause instanceof KeeperException && ((KeeperException) cause).code() == code;
    }

    /** The same, or where it fails in this way, something else. */
    static <T> CompletableFuture<T> orElse(
            CompletableFuture<? extends T> asked, Code code, Supplier<CompletableFuture<T>> otherwise) {
        return asked.<CompletableFuture<T>>handle((said, failed) -> {
                    if (failed == null) {
                        return CompletableFuture.completedFuture(said);
                    }
                    return is(failed, code) ? otherwise.get() : failed(failed);
                })
                .thenCompose(Function.identity());
    }

    static <T> CompletableFuture<T> failed(Throwable why) {
        CompletableFuture<T> failed = new CompletableFuture<>();
        failed.completeExceptionally(why instanceof CompletionException ? why.getCause() : why);
        return failed;
    }
}
