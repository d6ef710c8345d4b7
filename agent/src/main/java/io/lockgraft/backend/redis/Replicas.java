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

    /** For how long a mark stays that has been found, should it have to be looked for again. */
    static final long MARK_MILLIS = 1_000;

    private final Redisson redisson;
    private final Client client;
    private final CommandAsyncExecutor executor;
    private final Function<String, RedisClient> servers;
    private final Confirmations grants;
    private final Confirmations ends;
    private final Proofs proofs;

    /**
     * @param servers the server of a key
     * @param count how many of them must confirm
     */
    Replicas(
            Redisson redisson,
            Client client,
            CommandAsyncExecutor executor,
            Function<String, RedisClient> servers,
            int count) {
        this.redisson = redisson;
        this.client = client;
        this.executor = executor;
        this.servers = servers;
        this.grants = new Confirmations(count);
        this.ends = new Confirmations(count);
        this.proofs = new Proofs(client, this::known);
    }

    /** The answer of a script that may grant the request; where it does, they have confirmed it in time. */
    CompletableFuture<List<?>> confirmed(
            Request request, Call<?> call, RedisClient server, String lua, List<Object> keys, List<Object> values) {
        long patience = Math.max(0, request.remaining()) + AFTER_DEADLINE;
        long until = System.nanoTime() + Math.min(patience, request.leaseNanos() / 3);
        Object[] script = script(lua, keys, values);
        return followed(
                call,
                run(grants, server, Commands.Acquired::isGrant, until, script),
                moved -> run(grants, moved, Commands.Acquired::isGrant, until, script));
    }

    /** For how long a release must leave its mark: it may have to wait for the proof before its own. */
    long markMillis(Request request) {
        return 2 * TimeUnit.NANOSECONDS.toMillis(patience(request)) + MARK_MILLIS;
    }

    /**
     * Done once they have confirmed to whoever is the key's server now that all of the request was held until its
     * release; failed where they do not within a command's timeout, and a third of the lease, or where that server does not
     * know of it.
     *
     * @param slot of the keys
     * @param mark what the release has left
     * @param millis for how long the mark is to stay
     */
    CompletableFuture<Void> prove(Request request, int slot, String mark, long millis) {
        return proofs.of(slot, new Proofs.Mark(mark, millis, patience(request)));
    }

    private long patience(Request request) {
        int timeout = redisson.getServiceManager().getConfig().getTimeout();
        return Math.min(TimeUnit.MILLISECONDS.toNanos(timeout), request.leaseNanos() / 3);
    }

    /** For each of the marks 1 where it is found, and confirmed until then; else 0. */
    private CompletableFuture<List<?>> known(List<Object> marks, List<Object> millis, long until) {
        RedisClient server = servers.apply(marks.get(0).toString());
        Call<List<?>> call = new Call<>(client, server);
        Object[] script = script(Scripts.PROVE, marks, millis);
        Predicate<List<?>> any = found -> found.contains(1L);
        return call.follow(
                followed(call, run(ends, server, any, until, script), moved -> run(ends, moved, any, until, script)));
    }

    private static Object[] script(String lua, List<Object> keys, List<Object> values) {
        List<Object> arguments = new ArrayList<>(2 + keys.size() + values.size());
        arguments.add(lua);
        arguments.add(keys.size());
        arguments.addAll(keys);
        arguments.addAll(values);
        return arguments.toArray();
    }

    private CompletableFuture<List<?>> run(
            Confirmations confirmations, RedisClient server, Predicate<List<?>> counts, long until, Object[] script) {
        @SuppressWarnings("unchecked")
        RedisCommand<List<?>> eval = (RedisCommand<List<?>>) RScript.ReturnType.LIST.getCommand();
        Runnable nudge = () -> executor.writeAsync(server, StringCodec.INSTANCE, RedisCommands.PING);
        return confirmations.run(server, counts, until, nudge, eval, script);
    }

    /** The same, or where it is said that another server has the slot, what comes of it there. */
    private CompletableFuture<List<?>> followed(
            Call<?> call,
            CompletableFuture<List<?>> answer,
            Function<RedisClient, CompletableFuture<List<?>>> elsewhere) {
        return answer.handle((said, error) -> {
                    Throwable cause = Failure.of(error).cause();
                    if (!(cause instanceof RedisMovedException)) {
                        return answer;
                    }
                    RedisClient moved = serverAt((RedisMovedException) cause);
                    call.goesOnTo(moved);
                    return elsewhere.apply(moved);
                })
                .thenCompose(last -> last);
    }

    private RedisClient serverAt(RedisMovedException moved) {
        MasterSlaveEntry entry =
                redisson.getCommandExecutor().getConnectionManager().getEntry(moved.getUrl());
        return entry == null ? null : entry.getClient();
    }
}
