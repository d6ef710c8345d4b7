package io.lockgraft.store.redis;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.StoreContext;
import io.lockgraft.store.redis.client.Client;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Takes a lock that nobody else wants, and gives it back, to find out what the server would refuse. */
final class RedisProbe {
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(5);
    private static final long LEASE_MILLIS = 10_000;

    private final LockStore store;
    private final Client client;
    private final StoreContext context;

    RedisProbe(LockStore store, Client client, StoreContext context) {
        this.store = store;
        this.client = client;
        this.context = context;
    }

    /** What a reader should know, a sentence each; fails with what the server says. */
    CompletableFuture<List<String>> run() {
        List<String> sentences = Collections.synchronizedList(new ArrayList<>());
        return store.load()
                .thenCompose(loaded -> client.commands())
                .thenCompose(commands -> {
                    String servers = commands.masters().stream()
                            .map(master -> String.valueOf(master.getClient().getAddr()))
                            .collect(Collectors.joining(", "));
                    sentences.add("locks are kept on " + servers);
                    return takeAndGiveBack();
                })
                .thenCompose(millis -> {
                    sentences.add("a lock was taken and given back in " + millis + " ms");
                    return store.scanSize().handle((size, error) -> scan(size, error));
                })
                .thenApply(scan -> {
                    sentences.add(scan);
                    return sentences;
                });
    }

    private CompletableFuture<Long> takeAndGiveBack() {
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
        return store.acquire(request)
                .answer()
                .thenCompose(RedisProbe::giveBack)
                .thenApply(released -> TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun));
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
