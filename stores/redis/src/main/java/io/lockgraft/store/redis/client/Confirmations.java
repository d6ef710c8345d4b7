package io.lockgraft.store.redis.client;

import io.lockgraft.store.redis.failure.AnswerLostException;
import io.lockgraft.store.redis.failure.Failure;
import io.lockgraft.store.redis.failure.UnconfirmedException;
import io.lockgraft.store.redis.failure.UnsentException;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.redisson.client.RedisClient;
import org.redisson.client.RedisConnection;
import org.redisson.client.RedisNodeNotFoundException;
import org.redisson.client.codec.StringCodec;
import org.redisson.client.protocol.RedisCommand;
import org.redisson.client.protocol.RedisCommands;

/**
 * Runs a script, and then waits until enough replicas have what it wrote. WAIT asks for what its own connection wrote,
 * and stops what follows on that connection. So each script has a connection of its own, and a frozen replica stops no
 * other request. Redisson's own way is not used: it sets no limit to the wait.
 */
final class Confirmations {
    /** Redisson takes a connection for dead that does not answer its PING for a second, as during a long WAIT. */
    private static final long SLICE = TimeUnit.MILLISECONDS.toNanos(400);

    private final String what;
    private final int replicas;
    private final Consumer<RedisClient> nudge;
    private final Map<RedisClient, ReplicaConnections> byServer = new HashMap<>(); // guarded by this

    /**
     * @param what in messages
     * @param replicas how many must confirm
     * @param nudge sends a server a command on another connection: an idle one looks at its clock ten times a second
     */
    Confirmations(String what, int replicas, Consumer<RedisClient> nudge) {
        this.what = what;
        this.replicas = replicas;
        this.nudge = nudge;
    }

    /**
     * The script's answer; where it counts, once the replicas have confirmed it. Fails with an {@link
     * UnconfirmedException} where they have not confirmed by then, with an {@link UnsentException} where it has not
     * run.
     *
     * @param until by System.nanoTime
     */
    CompletableFuture<List<?>> run(RedisClient server, Script<?> script, Predicate<List<?>> counts, long until) {
        if (server == null) {
            CompletableFuture<List<?>> nowhere = new CompletableFuture<>();
            nowhere.completeExceptionally(new RedisNodeNotFoundException(null));
            return nowhere;
        }
        ReplicaConnections connections = connections(server);
        return connections.borrow(until).thenCompose(connection -> {
            Confirmation confirmation = new Confirmation(connection, counts, until);
            return confirmation
                    .run(script)
                    .whenComplete((value, error) -> connections.giveBack(connection, confirmation.answered));
        });
    }

    private synchronized ReplicaConnections connections(RedisClient server) {
        byServer.keySet().removeIf(RedisClient::isShutdown);
        return byServer.computeIfAbsent(server, asked -> new ReplicaConnections(asked::connectAsync));
    }

    /** One script on a connection of its own. */
    private final class Confirmation {
        private final RedisConnection connection;
        private final Channel channel;
        private final Predicate<List<?>> counts;
        private final long until;
        private final CompletableFuture<List<?>> answer = new CompletableFuture<>();

        /** Whether the connection owes no answer, once there is an answer to the whole. */
        private volatile boolean answered = true;

        /** Whether the script has run, so that only the replicas' word is missing. */
        private volatile boolean ran;

        Confirmation(RedisConnection connection, Predicate<List<?>> counts, long until) {
            this.connection = connection;
            this.channel = connection.getChannel();
            this.counts = counts;
            this.until = until;
        }

        CompletableFuture<List<?>> run(Script<?> script) {
            @SuppressWarnings("unchecked")
            RedisCommand<List<?>> command = (RedisCommand<List<?>>) script.type.getCommand();
            // Redisson tells nobody of what it writes to a connection that is just being closed.
            ChannelFutureListener closing = closed -> lose();
            channel.closeFuture().addListener(closing);
            answer.whenComplete((said, error) -> channel.closeFuture().removeListener(closing));
            try {
                connection
                        .<List<?>, List<?>>async(StringCodec.INSTANCE, command, script.whole())
                        .whenComplete((said, error) -> {
                            if (error != null) {
                                answered = !Failure.of(error).isAmbiguous();
                                answer.completeExceptionally(error);
                            } else {
                                confirm(said);
                            }
                        });
            } catch (Throwable e) {
                answered = false;
                answer.completeExceptionally(e);
            }
            return answer;
        }

        private void lose() {
            answered = false;
            if (ran) {
                unconfirmed("the connection was lost", null);
            } else {
                answer.completeExceptionally(new AnswerLostException(Client.LOST));
            }
        }

        private void confirm(List<?> said) {
            try {
                ran = counts.test(said);
                if (ran) {
                    await(said);
                } else {
                    answer.complete(said);
                }
            } catch (Throwable e) {
                unconfirmed(e);
            }
        }

        private void await(List<?> said) {
            long nanos = Math.max(TimeUnit.MILLISECONDS.toNanos(1), Math.min(SLICE, until - System.nanoTime()));
            long millis = TimeUnit.NANOSECONDS.toMillis(nanos);
            RedisClient server = connection.getRedisClient();
            Future<?> end = channel.eventLoop().schedule(() -> nudge.accept(server), millis + 1, TimeUnit.MILLISECONDS);
            long patience = millis + server.getCommandTimeout();
            connection
                    .<Integer, Integer>async(patience, StringCodec.INSTANCE, RedisCommands.WAIT, replicas, millis)
                    .whenComplete((confirmed, error) -> {
                        end.cancel(false);
                        if (error != null) {
                            unconfirmed(error);
                        } else if (connection.getChannel() != channel) {
                            // Made anew in between, it has written nothing, and WAIT confirms that at once.
                            unconfirmed("the connection was lost", null);
                        } else if (confirmed >= replicas) {
                            answer.complete(said);
                        } else if (until - System.nanoTime() > 0) {
                            confirm(said);
                        } else {
                            unconfirmed(confirmed + " did in time", null);
                        }
                    });
        }

        private void unconfirmed(Throwable error) {
            Failure failure = Failure.of(error);
            answered = !failure.isAmbiguous();
            String said = failure.told().getMessage();
            unconfirmed(said, said.startsWith("NOPERM") ? failure.cause() : null);
        }

        private void unconfirmed(String why, Throwable cause) {
            String of = replicas == 1 ? "1 replica" : replicas + " replicas";
            answer.completeExceptionally(
                    new UnconfirmedException(what + " was to be confirmed by " + of + "; " + why, cause));
        }
    }
}
