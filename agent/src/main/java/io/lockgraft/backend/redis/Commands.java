package io.lockgraft.backend.redis;

import io.lockgraft.backend.Request;
import io.lockgraft.rules.LockKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.redisson.Redisson;
import org.redisson.api.BatchOptions;
import org.redisson.api.RScript;
import org.redisson.api.options.ObjectParams;
import org.redisson.api.options.OptionalOptions;
import org.redisson.client.RedisClient;
import org.redisson.client.RedisMovedException;
import org.redisson.client.RedisNoScriptException;
import org.redisson.client.codec.StringCodec;
import org.redisson.client.protocol.RedisCommand;
import org.redisson.client.protocol.RedisCommands;
import org.redisson.command.CommandAsyncExecutor;
import org.redisson.command.CommandBatchService;
import org.redisson.config.NameMapper;
import org.redisson.connection.ConnectionManager;
import org.redisson.connection.MasterSlaveEntry;

/**
 * The few commands that a lock needs, each one round trip, for all keys of a request at once. The layout is that of
 * Redisson's own locks (a hash with a field {@code client:owner}, and an unlock channel), so that an application's
 * {@code RLock}, {@code RReadWriteLock} or {@code RFencedLock} on the same key and the agent exclude each other and wake
 * each other up.
 */
final class Commands {
    private static final long LONGEST_DELAY = TimeUnit.MINUTES.toMillis(2);

    /** Enough for the answer to be told within what a call may take over its wait. */
    private static final long AFTER_DEADLINE = TimeUnit.MILLISECONDS.toNanos(40);

    private final Redisson redisson;
    private final Client client;
    private final CommandAsyncExecutor executor;
    private final NameMapper names;
    private final boolean cluster;
    private final Companions companions;

    /** Null where no replica is waited for. */
    private final Confirmations confirmations;

    /** @param replicas how many must confirm a grant */
    Commands(Redisson redisson, Client client, int replicas) {
        this.redisson = redisson;
        this.client = client;
        this.executor = redisson.getCommandExecutor()
                .copy((ObjectParams) OptionalOptions.defaults().retryAttempts(0));
        this.names = redisson.getServiceManager().getNameMapper();
        this.cluster = redisson.getServiceManager().getCfg().isClusterConfig();
        this.companions = new Companions(cluster);
        this.confirmations = replicas == 0 ? null : new Confirmations(replicas);
    }

    /** The hash field that stands for an owner. */
    String field(Request request) {
        return redisson.getId() + ':' + request.owner();
    }

    /**
     * Divides a request into those that one script can serve: of a cluster, one for each slot, and in the order of the
     * slots, so that two requests never wait for each other.
     */
    List<Request> parts(Request request) {
        if (!cluster || request.keys().size() == 1) {
            return Collections.singletonList(request);
        }
        TreeMap<Integer, List<String>> slots = new TreeMap<>();
        for (String key : request.keys()) {
            slots.computeIfAbsent(Slots.of(names.map(key)), slot -> new ArrayList<>())
                    .add(key);
        }
        List<Request> parts = new ArrayList<>(slots.size());
        for (List<String> keys : slots.values()) {
            parts.add(request.with(keys, request.deadline()));
        }
        return parts;
    }

    /** The channel on which the release of a lock is told, one of two. */
    String channel(String key, boolean readWrite) {
        return companions.channel(readWrite ? "redisson_rwlock" : "redisson_lock__channel", names.map(key));
    }

    /** What the server said: all keys are granted, or one of them is busy. */
    static final class Acquired {
        /** The number of the busy key in the request; -1 where all are granted. */
        final int busy;

        /** The fence token; or the milliseconds that the busy key is still held at most, negative where nobody knows. */
        final long value;

        /** On which of its two channels the busy key's release is told. */
        final boolean readWrite;

        /** How many releases of the busy key are for those in front of this owner, as far as is known. */
        final int releases;

