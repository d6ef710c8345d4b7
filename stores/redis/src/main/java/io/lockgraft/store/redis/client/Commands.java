package io.lockgraft.store.redis.client;

import io.lockgraft.spi.Request;
import io.lockgraft.spi.StoreEntry;
import io.lockgraft.store.redis.script.AcquireAnswer;
import io.lockgraft.store.redis.script.Holders;
import io.lockgraft.store.redis.script.ScriptArguments;
import io.lockgraft.store.redis.script.Scripts;
import io.lockgraft.store.redis.script.Told;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.redisson.api.RScript;
import org.redisson.client.RedisClient;
import org.redisson.client.codec.StringCodec;
import org.redisson.client.protocol.RedisCommand;
import org.redisson.client.protocol.RedisCommands;
import org.redisson.client.protocol.decoder.ListScanResult;
import org.redisson.connection.MasterSlaveEntry;

/**
 * The commands that a lock needs, each one round trip for all keys of a request. The layout is that of Redisson's own
 * locks: a hash with a field {@code client:owner}, and an unlock channel. So an application's {@code RLock}, {@code
 * RReadWriteLock} or {@code RFencedLock} on the same key and the agent exclude each other and wake each other up.
 */
public final class Commands {
    private static final int SCANNED = 1000;

    /** What the scripts are called with. */
    public final ScriptArguments columns;

    private final Client client;
    private final ScriptRunner scripts;

    /** Null where no replica is waited for. */
    private final Replicas replicas;

    /**
     * @param client connected; where it is made anew, these commands go on by the new one
     * @param replicas how many must confirm a grant, and its end
     */
    Commands(Client client, int replicas) {
        this.client = client;
        this.columns = new ScriptArguments(client.wire().redisson, client.wire().isCluster);
        this.scripts = new ScriptRunner(client);
        this.replicas = replicas == 0 ? null : new Replicas(client, replicas);
    }

    /**
     * @param patience 0 where the owner tries once. Else it keeps what it got of several keys and takes its place in
     *     the queue, and the lock is kept for it so many milliseconds when it is its turn
     * @param before owners of the same keys whose release may not have arrived yet: they do not stand in the way
     * @param lastAnswer when nobody waits for the answer any more, by System.nanoTime: it is not sent after that
     */
    public Call<AcquireAnswer> acquire(Request request, long patience, List<Request> before, long lastAnswer) {
        List<Object> keys = columns.taking(request, before);
        Script<AcquireAnswer> script = new Script<>(
                columns.route(keys),
                RScript.ReturnType.LIST,
                columns.tellsEntry(request) ? Scripts.of(request).acquireWithEntry : Scripts.of(request).acquire,
                keys,
                columns.taking(request, keys, patience, before),
                said -> new AcquireAnswer(said, request.keys().size()));
        return replicas == null ? scripts.run(lastAnswer, script) : replicas.confirmed(request, script);
    }

    /**
     * The store's entry for a namespace, once it is replaced where it is {@code before}.
     *
     * @param after empty to read it only
     */
    public Call<StoreEntry> entry(String namespace, String before, String after) {
        List<Object> keys = Collections.singletonList(columns.entry(namespace));
        List<Object> texts = Arrays.asList(before, after);
        return scripts.run(new Script<>(
                columns.route(keys), RScript.ReturnType.LIST, Scripts.ENTRY, keys, texts, AcquireAnswer::entry));
    }

    /** Whether replicas have to confirm. */
    public boolean areConfirmed() {
        return replicas != null;
    }

    /**
     * Done once it is shown that a request whose release was sent was held until then; failed where it is not in time.
     *
     * @param until when it must be shown at the latest, by System.nanoTime
     * @param stays whether the mark that the release leaves is a tombstone as well
     * @param isComing whether the release may not have come to the server yet
     */
    public CompletableFuture<Void> proof(Request request, long until, boolean stays, boolean isComing) {
        String key = columns.tombstone(request);
        return replicas.proof(request, key, until, stays ? ScriptArguments.delay(request) : 0, isComing);
    }

