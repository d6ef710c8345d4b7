package io.lockgraft.store.redis;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.StoreContext;
import io.lockgraft.store.redis.client.Client;
import io.lockgraft.store.redis.client.Commands;
import io.lockgraft.store.redis.failure.Cure;
import io.lockgraft.store.redis.failure.Failure;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.redisson.connection.MasterSlaveEntry;

/** Takes a lock that nobody else wants, and gives it back, to find out what the server would refuse. */
final class RedisProbe {
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(5);
    private static final long LEASE_MILLIS = 10_000;

    /** The first one whose scripts may read the clock and write. */
    private static final int OLDEST = 5;

    private final LockStore store;
    private final Client client;
    private final StoreContext context;

    RedisProbe(LockStore store, Client client, StoreContext context) {
        this.store = store;
        this.client = client;
        this.context = context;
    }

    /** What a reader should know, a sentence each; fails with what the server says, and what to do about it. */
    CompletableFuture<List<String>> run() {
        List<String> sentences = Collections.synchronizedList(new ArrayList<>());
        return store.load()
                .thenCompose(loaded -> client.commands())
                .thenCompose(RedisProbe::servers)
                .thenCompose(servers -> {
                    sentences.add("locks are kept on " + servers);
                    return takeAndGiveBack();
                })
                .thenCompose(released -> store.scanSize().handle(RedisProbe::scan))
                .thenApply(scan -> {
                    sentences.add(scan);
                    return sentences;
                })
                .exceptionally(error -> {
                    throw new CompletionException(Cure.told(Failure.of(error).cause()));
                });
    }

    private static CompletableFuture<String> servers(Commands commands) {
        CompletableFuture<String> all = CompletableFuture.completedFuture("");
        for (MasterSlaveEntry master : commands.masters()) {
            String address = String.valueOf(master.getClient().getAddr());
            CompletableFuture<String> server = commands.server(master).handle((said, error) -> {
                String version = error == null ? version(said) : "its version needs the right +info";
                return address + " (" + version + ')';
            });
            all = all.thenCombine(server, (before, one) -> before.isEmpty() ? one : before + ", " + one);
        }
        return all;
    }

    static String version(Map<String, String> server) {
        if (server.containsKey("valkey_version")) {
            return "Valkey " + server.get("valkey_version");
        }
        String version = String.valueOf(server.get("redis_version"));
        if (Integer.parseInt(version.split("[^0-9]")[0]) < OLDEST) {
            throw new CompletionException(new Answer.Refusal(
                    "Redis " + version + " is too old; locks need Redis " + OLDEST + " or newer", null));
        }
        return "Redis " + version;
    }

    private CompletableFuture<Boolean> takeAndGiveBack() {
        long begun = System.nanoTime();
        String beginning = context.namespace().isEmpty() ? "" : context.namespace() + ':';
        Request request = new Request(
                LockKind.EXCLUSIVE,
                1,
                Collections.singletonList(
                        beginning + "lockgraft:probe:" + context.jvm().id()),
                context.jvm().newOwner(null, null),
                LEASE_MILLIS,
                begun + PATIENCE,
                begun);
        return store.acquire(request).answer().thenCompose(RedisProbe::giveBack);
    }

    private static CompletableFuture<Boolean> giveBack(Answer answer) {
        if (answer.grant() == null) {
            Throwable cause = answer.cause();
            throw new CompletionException(cause != null ? cause : new IllegalStateException("no answer in time"));
        }
        return ((RedisGrant) answer.grant()).giveBack();
    }

    private static String scan(Long size, Throwable error) {
        return error == null
                ? "a look for all locks goes through " + size + " keys"
                : "the locks of one key can be shown, but not all: " + error.getMessage();
    }
}