        /** @param said nothing where all are granted and there is no token */
        private Acquired(List<?> said) {
            if (said == null || said.isEmpty()) {
                busy = -1;
                value = 0;
                readWrite = false;
                releases = 0;
                return;
            }
            busy = ((Number) said.get(0)).intValue() - 1;
            value = ((Number) said.get(1)).longValue();
            readWrite = busy >= 0 && ((Number) said.get(2)).intValue() == 1;
            releases = busy >= 0 ? ((Number) said.get(3)).intValue() : 0;
        }
    }

    /**
     * @param patience 0 where the owner tries once; else it keeps what it got of several keys and takes its place where
     *     there is a queue, and when it is its turn the lock is kept for it so many milliseconds
     * @param before owners of the same keys whose release may not have arrived yet: they do not stand in the way
     */
    Call<Acquired> acquire(Request request, long patience, List<Request> before) {
        Scripts scripts = Scripts.of(request.kind());
        boolean gives = request.keys().size() > 1 || !before.isEmpty();
        List<Object> arguments = new ArrayList<>(gives ? request.keys().size() + before.size() + 6 : 4);
        arguments.add(field(request));
        arguments.add(Long.toString(request.leaseMillis()));
        arguments.add(Long.toString(patience));
        if (request.kind() == LockKind.SEMAPHORE) {
            arguments.add(Integer.toString(request.permits()));
        } else if (request.kind() == LockKind.FENCED || gives) {
            arguments.add(Long.toString(request.tokenAbove()));
        }
        if (!before.isEmpty()) {
            arguments.add(Integer.toString(before.size()));
        }
        if (gives) {
            addChannels(request, arguments);
        }
        List<Object> keys = keys(request, scripts.queue, request.kind() == LockKind.FENCED, true);
        for (Request other : before) {
            arguments.add(field(other));
            keys.add(keys.size() - 1, tombstone(other));
        }
        String lua = before.isEmpty() ? scripts.acquire : scripts.succeed;
        RedisClient server = serverOf(keys.get(0).toString());
        Call<Acquired> call = new Call<>(client, server);
        CompletionStage<List<?>> said = confirmations == null
                ? eval(executor, RScript.ReturnType.LIST, lua, keys, arguments)
                : confirmed(request, server, call::goesOnTo, lua, keys, arguments);
        return call.follow(said.thenApply(Acquired::new));
    }

    /** The same, and a grant only counts once the replicas have confirmed it: soon after the deadline at the latest. */
    private CompletionStage<List<?>> confirmed(
            Request request,
            RedisClient server,
            Consumer<RedisClient> next,
            String lua,
            List<Object> keys,
            List<Object> arguments) {
        long patience = Math.max(0, request.remaining()) + AFTER_DEADLINE;
        long until = System.nanoTime() + Math.min(patience, request.leaseNanos() / 3);
        List<Object> all = new ArrayList<>(2 + keys.size() + arguments.size());
        all.add(lua);
        all.add(keys.size());
        all.addAll(keys);
        all.addAll(arguments);
        @SuppressWarnings("unchecked")
        RedisCommand<List<?>> command = (RedisCommand<List<?>>) RScript.ReturnType.LIST.getCommand();
        CompletableFuture<List<?>> answer = new CompletableFuture<>();
        confirmed(server, until, command, all.toArray()).whenComplete((said, error) -> {
            Throwable cause = Failure.of(error).cause();
            if (cause instanceof RedisMovedException) {
                MasterSlaveEntry entry = connections().getEntry(((RedisMovedException) cause).getUrl());
                RedisClient moved = entry == null ? null : entry.getClient();
                next.accept(moved);
                transfer(confirmed(moved, until, command, all.toArray()), answer);
            } else {
                complete(answer, said, error);
            }
        });
        return answer;
    }

