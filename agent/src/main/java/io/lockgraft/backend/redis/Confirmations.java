package io.lockgraft.backend.redis;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.redisson.client.RedisClient;
import org.redisson.client.RedisConnection;
import org.redisson.client.RedisNodeNotFoundException;
import org.redisson.client.protocol.RedisCommand;

/**
 * Runs a script that grants, and then waits until enough replicas have what it wrote. WAIT asks for what its own
 * connection wrote, and lets nothing after it on that connection pass: so each of these runs alone on a connection of its
 * own, and a replica that is frozen stops nobody else. Nor can Redisson's own way be used, which waits as long as it likes.
 */
final class Confirmations {
    /** One of them at a time and key, as the gates see to it; so many keys at once and server. */
    private static final int MOST_CONNECTIONS = 64;

    private static final int MOST_IDLE = 4;

    private final int replicas;
    private final Map<RedisClient, Lane> lanes = new HashMap<>(); // guarded by this

    /** @param replicas how many must confirm */
    Confirmations(int replicas) {
        this.replicas = replicas;
    }

    /**
     * The script's answer; where it grants, once the replicas have confirmed. Fails with an {@link UnconfirmedException}
     * where it has granted and they have not confirmed by then.
     *
     * @param until by System.nanoTime
     * @param nudge sends the server a command on another connection
     */
    <T> CompletableFuture<T> run(
            RedisClient server,
            Predicate<T> grants,
            long until,
            Runnable nudge,
            RedisCommand<T> command,
            Object... arguments) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        if (server == null) {
            answer.completeExceptionally(new RedisNodeNotFoundException(null));
            return answer;
        }
        Lane lane = lane(server);
        lane.borrow().whenComplete((connection, error) -> {
            if (error == null) {
                new Confirmation<>(connection, grants, replicas, until, nudge)
                        .run(command, arguments)
                        .whenComplete((value, failure) -> {
                            lane.giveBack(connection, failure);
                            if (failure == null) {
                                answer.complete(value);
                            } else {
                                answer.completeExceptionally(failure);
                            }
                        });
            } else {
                answer.completeExceptionally(error);
            }
        });
        return answer;
    }

    private synchronized Lane lane(RedisClient server) {
        lanes.keySet().removeIf(RedisClient::isShutdown);
        return lanes.computeIfAbsent(server, Lane::new);
    }

    /** The connections to one server; Redisson closes them when it gives the server up. */
    private static final class Lane {
        private final RedisClient server;
        private final Deque<RedisConnection> idle = new ArrayDeque<>();
        private final Deque<CompletableFuture<RedisConnection>> queue = new ArrayDeque<>();
        private int out;

        private Lane(RedisClient server) {
            this.server = server;
        }

        private CompletableFuture<RedisConnection> borrow() {
            CompletableFuture<RedisConnection> borrowed;
            synchronized (this) {
                for (RedisConnection connection = idle.pollLast(); connection != null; connection = idle.pollLast()) {
                    if (connection.isActive()) {
                        out++;
                        return CompletableFuture.completedFuture(connection);
                    }
                    close(connection);
                }
                borrowed = new CompletableFuture<>();
                if (out == MOST_CONNECTIONS) {
                    queue.add(borrowed);
                    return borrowed;
                }
                out++;
            }
            connect(borrowed);
            return borrowed;
        }

        /** Not as a lost one, for that takes the answers from all calls that wait for a server. */
        private static void close(RedisConnection connection) {
            connection.closeIdleAsync();
        }

        private void connect(CompletableFuture<RedisConnection> borrowed) {
            server.connectAsync().whenComplete((made, error) -> {
                if (error == null) {
                    borrowed.complete(made);
                } else {
                    passOn(null);
                    borrowed.completeExceptionally(error);
                }
            });
        }

        /** Where an answer is still owed, nobody can tell when the connection is free again. */
        private void giveBack(RedisConnection connection, Throwable failure) {
            boolean usable = failure == null || !Failure.of(failure).isAmbiguous();
            if (!usable) {
                close(connection);
            }
            passOn(usable ? connection : null);
        }

        private void passOn(RedisConnection connection) {
            CompletableFuture<RedisConnection> next;
            synchronized (this) {
                next = queue.poll();
                if (next == null) {
                    out--;
                    if (connection != null) {
                        idle.add(connection);
                        if (idle.size() > MOST_IDLE) {
                            close(idle.poll());
                        }
                    }
                    return;
                }
            }
            if (connection == null) {
                connect(next);
            } else {
                next.complete(connection);
            }
        }
    }
}
