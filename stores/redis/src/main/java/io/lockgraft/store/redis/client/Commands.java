package io.lockgraft.store.redis.client;

import io.lockgraft.spi.Request;
import io.lockgraft.store.redis.failure.Failure;
import io.lockgraft.store.redis.script.Acquired;
import io.lockgraft.store.redis.script.ScriptArguments;
import io.lockgraft.store.redis.script.Scripts;
import io.lockgraft.store.redis.script.Slots;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.redisson.api.BatchOptions;
import org.redisson.api.RScript;
import org.redisson.client.RedisClient;
import org.redisson.client.RedisNoScriptException;
import org.redisson.client.codec.StringCodec;
import org.redisson.command.CommandAsyncExecutor;
import org.redisson.command.CommandBatchService;
import org.redisson.connection.MasterSlaveEntry;

/**
 * The few commands that a lock needs, each one round trip, for all keys of a request at once. The layout is that of
 * Redisson's own locks (a hash with a field {@code client:owner}, and an unlock channel), so that an application's
 * {@code RLock}, {@code RReadWriteLock} or {@code RFencedLock} on the same key and the agent exclude each other and
 * wake each other up.
 */
public final class Commands {
    private final Client client;
    private final boolean cluster;
    private final ScriptArguments columns;

    /** Null where no replica is waited for. */
    private final Replicas replicas;

    private volatile Wire wire;

