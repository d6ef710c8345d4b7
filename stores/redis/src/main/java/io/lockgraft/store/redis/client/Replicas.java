package io.lockgraft.store.redis.client;

import io.lockgraft.spi.Request;
import io.lockgraft.store.redis.failure.Failure;
import io.lockgraft.store.redis.script.Acquired;
import io.lockgraft.store.redis.script.Scripts;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.redisson.api.RScript;
import org.redisson.client.RedisClient;
import org.redisson.client.RedisMovedException;
import org.redisson.client.codec.StringCodec;
import org.redisson.client.protocol.RedisCommand;
import org.redisson.client.protocol.RedisCommands;
import org.redisson.connection.MasterSlaveEntry;

/** Has a master's replicas confirm a grant before it counts, and the mark of its release afterwards. */
final class Replicas {
    /** Enough for the answer to be told within what a call may take over its wait. */
    private static final long AFTER_DEADLINE = TimeUnit.MILLISECONDS.toNanos(40);

    /** For how long a mark stays when it is looked for no more. */
    private static final long MARK_MILLIS = 1_000;

    private final Supplier<Wire> wire;
    private final Client client;
    private final Function<String, RedisClient> servers;
    private final Confirmations grants;
    private final Confirmations ends;

    /**
     * @param wire the client as it is now
     * @param servers the server of a key
     * @param count how many of them must confirm
     */
    Replicas(Supplier<Wire> wire, Client client, Function<String, RedisClient> servers, int count) {
        this.wire = wire;
        this.client = client;
        this.servers = servers;
        this.grants = new Confirmations("the lock", count);
        this.ends = new Confirmations("its end", count);
    }

    /** The answer of a script that may grant the request; where it does, they have confirmed it in time. */
    CompletableFuture<List<?>> confirmed(
            Request request, Call<?> call, RedisClient server, String lua, List<Object> keys, List<Object> values) {
        long patience = Math.max(0, request.remaining()) + AFTER_DEADLINE;
        long until = System.nanoTime() + Math.min(patience, request.leaseNanos() / 3);
        Object[] script = ScriptRunner.whole(lua, keys, values);
        return followed(
                call,
                run(grants, server, Acquired::isGrant, until, script),
                moved -> run(grants, moved, Acquired::isGrant, until, script));
    }

    /** For how long a release must leave its mark, in milliseconds: until it has been found. */
    long markMillis(Request request) {
        return 2 * TimeUnit.NANOSECONDS.toMillis(patience(request)) + MARK_MILLIS;
    }

    /** How long it may take to show that a hold was kept, in nanoseconds. */
    long patience(Request request) {
        int timeout = wire.get().redisson().getServiceManager().getConfig().getTimeout();
        return Math.min(TimeUnit.MILLISECONDS.toNanos(timeout), request.leaseNanos());
    }

    /** For each of these marks, all of one slot, 1 where its server has it and they have confirmed that; else 0. */
    CompletableFuture<List<?>> find(List<Proofs.Mark> marks) {
        long now = System.nanoTime();
        long until = marks.get(0).until;
        for (Proofs.Mark mark : marks) {
            until = mark.until - until > 0 ? mark.until : until;
        }
        long asked = TimeUnit.NANOSECONDS.toMillis(Math.max(0, until - now)) + MARK_MILLIS;
        List<Object> keys = new ArrayList<>(marks.size());
        List<Object> millis = new ArrayList<>(marks.size());
        for (Proofs.Mark mark : marks) {
            keys.add(mark.key);
            millis.add(Long.toString(Math.max(mark.millis, asked)));
        }
        RedisClient server = servers.apply(marks.get(0).key);
        Call<List<?>> call = new Call<>(client, server);
        Object[] script = ScriptRunner.whole(Scripts.PROVE, keys, millis);
        Predicate<List<?>> any = found -> found.contains(1L);
        long end = until;
        return call.follow(
                followed(call, run(ends, server, any, end, script), moved -> run(ends, moved, any, end, script)));
    }

    private CompletableFuture<List<?>> run(
            Confirmations confirmations, RedisClient server, Predicate<List<?>> counts, long until, Object[] script) {
        @SuppressWarnings("unchecked")
        RedisCommand<List<?>> eval = (RedisCommand<List<?>>) RScript.ReturnType.LIST.getCommand();
        Runnable nudge = () -> wire.get().executor().writeAsync(server, StringCodec.INSTANCE, RedisCommands.PING);
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
        MasterSlaveEntry entry = wire.get().connections().getEntry(moved.getUrl());
        return entry == null ? null : entry.getClient();
    }
}
