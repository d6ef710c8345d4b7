package io.lockgraft.store.redis.client;

import io.lockgraft.store.redis.failure.UnconfirmedException;
import io.lockgraft.store.redis.failure.UnsentException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.redisson.client.RedisClient;
import org.redisson.client.RedisNodeNotFoundException;
import org.redisson.client.protocol.RedisCommand;

/**
 * Runs a script that writes what counts, and then waits until enough replicas have what it wrote. WAIT asks for what its own
 * connection wrote, and lets nothing after it on that connection pass: so each of these runs alone on a connection of
 * its own, and a replica that is frozen stops nobody else. Nor can Redisson's own way be used, which waits as long as
 * it likes.
 */
final class Confirmations {
    private final String what;
    private final int replicas;
    private final Map<RedisClient, ReplicaConnections> lanes = new HashMap<>(); // guarded by this

    /**
     * @param what in messages
     * @param replicas how many must confirm
     */
    Confirmations(String what, int replicas) {
        this.what = what;
        this.replicas = replicas;
    }

    /**
     * The script's answer; where it counts, once the replicas have confirmed. Fails with an {@link
     * UnconfirmedException} where its answer counts and they have not confirmed by then, with an {@link UnsentException}
     * where it has not run.
     *
     * @param until by System.nanoTime
     * @param nudge sends the server a command on another connection
     */
    <T> CompletableFuture<T> run(
            RedisClient server,
            Predicate<T> counts,
            long until,
            Runnable nudge,
            RedisCommand<T> command,
            Object... arguments) {
        if (server == null) {
            CompletableFuture<T> nowhere = new CompletableFuture<>();
            nowhere.completeExceptionally(new RedisNodeNotFoundException(null));
            return nowhere;
        }
        ReplicaConnections lane = lane(server);
        return lane.borrow(until).thenCompose(connection -> {
            Confirmation<T> confirmation = new Confirmation<>(connection, what, counts, replicas, until, nudge);
            return confirmation
                    .run(command, arguments)
                    .whenComplete((value, error) -> lane.giveBack(connection, confirmation.isAnswered()));
        });
    }

    private synchronized ReplicaConnections lane(RedisClient server) {
        lanes.keySet().removeIf(RedisClient::isShutdown);
        return lanes.computeIfAbsent(server, ReplicaConnections::new);
    }
}