    /**
     * Answers what {@link Scripts#wasOurs} reads, of all keys. Where replicas have to confirm, it leaves a mark for
     * {@link #proof}.
     */
    public Call<Long> release(Request request) {
        return replicas == null
                ? give(Scripts.of(request).release, request, 0, false)
                : give(Scripts.of(request).bury, request, replicas.markMillis(request), true);
    }

    /**
     * Releases, and leaves the queues. Answers what {@link Scripts#wasOurs} and {@link Scripts#isForgotten} read.
     *
     * @param remember whether an acquire command of this owner may still be on its way: it is refused when it arrives
     */
    public Call<Long> bury(Request request, boolean remember) {
        return give(Scripts.of(request).bury, request, remember ? ScriptArguments.delay(request) : 0, false);
    }

    private Call<Long> give(String lua, Request request, long millis, boolean proves) {
        List<Object> keys = columns.keys(request, Scripts.of(request).queue, false);
        List<Object> arguments = columns.telling(request, keys);
        if (millis > 0) {
            arguments.addAll(Arrays.asList(Long.toString(millis), proves ? "1" : "0"));
        }
        return scripts.run(flags(lua, keys, arguments));
    }

    private Script<Long> flags(String lua, List<Object> keys, List<Object> values) {
        return new Script<>(columns.route(keys), RScript.ReturnType.LONG, lua, keys, values, Scripts::flags);
    }

    /**
     * Lets the lease end so many milliseconds from now, for the last time: no renewal changes it any more. Answers what
     * {@link Scripts#wasOurs} and {@link Scripts#isForgotten} read.
     *
     * @param remember whether an acquire command of this owner may still be on its way: it is refused when it arrives
     */
    public Call<Long> extend(Request request, long millis, boolean remember) {
        long mark = remember ? ScriptArguments.delay(request) : replicas != null ? replicas.markMillis(request) : 0;
        List<Object> keys = held(request);
        List<Object> arguments = columns.telling(request, keys, Math.max(1, millis), 1, mark);
        if (mark > 0) {
            keys.add(columns.tombstone(request));
        }
        return scripts.run(flags(Scripts.of(request).extend, keys, arguments));
    }

    /** No tombstone: a slot that is on its way to another server refuses a script one of whose keys is not there. */
    private List<Object> held(Request request) {
        List<Object> keys = columns.keys(request, false, false);
        keys.remove(keys.size() - 1);
        return keys;
    }

    /**
     * One answer for each request; {@link Scripts#wasOurs} reads them.
     */
    public List<CompletableFuture<Long>> renew(List<Request> requests) {
        List<Script<Long>> renewals = new ArrayList<>(requests.size());
        for (Request each : requests) {
            List<Object> arguments = columns.arguments(each, each.leaseMillis(), 0, 0);
            renewals.add(flags(Scripts.of(each).extend, held(each), arguments));
        }
        return scripts.runTogether(renewals);
    }

    /**
     * Writes what is to be told of the owner of what has just been renewed.
     *
     * <p>Not in the renewal: a slot that is on its way to another server refuses a script one of whose keys is not
     * there. Where it fails, the next renewal tells.
     *
     * @param begun when it was granted, by System.nanoTime
     */
    public CompletableFuture<?> tell(Request request, long begun) {
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
        List<Object> keys = told(request);
        List<Object> arguments =
                Arrays.asList(Long.toString(millis), Told.text(request.owner()), Long.toString(request.leaseMillis()));
        return scripts.run(new Script<>(
                columns.route(keys), RScript.ReturnType.LIST, Scripts.TELL, keys, arguments, written -> written));
    }

    private List<Object> told(Request request) {
        return request.keys().stream()
                .map(key -> columns.told(key, request.owner().text()))
                .collect(Collectors.toList());
    }

