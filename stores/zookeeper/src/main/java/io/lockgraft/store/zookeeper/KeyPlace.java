package io.lockgraft.store.zookeeper;

import static io.lockgraft.store.zookeeper.Commands.is;
import static io.lockgraft.store.zookeeper.Commands.orElse;

import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.queue.KeyQueue;
import io.lockgraft.spi.queue.Share;
import io.lockgraft.spi.session.Place;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Watcher;

/**
 * An owner's node in a key's queue. While others are before it, it watches the last of them that keeps it out; a
 * semaphore's watches the whole queue. Once it has the key it watches itself.
 */
final class KeyPlace extends Place {
    private static final String DELETED = "its node in ZooKeeper was deleted";

    private final ZooKeeperClient client;
    private final String queue;
    private final String prefix;

    /** Null where there is none yet. */
    private volatile String node;

    /** True if a create was not answered: the server may have a node of this owner. */
    private volatile boolean unsure;

    /** True if it has asked for a queue. The server keeps one that never had a node. */
    private volatile boolean madeQueue;

    private volatile boolean has;
    private volatile boolean leaves;
    private volatile String watched;

    KeyPlace(ZooKeeperClient client, String key, Request request) {
        super(key, request);
        this.client = client;
        this.queue = client.paths().lock(key);
        this.prefix = QueueNode.prefix(request, client.id());
    }

    /** The path of its node; null where there is none. */
    String path() {
        String name = node;
        return name == null ? null : queue + '/' + name;
    }

    @Override
    protected CompletableFuture<Boolean> enter() {
        if (node != null) {
            return look();
        }
        if (unsure) {
            return find().thenCompose(found -> {
                node = found;
                unsure = false;
                return enter();
            });
        }
        return request().waits() ? create() : createIfFree();
    }

    /** Busy is the common answer to an owner that does not wait, and should cost no write. */
    private CompletableFuture<Boolean> createIfFree() {
        return names(null).thenCompose(names -> {
            List<QueueNode> holders = QueueNode.queue(names).against(Share.of(request()));
            if (holders.isEmpty()) {
                return create();
            }
            heldBy(holders.get(0).owner());
            return CompletableFuture.completedFuture(false);
        });
    }

    /** The look is sent behind the create, and not after its answer. */
    private CompletableFuture<Boolean> create() {
        unsure = true;
        CompletableFuture<String> made = client.write(
                commands -> commands.create(queue + '/' + prefix, data(), CreateMode.EPHEMERAL_SEQUENTIAL));
        CompletableFuture<List<String>> names = client.commands().children(queue, null);
        return made.<CompletableFuture<Boolean>>handle((path, failed) -> {
                    if (failed == null) {
                        node = Paths.name(path);
                        unsure = false;
                        return names.thenCompose(this::decide);
                    }
                    unsure = is(failed, Code.CONNECTIONLOSS);
                    if (is(failed, Code.NONODE)) {
                        madeQueue = true;
                        return client.commands()
                                .make(queue, CreateMode.CONTAINER)
                                .thenCompose(there -> create());
                    }
                    return Commands.failed(failed);
                })
                .thenCompose(Function.identity());
    }

    private byte[] data() {
        return NodeData.of(request().owner());
    }

    private CompletableFuture<Boolean> look() {
        return look(null);
    }

    private CompletableFuture<Boolean> look(Watcher watcher) {
        return names(watcher).thenCompose(names -> decide(names, watcher != null));
    }

    /** Of all nodes in the queue; none where there is no queue. */
    private CompletableFuture<List<String>> names(Watcher watcher) {
        return orElse(
                client.commands().children(queue, watcher),
                Code.NONODE,
                () -> CompletableFuture.completedFuture(Collections.emptyList()));
    }

    private CompletableFuture<Boolean> decide(List<String> names) {
        return decide(names, false);
    }

    /** By a list that is no older than its own node: those before it are in the list, or gone for good. */
    private CompletableFuture<Boolean> decide(List<String> names, boolean isWatched) {
        KeyQueue<QueueNode> others = QueueNode.queue(names);
        QueueNode own = others.find(node);
        if (own == null) {
            return gone();
        }
        List<QueueNode> before = others.before(own);
        if (before.isEmpty()) {
            return CompletableFuture.completedFuture(entered());
        }
        heldBy(before.get(0).owner());
        if (isWatched) {
            return CompletableFuture.completedFuture(false);
        }
        if (request().kind() == LockKind.SEMAPHORE) {
            watch(queue);
            return look(client);
        }
        // When the last one that keeps it out goes, another look is due.
        String path = queue + '/' + before.get(before.size() - 1).name();
        watch(path);
        return orElse(client.commands().get(path, client).thenApply(there -> false), Code.NONODE, this::look);
    }

    /** Somebody has deleted its node. A place in the queue is taken again at its end. */
    private CompletableFuture<Boolean> gone() {
        if (has) {
            lose(DELETED);
            return CompletableFuture.completedFuture(false);
        }
        node = null;
        return enter();
    }

    private boolean entered() {
        if (!has) {
            has = true;
            if (watched != null) {
                // Since when it has the key. Nothing hangs on this write.
                client.commands().set(path(), data(), -1);
            }
            client.holds(this);
            watchOwn();
        }
        return true;
    }

    /** From now on, or again on a new connection, it learns of the end of its node. */
    void watchOwn() {
        String path = path();
        watch(path);
        client.commands().get(path, client).whenComplete((there, failed) -> {
            if (is(failed, Code.NONODE)) {
                gone();
            }
        });
    }

    private void watch(String path) {
        unwatch();
        watched = path;
        client.watches().add(path, this);
    }

    private void unwatch() {
        String before = watched;
        if (before != null) {
            client.watches().remove(before, this);
        }
    }

    /** Called when the server tells of a change at a path that it watched. */
    void sees(String path, boolean isDeleted) {
        if (leaves) {
            return;
        }
        if (!has) {
            changed();
        } else if (isDeleted && path.equals(path())) {
            // At once: an answer that shows the session alive may be right behind.
            lose(DELETED);
        } else {
            watchOwn();
        }
    }

    @Override
    protected CompletableFuture<Boolean> leave() {
        leaves = true;
        client.holdsNoMore(this);
        unwatch();
        if (madeQueue) {
            client.tidy(queue);
        }
        if (node != null) {
            return delete(path());
        }
        return unsure
                ? find().thenCompose(found ->
                        found == null ? CompletableFuture.completedFuture(false) : delete(queue + '/' + found))
                : CompletableFuture.completedFuture(false);
    }

    private CompletableFuture<Boolean> delete(String path) {
        CompletableFuture<Void> deleted = client.commands().delete(path);
        client.tidy(queue);
        return orElse(deleted.thenApply(none -> true), Code.NONODE, () -> CompletableFuture.completedFuture(false));
    }

    /** The name of the node that a create has made whose answer was lost, or null. */
    private CompletableFuture<String> find() {
        return client.commands().sync(queue).thenCompose(synced -> names(null)).thenApply(names -> {
            for (String each : names) {
                if (each.startsWith(prefix)) {
                    return each;
                }
            }
            return null;
        });
    }
}
