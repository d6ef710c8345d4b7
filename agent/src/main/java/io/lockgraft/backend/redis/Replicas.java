package io.lockgraft.backend.redis;

import io.lockgraft.backend.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;
import org.redisson.Redisson;
import org.redisson.api.RScript;
import org.redisson.client.RedisClient;
import org.redisson.client.RedisMovedException;
import org.redisson.client.codec.StringCodec;
import org.redisson.client.protocol.RedisCommand;
import org.redisson.client.protocol.RedisCommands;
import org.redisson.command.CommandAsyncExecutor;
import org.redisson.connection.MasterSlaveEntry;

/**
 * What a master's replicas have to say: that they have a grant before it counts, and that they still followed that
 * master when the grant had gone back.
 */
final class Replicas {
    /** Enough for the answer to be told within what a call may take over its wait. */
    private static final long AFTER_DEADLINE = TimeUnit.MILLISECONDS.toNanos(40);

    private final Redisson redisson;
    private final Client client;
    private final CommandAsyncExecutor executor;
    private final Confirmations confirmations;
    private final Proofs proofs;

    /** @param count how many of them must confirm */
    Replicas(Redisson redisson, Client client, CommandAsyncExecutor executor, int count) {
        this.redisson = redisson;
        this.client = client;
        this.executor = executor;
        this.confirmations = new Confirmations(count);
        this.proofs = new Proofs(client);
    }

    /** A command on its way, and what of its answers must be confirmed until when. */
    private static final class Write<T> {
        private final Predicate<T> counts;
        private final long until;
        private final RedisCommand<T> command;
        private final Object[] arguments;

        private Write(Predicate<T> counts, long until, RedisCommand<T> command, Object... arguments) {
            this.counts = counts;
            this.until = until;
            this.command = command;
            this.arguments = arguments;
        }
    }

    /** The answer of a script that may grant the request; where it does, they have confirmed it in time. */
    CompletableFuture<List<?>> confirmed(
            Request request,
            Call<?> call,
            RedisClient server,
            Predicate<List<?>> grants,
            String lua,
            List<Object> keys,
            List<Object> values) {
        List<Object> arguments = new ArrayList<>(2 + keys.size() + values.size());
        arguments.add(lua);
        arguments.add(keys.size());
        arguments.addAll(keys);
        arguments.addAll(values);
        @SuppressWarnings("unchecked")
        RedisCommand<List<?>> eval = (RedisCommand<List<?>>) RScript.ReturnType.LIST.getCommand();
        long patience = Math.max(0, request.remaining()) + AFTER_DEADLINE;
        long until = System.nanoTime() + Math.min(patience, request.leaseNanos() / 3);
        Write<List<?>> write = new Write<>(grants, until, eval, arguments.toArray());
        return followed(write(server, write), moved -> {
            call.goesOnTo(moved);
            return write(moved, write);
        });
    }

    /**
     * Done once they have confirmed to this server something that is written after this was called; failed where they do
     * not within a command's timeout, and a third of the lease.
     *
     * @param mark a key in the slot of the lock, for what is written
     */
    CompletableFuture<Void> prove(Request request, RedisClient server, String mark) {
        long timeout = TimeUnit.MILLISECONDS.toNanos(
                redisson.getServiceManager().getConfig().getTimeout());
        return proofs.of(server, Math.min(timeout, request.leaseNanos() / 3), until -> {
            Write<Void> write = new Write<>(done -> true, until, RedisCommands.SET, mark, 1, "PX", 1);
            CompletableFuture<Void> said =
                    followed(write(server, write), moved -> ifMaster(server).thenCompose(yes -> write(moved, write)));
            return new Call<Void>(client, server).follow(said);
        });
    }

    /**
     * Fails where it is none. Slots move from one master to another, and where a release was sent on, it is the other one that
     * has to be proven; but a master that has been replaced sends on, too, to the one in its place.
     */
    private CompletableFuture<?> ifMaster(RedisClient server) {
        return executor.writeAsync(server, StringCodec.INSTANCE, RedisCommands.WAIT, 0, 0)
                .toCompletableFuture();
    }

    /** The same, or where it is said that another server has the slot, what comes of it there. */
    private <T> CompletableFuture<T> followed(
            CompletableFuture<T> answer, Function<RedisClient, CompletableFuture<T>> elsewhere) {
        return answer.handle((said, error) -> {
                    Throwable cause = Failure.of(error).cause();
                    return cause instanceof RedisMovedException
                            ? elsewhere.apply(serverAt((RedisMovedException) cause))
                            : answer;
                })
                .thenCompose(last -> last);
    }

    private RedisClient serverAt(RedisMovedException moved) {
        MasterSlaveEntry entry =
                redisson.getCommandExecutor().getConnectionManager().getEntry(moved.getUrl());
        return entry == null ? null : entry.getClient();
    }

    private <T> CompletableFuture<T> write(RedisClient server, Write<T> write) {
        Runnable nudge = () -> executor.writeAsync(server, StringCodec.INSTANCE, RedisCommands.PING);
        return confirmations.run(server, write.counts, write.until, nudge, write.command, write.arguments);
    }
}