    private CompletableFuture<List<?>> confirmed(
            RedisClient server, long until, RedisCommand<List<?>> command, Object... arguments) {
        Runnable nudge = () -> executor.writeAsync(server, StringCodec.INSTANCE, RedisCommands.PING);
        return confirmations.run(server, said -> new Acquired(said).busy < 0, until, nudge, command, arguments);
    }

    private static <T> void transfer(CompletableFuture<T> from, CompletableFuture<T> to) {
        from.whenComplete((value, error) -> complete(to, value, error));
    }

    private static <T> void complete(CompletableFuture<T> future, T value, Throwable error) {
        if (error == null) {
            future.complete(value);
        } else {
            future.completeExceptionally(error);
        }
    }

    /** Answers what {@link Scripts#wasOurs} reads: of all keys. */
    Call<Long> release(Request request) {
        return call(Scripts.of(request.kind()).release, keys(request, false, false, true), giving(request));
    }

    /**
     * Releases, and leaves the queues. Answers what {@link Scripts#wasOurs} and {@link Scripts#isForgotten} read.
     *
     * @param remember whether an acquire command of this owner may still be on its way: it is refused when it arrives
     */
    Call<Long> bury(Request request, boolean remember) {
        Scripts scripts = Scripts.of(request.kind());
        List<Object> arguments = giving(request);
        arguments.add(remember ? delay(request) : "0");
        return call(scripts.bury, keys(request, scripts.queue, false, true), arguments);
    }

    /**
     * Lets the lease end so many milliseconds from now, for the last time: no renewal changes it any more. Answers what {@link Scripts#wasOurs} and {@link
     * Scripts#isForgotten} read.
     *
     * @param remember whether an acquire command of this owner may still be on its way: it is refused when it arrives
     */
    Call<Long> extend(Request request, long millis, boolean remember) {
        Scripts scripts = Scripts.of(request.kind());
        List<Object> arguments = new ArrayList<>(extending(request, Math.max(1, millis), true));
        if (remember) {
            arguments.add(delay(request));
        }
        return call(remember ? scripts.keep : scripts.extend, keys(request, false, false, remember), arguments);
    }

    /**
     * One answer for each request, all in one round trip to each server, for a batch fails as a whole where one of its
     * servers is gone; {@link Scripts#wasOurs} reads them.
     */
    List<CompletableFuture<Long>> renew(List<Request> requests) {
        Map<RedisClient, CommandBatchService> batches = new HashMap<>();
        List<CompletableFuture<Long>> answers = new ArrayList<>(requests.size());
        for (Request request : requests) {
            List<Object> keys = keys(request, false, false, false);
            List<Object> arguments = extending(request, request.leaseMillis(), false);
            RedisClient server = serverOf(keys.get(0).toString());
            CommandBatchService batch = batches.computeIfAbsent(
                    server,
                    any -> redisson.getCommandExecutor()
                            .createCommandBatchService(BatchOptions.defaults().retryAttempts(0)));
            Call<Long> renewed = new Call<Long>(client, server)
                    .follow(eval(batch, RScript.ReturnType.LONG, Scripts.of(request.kind()).extend, keys, arguments));
            answers.add(orAlone(renewed, request));
        }
        for (CommandBatchService batch : batches.values()) {
            batch.executeAsync();
        }
        return answers;
    }

    /**
     * Renews once more where the server did not know the script any more (SCRIPT FLUSH, another server behind the same
     * address): Redisson loads it again for a command of its own, but for no batch, and all renewals would go on failing.
     */
    private CompletableFuture<Long> orAlone(Call<Long> batched, Request request) {
        CompletableFuture<Long> answer = new CompletableFuture<>();
        batched.whenComplete((ours, error) -> {
            if (error == null) {
                answer.complete(ours);
            } else if (Failure.of(error).cause() instanceof RedisNoScriptException) {
                List<Object> arguments = extending(request, request.leaseMillis(), false);
                String lua = Scripts.of(request.kind()).extend;
                transfer(call(lua, keys(request, false, false, false), arguments), answer);
            } else {
                answer.completeExceptionally(error);
            }
        });
        return answer;
    }