    /** Whether renewals write beside the lock what is to be told of its owner. */
    public static boolean tells(Request request) {
        return request.owner().rule() != null || request.owner().thread() != null;
    }

    /** Removes what renewals have written. Where that fails, it goes with the lease. */
    public void forget(Request request) {
        List<Object> keys = told(request);
        run(Scripts.FORGET, keys, deleted -> deleted);
    }

    /** Who holds the key. */
    public Call<Holders> holders(String key) {
        return run(Scripts.HOLDERS, Collections.singletonList(columns.lock(key)), Holders::new);
    }

    /** What is beside the key of these owners. */
    public Call<Told> told(String key, List<String> owners) {
        List<Object> keys = new ArrayList<>(2 * owners.size());
        for (String owner : owners) {
            keys.add(columns.told(key, owner));
            keys.add(columns.timeout(key, owner));
        }
        return run(Scripts.TOLD, keys, Told::new);
    }

    private <T> Call<T> run(String lua, List<Object> keys, Function<Object, T> reading) {
        List<Object> none = Collections.emptyList();
        return scripts.run(new Script<>(columns.route(keys), RScript.ReturnType.LIST, lua, keys, none, reading));
    }

    /** Takes the request's key away from its owner, whose later acquire commands are refused. 1: it had the key. */
    public Call<Long> unlock(Request request) {
        List<Object> keys = columns.keys(request, Scripts.of(request).queue, false);
        List<Object> arguments = columns.telling(request, keys);
        arguments.add(Long.toString(ScriptArguments.delay(request)));
        return scripts.run(flags(Scripts.of(request).unlock, keys, arguments));
    }

    /** The servers that locks are taken on, for {@link #scan}. */
    public List<MasterSlaveEntry> masters() {
        return new ArrayList<>(client.wire().connections().getEntrySet());
    }

    /** What this server says of itself: {@code redis_version} among others. Needs a right that locks do not. */
    public Call<Map<String, String>> server(MasterSlaveEntry master) {
        return ask(master, RedisCommands.INFO_SERVER);
    }

    /** How many keys this server has. */
    public Call<Long> size(MasterSlaveEntry master) {
        return ask(master, RedisCommands.DBSIZE);
    }

    /** Some names of keys on this server that begin so. */
    public Call<ListScanResult<String>> scan(MasterSlaveEntry master, String cursor, String beginning) {
        String pattern = columns.beginning(beginning).replaceAll("[\\\\*?\\[\\]]", "\\\\$0") + '*';
        return ask(master, RedisCommands.SCAN, cursor, "MATCH", pattern, "COUNT", SCANNED);
    }

    private <T> Call<T> ask(MasterSlaveEntry master, RedisCommand<T> command, Object... arguments) {
        Call<T> call = new Call<>(client, master.getClient());
        CompletionStage<T> answer = client.wire().executor.writeAsync(master, StringCodec.INSTANCE, command, arguments);
        return call.follow(answer, said -> said);
    }

    /** Runs a script that does nothing and has no key, so that all that a script needs is loaded. */
    Call<Long> nothing() {
        List<Object> none = Collections.emptyList();
        return scripts.run(
                new Script<>("lockgraft", RScript.ReturnType.LONG, Scripts.nothing(), none, none, said -> (Long) said));
    }

    /** The server that tells of this channel now; null where none is known. */
    public RedisClient serverOf(String channel) {
        return Wire.server(client.wire().entryOf(channel));
    }

    /** Whether this is still one of the servers that locks are taken on. */
    public boolean isServer(RedisClient server) {
        return client.wire().connections().getEntrySet().stream().anyMatch(entry -> entry.getClient() == server);
    }

    /** Whether only the servers of a channel's slot tell of it. */
    public boolean isSharded() {
        return client.wire().connections().getSubscribeService().isShardingSupported();
    }

    /** Runs it on a thread that reads nothing. */
    public void elsewhere(Runnable work) {
        client.wire().redisson.getServiceManager().getExecutor().execute(work);
    }
}
