package io.lockgraft.store.zookeeper;

import io.lockgraft.spi.Request;
import io.lockgraft.spi.session.Place;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;

/**
 * A counter for each key, in a node that is never deleted. To be the first in a queue is no write, so a token is stored
 * together with a check of the owner's own node: one that has lost its key moves no counter.
 */
final class FenceTokens {
    private static final byte[] ZERO = {'0'};

    private final ZooKeeperClient client;
    private final long above;

    /** @param above what each token is greater than */
    FenceTokens(ZooKeeperClient client, long above) {
        this.client = client;
        this.above = above;
    }

    /** The first of as many tokens as the request asks for. */
    CompletableFuture<Long> next(List<Place> places, Request request) {
        List<CompletableFuture<Commands.Node>> read = new ArrayList<>();
        places.forEach(place -> read.add(counter(client.paths().token(place.key()))));
        return CompletableFuture.allOf(read.toArray(new CompletableFuture<?>[0]))
                .thenCompose(all -> store(places, read, request));
    }

    private CompletableFuture<Commands.Node> counter(String path) {
        return Commands.orElse(
                client.commands().get(path, null),
                Code.NONODE,
                () -> client.commands()
                        .make(Paths.parent(path), CreateMode.PERSISTENT)
                        .thenCompose(there -> Commands.orElse(
                                client.commands().create(path, ZERO, CreateMode.PERSISTENT),
                                Code.NODEEXISTS,
                                () -> CompletableFuture.completedFuture(path)))
                        .thenCompose(there -> counter(path)));
    }

    private CompletableFuture<Long> store(
            List<Place> places, List<CompletableFuture<Commands.Node>> read, Request request) {
        long before = Math.max(above, request.tokenAbove());
        for (CompletableFuture<Commands.Node> each : read) {
            before = Math.max(before, Long.parseLong(new String(each.join().data, StandardCharsets.UTF_8)));
        }
        long first = before + 1;
        byte[] last = Long.toString(before + request.tokens()).getBytes(StandardCharsets.UTF_8);
        List<Op> steps = new ArrayList<>();
        for (Place place : places) {
            String path = ((KeyPlace) place).path();
            if (path == null) {
                return Commands.failed(new IllegalStateException("a key was lost before it had its token"));
            }
            steps.add(Op.check(path, -1));
        }
        for (int i = 0; i < places.size(); i++) {
            String path = client.paths().token(places.get(i).key());
            steps.add(Op.setData(path, last, read.get(i).join().stat.getVersion()));
        }
        return client.write(commands -> commands.all(steps))
                .<CompletableFuture<Long>>handle((stored, failed) -> {
                    if (failed == null) {
                        return CompletableFuture.completedFuture(first);
                    }
                    if (Commands.is(failed, Code.NONODE)) {
                        places.forEach(place -> ((KeyPlace) place).watchOwn());
                    }
                    return Commands.is(failed, Code.BADVERSION) ? next(places, request) : Commands.failed(failed);
                })
                .thenCompose(Function.identity());
    }
}
