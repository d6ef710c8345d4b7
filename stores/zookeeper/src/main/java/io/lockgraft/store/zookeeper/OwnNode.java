package io.lockgraft.store.zookeeper;

import java.util.concurrent.CompletableFuture;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.data.Stat;

/** The session's own node. A write to it proves that the session lives. */
final class OwnNode {
    private static final byte[] NOTHING = new byte[0];

    private final Commands commands;
    private final String prefix;

    /** Null where it was not made yet. */
    private volatile String path;

    /** @param prefix of its path, behind which the server puts a number */
    OwnNode(Commands commands, String prefix) {
        this.commands = commands;
        this.prefix = prefix;
    }

    /** Completes with what the server says of it; null where it was made just now. */
    CompletableFuture<Stat> write() {
        String there = path;
        return there == null ? make() : Commands.orElse(commands.set(there, NOTHING, -1), Code.NONODE, this::make);
    }

    private CompletableFuture<Stat> make() {
        return Commands.orElse(
                        create(),
                        Code.NONODE,
                        () -> commands.make(Paths.parent(prefix), CreateMode.PERSISTENT)
                                .thenCompose(there -> create()))
                .thenApply(made -> {
                    path = made;
                    return null;
                });
    }

    private CompletableFuture<String> create() {
        return commands.create(prefix, NOTHING, CreateMode.EPHEMERAL_SEQUENTIAL);
    }
}
