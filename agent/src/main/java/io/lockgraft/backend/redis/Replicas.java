package io.lockgraft.backend.redis;

import io.lockgraft.backend.Request;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
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

    private static final String PROVE = Scripts.part("prove");

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

    /** One script on its way, and when its answer has to be confirmed. */
    private static final class Script<T> {
        private final Predicate<T> grants;
        private final long until;
        private final RedisCommand<T> command;
        private final Object[] arguments;

        @SuppressWarnings("unchecked")
        private Script(
                Predicate<T> grants,
                long until,
                RScript.ReturnType type,
                String lua,
                List<Object> keys,
                List<Object> arguments) {
            List<Object> all = new ArrayList<>(2 + keys.size() + arguments.size());
            all.add(lua);
            all.add(keys.size());
            all.addAll(keys);
            all.addAll(arguments);
            this.grants = grants;
            this.until = until;
            this.command = (RedisCommand<T>) type.getCommand();
            this.arguments = all.toArray();
        }
    }

    /** What the script answers that may grant the request; where it does, it has been confirmed in time. */
    CompletableFuture<List<?>> confirmed(
            Request request,
            Call<?> call,
            RedisClient server,
            Predicate<List<?>> grants,
            String lua,
            List<Object> keys,
            List<Object> arguments) {
        long patience = Math.max(0, request.remaining()) + AFTER_DEADLINE;
        long until = System.nanoTime() + Math.min(patience, request.leaseNanos() / 3);
        return run(call, server, new Script<>(grants, until, RScript.ReturnType.LIST, lua, keys, arguments));
    }

    /**
     * Done once they have confirmed something that is written after this was called; failed where they do not within a
     * command's timeout, and a third of the lease.
     *
     * @param mark a key in the slot of the lock, for what is written
     */
    CompletableFuture<Void> prove(Request request, RedisClient server, String mark) {
        long timeout = TimeUnit.MILLISECONDS.toNanos(
                redisson.getServiceManager().getConfig().getTimeout());
        return proofs.of(server, Math.min(timeout, request.leaseNanos() / 3), until -> {
            Call<Long> call = new Call<>(client, server);
            Script<Long> script = new Script<>(
                    done -> true,
                    until,
                    RScript.ReturnType.LONG,
                    PROVE,
                    Collections.singletonList(mark),
                    Collections.emptyList());
            return call.follow(run(call, server, script));
        });
    }

    private <T> CompletableFuture<T> run(Call<?> call, RedisClient server, Script<T> script) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        runOn(server, script).whenComplete((said, error) -> {
            Throwable cause = Failure.of(error).cause();
            if (cause instanceof RedisMovedException) {
                RedisClient moved = serverAt((RedisMovedException) cause);
                call.goesOnTo(moved);
                Futures.transfer(runOn(moved, script), answer);
            } else {
                Futures.complete(answer, said, error);
            }
        });
        return answer;
    }

    private RedisClient serverAt(RedisMovedException moved) {
        MasterSlaveEntry entry =
                redisson.getCommandExecutor().getConnectionManager().getEntry(moved.getUrl());
        return entry == null ? null : entry.getClient();
    }

    private <T> CompletableFuture<T> runOn(RedisClient server, Script<T> script) {
        Runnable nudge = () -> executor.writeAsync(server, StringCodec.INSTANCE, RedisCommands.PING);
        return confirmations.run(server, script.grants, script.until, nudge, script.command, script.arguments);
    }
}
