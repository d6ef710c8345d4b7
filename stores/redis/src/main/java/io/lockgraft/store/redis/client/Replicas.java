package io.lockgraft.store.redis.client;

import io.lockgraft.spi.Request;
import io.lockgraft.store.redis.failure.Failure;
import io.lockgraft.store.redis.script.AcquireAnswer;
import io.lockgraft.store.redis.script.Scripts;
import io.lockgraft.store.redis.script.Slots;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.redisson.api.RScript;
import org.redisson.client.RedisClient;
import org.redisson.client.RedisMovedException;
import org.redisson.client.codec.StringCodec;
import org.redisson.client.protocol.RedisCommands;

/** Has a master's replicas confirm a grant before it counts, and the mark of its release afterwards. */
final class Replicas {
    /** Enough for the answer to be told within what a call may take over its wait. */
    private static final long AFTER_DEADLINE = TimeUnit.MILLISECONDS.toNanos(40);

    /** For how long a mark stays when it is looked for no more. */
    private static final long MARK_MILLIS = 1_000;

    /** A mark is asked for a last time when its time is over, and that question has so long. */
    private static final long LAST_QUESTION = TimeUnit.MILLISECONDS.toNanos(10);

    private final Client client;
    private final Confirmations grants;
    private final Confirmations ends;
    private final Proofs proofs;

    /** @param count how many of them must confirm */
    Replicas(Client client, int count) {
        this.client = client;
        this.grants = new Confirmations("the lock", count, this::nudge);
        this.ends = new Confirmations("its end", count, this::nudge);
        this.proofs = new Proofs(client.clock, this::find);
    }

    /** The answer of a script that may grant the request; where it does, they have confirmed it in time. */
    <T> Call<T> confirmed(Request request, Script<T> script) {
        long patience = Math.max(0, request.remaining()) + AFTER_DEADLINE;
        long until = System.nanoTime() + Math.min(patience, request.leaseNanos() / 3);
        return run(grants, script, AcquireAnswer::isGrant, until);
    }

    /** For how long a release must leave its mark, in milliseconds: until it has been found. */
    long markMillis(Request request) {
        return 2 * TimeUnit.NANOSECONDS.toMillis(patience(request)) + MARK_MILLIS;
    }

    /** How long it may take to show that a hold was kept, in nanoseconds. */
    private long patience(Request request) {
        int timeout = client.wire().redisson.getServiceManager().getConfig().getTimeout();
        return Math.min(TimeUnit.MILLISECONDS.toNanos(timeout), request.leaseNanos());
    }

    /** As of {@link Commands#proof}, by the mark of that name. */
    CompletableFuture<Void> proof(Request request, String mark, long until, long millis, boolean isComing) {
        int slot = client.wire().isCluster ? Slots.of(mark) : 0;
        long patience = Math.min(patience(request), until - System.nanoTime());
        return proofs.of(slot, new Proofs.Mark(mark, millis, patience, isComing));
    }

    /** For each of these marks, all of one slot, 1 where its server has it and they have confirmed that; else 0. */
    private CompletableFuture<List<?>> find(List<Proofs.Mark> marks) {
        long now = System.nanoTime();
        long until = now + LAST_QUESTION;
        for (Proofs.Mark mark : marks) {
            until = mark.until - until > 0 ? mark.until : until;
        }
        long asked = TimeUnit.NANOSECONDS.toMillis(until - now) + MARK_MILLIS;
        List<Object> keys = new ArrayList<>(marks.size());
        List<Object> millis = new ArrayList<>(marks.size());
        for (Proofs.Mark mark : marks) {
            keys.add(mark.key);
            millis.add(Long.toString(Math.max(mark.millis, asked)));
        }
        String route = marks.get(0).key;
        Script<List<?>> script =
                new Script<>(route, RScript.ReturnType.LIST, Scripts.PROVE, keys, millis, found -> (List<?>) found);
        return run(ends, script, found -> found.contains(1L), until);
    }

    /** Where it is said that another server has the slot, it runs there. */
    private <T> Call<T> run(Confirmations confirmations, Script<T> script, Predicate<List<?>> counts, long until) {
        RedisClient server = Wire.server(client.wire().entryOf(script.route));
        Call<T> call = new Call<>(client, server);
        CompletableFuture<List<?>> answer = confirmations.run(server, script, counts, until);
        CompletableFuture<List<?>> last = answer.handle((said, error) -> {
                    Throwable cause = Failure.of(error).cause();
                    if (!(cause instanceof RedisMovedException)) {
                        return answer;
                    }
                    RedisMovedException elsewhere = (RedisMovedException) cause;
                    RedisClient moved = Wire.server(client.wire().connections().getEntry(elsewhere.getUrl()));
                    call.goesOnTo(moved);
                    return confirmations.run(moved, script, counts, until);
                })
                .thenCompose(itself -> itself);
        return call.follow(last, script.reading);
    }

    private void nudge(RedisClient server) {
        client.wire().executor.writeAsync(server, StringCodec.INSTANCE, RedisCommands.PING);
    }
}
