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
 * Runs a script, and then waits until enough replicas have what it wrote. WAIT asks for what its own connection wrote,
 * and stops what follows on that connection. So each script has a connection of its own, and a frozen replica stops no
 * other request. Redisson's own way is not used: it sets no limit to the wait.
 */
final class Confirmations {
    private final String what;
    private final int replicas;
    private final Map<RedisClient, ReplicaConnections> byServer = new HashMap<>(); // guarded by this

    /**
     * @param what in messages
     * @param replicas how many must confirm
     */
    Confirmations(String what, int replicas) {
        this.what = what;
        this.replicas = replicas;
    }

    /**
     * The script's answer; where it counts, once the replicas have confirmed it. Fails with an {@link
     * UnconfirmedException} where they have not confirmed by then, with an {@link UnsentException} where it has not
     * run.
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
        ReplicaConnections connections = connections(server);
        return connections.borrow(until).thenCompose(connection -> {
            Confirmation<T> confirmation = new Confirmation<>(connection, what, counts, replicas, until, nudge);
            return confirmation
                    .run(command, arguments)
                    .whenComplete((value, error) -> connections.giveBack(connection, confirmation.isAnswered()));
        });
    }

    private synchronized ReplicaConnections connections(RedisClient server) {
        byServer.keySet().removeIf(RedisClient::isShutdown);
        return byServer.computeIfAbsent(server, ReplicaConnections::new);
    }
}