    /** The server that tells of this channel now; null where nobody is known to. */
    RedisClient serverOf(String channel) {
        MasterSlaveEntry entry = cluster
                ? connections().getEntry(Slots.of(channel))
                : connections().getEntry(channel);
        return entry == null ? null : entry.getClient();
    }

    /** Whether this is still one of the servers that locks are taken on. */
    boolean isServer(RedisClient server) {
        for (MasterSlaveEntry entry : connections().getEntrySet()) {
            if (entry.getClient() == server) {
                return true;
            }
        }
        return false;
    }

    /** Whether a channel is told of by the servers of its slot alone. */
    boolean isSharded() {
        return connections().getSubscribeService().isShardingSupported();
    }

    private ConnectionManager connections() {
        return redisson.getCommandExecutor().getConnectionManager();
    }

    private Call<Long> call(String lua, List<Object> keys, List<Object> values) {
        return new Call<Long>(client, serverOf(keys.get(0).toString()))
                .follow(eval(executor, RScript.ReturnType.LONG, lua, keys, values));
    }

    /** Redisson's script object would put the name mapper's prefix in front of the hash tags. */
    private <T> CompletionStage<T> eval(
            CommandAsyncExecutor by, RScript.ReturnType type, String lua, List<Object> keys, List<Object> values) {
        RedisCommand<?> command = type.getCommand();
        String route = companions.route(keys.get(0).toString());
        return by.evalWriteAsync(route, StringCodec.INSTANCE, command, lua, keys, values.toArray());
    }

    /** The keys of a script, in columns. */
    private List<Object> keys(Request request, boolean queue, boolean tokens, boolean tombstone) {
        List<String> locks = request.keys();
        List<Object> keys = new ArrayList<>(locks.size() * (queue ? 4 : 2) + 1);
        for (String lock : locks) {
            keys.add(names.map(lock));
        }
        for (int i = 0; queue && i < locks.size(); i++) {
            keys.add(companions.name(keys.get(i).toString(), "waiting"));
        }
        for (int i = 0; queue && i < locks.size(); i++) {
            keys.add(companions.name(keys.get(i).toString(), "heard"));
        }
        for (int i = 0; request.kind() == LockKind.READ && i < locks.size(); i++) {
            keys.add(companions.timeout(keys.get(i).toString(), field(request)));
        }
        for (int i = 0; tokens && i < locks.size(); i++) {
            keys.add(companions.token(keys.get(i).toString()));
        }
        if (tombstone) {
            keys.add(tombstone(request));
        }
        return keys;
    }

    /** Beside the first of the keys; where it stands, no acquire of this owner is granted any more. */
    private String tombstone(Request request) {
        return companions.name(names.map(request.keys().get(0)), "abandoned:" + field(request));
    }

    private List<Object> giving(Request request) {
        List<Object> arguments = new ArrayList<>(request.keys().size() + 3);
        arguments.add(field(request));
        addChannels(request, arguments);
        return arguments;
    }

    /** How, and where, the release of each lock is told. */
    private void addChannels(Request request, List<Object> arguments) {
        boolean readWrite = request.kind() == LockKind.READ || request.kind() == LockKind.WRITE;
        arguments.add(publish());
        for (String key : request.keys()) {
            arguments.add(channel(key, readWrite));
        }
    }

    /** @param last whether a renewal that arrives later changes nothing */
    private List<Object> extending(Request request, long millis, boolean last) {
        return Arrays.asList(field(request), Long.toString(millis), last ? "1" : "0");
    }

    private static String delay(Request request) {
        return Long.toString(Math.max(LONGEST_DELAY, request.leaseMillis()));
    }

    private String publish() {
        return connections().getSubscribeService().getPublishCommand();
    }
}