    /** @param replicas how many must confirm a grant, and its end */
    Commands(Wire wire, Client client, int replicas) {
        this.wire = wire;
        this.client = client;
        this.cluster = wire.isCluster();
        this.columns = new ScriptArguments(wire.redisson(), cluster);
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
     * @param patience 0 where the owner tries once; else it keeps what it got of several keys and takes its place where
     *     there is a queue, and when it is its turn the lock is kept for it so many milliseconds
     * @param before owners of the same keys whose release may not have arrived yet: they do not stand in the way
     */
    public Call<Acquired> acquire(Request request, long patience, List<Request> before) {
        Scripts scripts = Scripts.of(request);
        List<Object> keys = columns.taking(request, before);
        List<Object> arguments = columns.arguments(request, patience, before);
        String lua = before.isEmpty() ? scripts.acquire : scripts.succeed;
        Function<Object, Acquired> reading =
                said -> new Acquired(said, request.keys().size());
        if (replicas == null) {
            return send(
                    false,
                    keys,
                    by -> surely(by, RScript.ReturnType.LIST, lua, keys, arguments)
                            .thenApply(reading));
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
     * Answers what {@link Scripts#wasOurs} reads: of all keys. Where replicas have to confirm, it leaves a mark by which it
     * can be proven: {@link #find}.
     */
    public Call<Long> release(Request request) {
        if (replicas != null) {
            return bury(request, replicas.markMillis(request), true);
        }
        Scripts scripts = Scripts.of(request);
        return call(scripts.release, columns.keys(request, scripts.queue, false, true), columns.giving(request));
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
        Scripts scripts = Scripts.of(request);
        List<Object> arguments = columns.giving(request);
        arguments.add(Long.toString(millis));
        arguments.add(proves ? "1" : "0");
        return call(scripts.bury, columns.keys(request, scripts.queue, false, true), arguments);
    }

    /**
     * Lets the lease end so many milliseconds from now, for the last time: no renewal changes it any more. Answers what
     * {@link Scripts#wasOurs} and {@link Scripts#isForgotten} read.
     *
     * @param remember whether an acquire command of this owner may still be on its way: it is refused when it arrives
     */
    public Call<Long> extend(Request request, long millis, boolean remember) {
        Scripts scripts = Scripts.of(request);
        long mark = remember ? ScriptArguments.delay(request) : replicas != null ? replicas.markMillis(request) : 0;
        return call(
                mark > 0 ? scripts.keep : scripts.extend,
                columns.keys(request, false, false, mark > 0),
                columns.ending(request, Math.max(1, millis), mark > 0 ? Long.toString(mark) : null));
    }

    /**
     * One answer for each request, all in one round trip to each server, for a batch fails as a whole where one of its
     * servers is gone; {@link Scripts#wasOurs} reads them.
     */
    public List<CompletableFuture<Long>> renew(List<Request> requests) {
        Wire by = wire;
        Map<MasterSlaveEntry, Renewals> batches = new HashMap<>();
        List<CompletableFuture<Long>> answers = new ArrayList<>(requests.size());
        for (Request request : requests) {
            MasterSlaveEntry entry =
                    by.entryOf(columns.keys(request, false, false, false).get(0).toString());
            answers.add(orAlone(batches.computeIfAbsent(entry, Renewals::new).add(request), request));
        }
        for (Renewals batch : batches.values()) {
            batch.send(by);
        }
        return answers;
    }

    /** Those that one server has to renew; they go to it together. */
    private final class Renewals {
        private final MasterSlaveEntry entry;
        private final List<Request> requests = new ArrayList<>();
        private final List<Call<Long>> calls = new ArrayList<>();

        Renewals(MasterSlaveEntry entry) {
            this.entry = entry;
        }

        Call<Long> add(Request request) {
            Call<Long> call = new Call<>(client, entry == null ? null : entry.getClient());
            requests.add(request);
            calls.add(call);
            return call;
        }

        void send(Wire by) {
            if (entry == null) {
                follow(by);
                return;
            }
            by.bulkhead(entry).admit(new Ticket(() -> follow(by), this::fail), true);
        }

        private CompletionStage<?> follow(Wire by) {
            CommandBatchService batch = by.redisson()
                    .getCommandExecutor()
                    .createCommandBatchService(BatchOptions.defaults().retryAttempts(0));
            for (int i = 0; i < calls.size(); i++) {
                Request request = requests.get(i);
                List<Object> keys = columns.keys(request, false, false, false);
                String lua = Scripts.of(request).extend;
                calls.get(i)
                        .follow(eval(batch, RScript.ReturnType.LONG, lua, keys, columns.renewing(request))
                                .thenApply(Scripts::flags));
            }
            return batch.executeAsync();
        }

        private void fail(Throwable why) {
            for (Call<Long> call : calls) {
                call.fail(why);
            }
        }
    }

    /**
     * Renews once more where the server did not know the script any more (SCRIPT FLUSH, another server behind the same
     * address): Redisson loads it again for a command of its own, but for no batch, and all renewals would go on
     * failing.
     */
    private CompletableFuture<Long> orAlone(Call<Long> batched, Request request) {
        CompletableFuture<Long> answer = new CompletableFuture<>();
        batched.whenComplete((ours, error) -> {
            if (error == null) {
                answer.complete(ours);
            } else if (Failure.of(error).cause() instanceof RedisNoScriptException) {
                List<Object> arguments = columns.renewing(request);
                String lua = Scripts.of(request).extend;
                Futures.transfer(call(lua, columns.keys(request, false, false, false), arguments), answer);
            } else {
                answer.completeExceptionally(error);
            }
        });
        return answer;
    }

    /** Runs a script that does nothing and has no key, so that all that a script needs is loaded. */
    Call<Long> nothing() {
        String route = "lockgraft";
        return send(
                true,
                Collections.singletonList(route),
                by -> by.evalWriteAsync(
                        route,
                        StringCodec.INSTANCE,
                        RScript.ReturnType.LONG.getCommand(),
                        Scripts.nothing(),
                        Collections.emptyList()));
    }

    /** The server that tells of this channel now; null where nobody is known to. */
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

    /** Whether a channel is told of by the servers of its slot alone. */
    public boolean isSharded() {
        return wire.connections().getSubscribeService().isShardingSupported();
    }

    /** Runs it on a thread that reads nothing. */
    public void elsewhere(Runnable work) {
        wire.redisson().getServiceManager().getExecutor().execute(work);
    }

    private Call<Long> call(String lua, List<Object> keys, List<Object> values) {
        return send(
                true,
                keys,
                by -> surely(by, RScript.ReturnType.LONG, lua, keys, values).thenApply(Scripts::flags));
    }

    /** @param isUrgent whether it goes before those that want a lock */
    private <T> Call<T> send(
            boolean isUrgent, List<Object> keys, Function<CommandAsyncExecutor, CompletionStage<T>> request) {
        Wire by = wire;
        MasterSlaveEntry entry = by.entryOf(keys.get(0).toString());
        if (entry == null) {
            return new Call<T>(client, null).follow(request.apply(by.executor()));
        }
        return new Call<T>(client, entry.getClient())
                .enter(by.bulkhead(entry), isUrgent, () -> request.apply(by.executor()));
    }

    /** By the script's text where the server has forgotten it again (SCRIPT FLUSH) since Redisson has told it. */
    private CompletionStage<?> surely(
            CommandAsyncExecutor by, RScript.ReturnType type, String lua, List<Object> keys, List<Object> values) {
        CompletionStage<?> said = eval(by, type, lua, keys, values);
        String route = columns.route(keys);
        Object[] whole = Replicas.script(lua, keys, values);
        return said.handle((value, error) -> Failure.of(error).cause() instanceof RedisNoScriptException
                        ? by.writeAsync(route, StringCodec.INSTANCE, type.getCommand(), whole)
                        : said)
                .thenCompose(last -> last);
    }

    /** Redisson's script object would put the name mapper's prefix in front of the hash tags. */
    private CompletionStage<?> eval(
            CommandAsyncExecutor by, RScript.ReturnType type, String lua, List<Object> keys, List<Object> values) {
        return by.evalWriteAsync(
                columns.route(keys), StringCodec.INSTANCE, type.getCommand(), lua, keys, values.toArray());
    }
}
