package io.lockgraft.store.redis.client;

import io.lockgraft.spi.Request;
import io.lockgraft.store.redis.script.Acquired;
import io.lockgraft.store.redis.script.ScriptArguments;
import io.lockgraft.store.redis.script.Scripts;
import io.lockgraft.store.redis.script.Slots;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.redisson.api.RScript;
import org.redisson.client.RedisClient;
import org.redisson.connection.MasterSlaveEntry;

/**
 * The commands that a lock needs, each one round trip for all keys of a request. The layout is that of Redisson's own
 * locks: a hash with a field {@code client:owner}, and an unlock channel. So an application's {@code RLock}, {@code
 * RReadWriteLock} or {@code RFencedLock} on the same key and the agent exclude each other and wake each other up.
 */
public final class Commands {
    private final Client client;
    private final boolean cluster;
    private final ScriptArguments columns;
    private final ScriptRunner scripts;

    /** Null where no replica is waited for. */
    private final Replicas replicas;

    private volatile Wire wire;

    /** @param replicas how many must confirm a grant, and its end */
    Commands(Wire wire, Client client, int replicas) {
        this.wire = wire;
        this.client = client;
        this.cluster = wire.isCluster();
        this.columns = new ScriptArguments(wire.redisson(), cluster);
        this.scripts = new ScriptRunner(client, this::wire, columns);
        this.replicas = replicas == 0 ? null : new Replicas(this::wire, client, this::serverOf, replicas);
    }

    private Wire wire() {
        return wire;
    }

    /** From now on all goes by this one: also what is asked for grants from before, which know these commands. */
    void goOnBy(Wire another) {
        wire = another;
    }

    /** What the scripts are called with. */
    public ScriptArguments columns() {
        return columns;
    }

    /**
     * @param patience 0 where the owner tries once. Else it keeps what it got of several keys and takes its place in
     *     the queue, and the lock is kept for it so many milliseconds when it is its turn
     * @param before owners of the same keys whose release may not have arrived yet: they do not stand in the way
     */
    public Call<Acquired> acquire(Request request, long patience, List<Request> before) {
        Scripts kind = Scripts.of(request);
        List<Object> keys = columns.taking(request, before);
        List<Object> arguments = columns.arguments(request, keys, patience, before);
        String lua = before.isEmpty() ? kind.acquire : kind.succeed;
        Function<Object, Acquired> reading =
                said -> new Acquired(said, request.keys().size());
        if (replicas == null) {
            return scripts.run(false, RScript.ReturnType.LIST, lua, keys, arguments, reading);
        }
        RedisClient server = serverOf(keys.get(0).toString());
        Call<Acquired> call = new Call<>(client, server);
        return call.follow(
                replicas.confirmed(request, call, server, lua, keys, arguments).thenApply(reading));
    }

    /** Whether replicas have to confirm. */
    public boolean areConfirmed() {
        return replicas != null;
    }

    /**
     * What a release leaves where replicas have to confirm.
     *
     * @param stays whether it is a tombstone as well
     * @param isComing as of {@link Proofs.Mark}
     */
    public Proofs.Mark mark(Request request, boolean stays, boolean isComing) {
        String key = columns.tombstone(request);
        long millis = stays ? ScriptArguments.delay(request) : 0;
        return new Proofs.Mark(this, cluster ? Slots.of(key) : 0, key, millis, replicas.patience(request), isComing);
    }

    /** For each of these marks, all of one slot, 1 where it is found and confirmed, else 0. */
    CompletableFuture<List<?>> find(List<Proofs.Mark> marks) {
        return replicas.find(marks);
    }

    /**
     * Answers what {@link Scripts#wasOurs} reads, of all keys. Where replicas have to confirm, it leaves a mark for
     * {@link #find}.
     */
    public Call<Long> release(Request request) {
        if (replicas != null) {
            return bury(request, replicas.markMillis(request), true);
        }
        Scripts kind = Scripts.of(request);
        List<Object> keys = columns.keys(request, kind.queue, false, true);
        return scripts.flags(kind.release, keys, columns.giving(request, keys));
    }

    /**
     * Releases, and leaves the queues. Answers what {@link Scripts#wasOurs} and {@link Scripts#isForgotten} read.
     *
     * @param remember whether an acquire command of this owner may still be on its way: it is refused when it arrives
     */
    public Call<Long> bury(Request request, boolean remember) {
        return bury(request, remember ? ScriptArguments.delay(request) : 0, false);
    }

    private Call<Long> bury(Request request, long millis, boolean proves) {
        Scripts kind = Scripts.of(request);
        List<Object> keys = columns.keys(request, kind.queue, false, true);
        List<Object> arguments = columns.giving(request, keys);
        arguments.add(Long.toString(millis));
        arguments.add(proves ? "1" : "0");
        return scripts.flags(kind.bury, keys, arguments);
    }

    /**
     * Lets the lease end so many milliseconds from now, for the last time: no renewal changes it any more. Answers what
     * {@link Scripts#wasOurs} and {@link Scripts#isForgotten} read.
     *
     * @param remember whether an acquire command of this owner may still be on its way: it is refused when it arrives
     */
    public Call<Long> extend(Request request, long millis, boolean remember) {
        Scripts kind = Scripts.of(request);
        long mark = remember ? ScriptArguments.delay(request) : replicas != null ? replicas.markMillis(request) : 0;
        List<Object> keys = columns.keys(request, false, false, mark > 0);
        return scripts.flags(
                mark > 0 ? kind.keep : kind.extend,
                keys,
                columns.ending(request, keys, Math.max(1, millis), mark > 0 ? Long.toString(mark) : null));
    }

    /**
     * One answer for each request; {@link Scripts#wasOurs} reads them. All requests of one server share one round trip
     * and no others, because a batch fails as a whole where one of its servers is gone.
     */
    public List<CompletableFuture<Long>> renew(List<Request> requests) {
        return RenewalBatch.sendAll(wire, client, scripts, columns, requests);
    }

    /** Runs a script that does nothing and has no key, so that all that a script needs is loaded. */
    Call<Long> nothing() {
        return scripts.nothing();
    }

    /** The server that tells of this channel now; null where none is known. */
    public RedisClient serverOf(String channel) {
        MasterSlaveEntry entry = wire.entryOf(channel);
        return entry == null ? null : entry.getClient();
    }

    /** Whether this is still one of the servers that locks are taken on. */
    public boolean isServer(RedisClient server) {
        for (MasterSlaveEntry entry : wire.connections().getEntrySet()) {
            if (entry.getClient() == server) {
                return true;
            }
        }
        return false;
    }

    /** Whether only the servers of a channel's slot tell of it. */
    public boolean isSharded() {
        return wire.connections().getSubscribeService().isShardingSupported();
    }

    /** Runs it on a thread that reads nothing. */
    public void elsewhere(Runnable work) {
        wire.redisson().getServiceManager().getExecutor().execute(work);
    }
}
