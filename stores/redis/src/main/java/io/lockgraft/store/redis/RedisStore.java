package io.lockgraft.store.redis;

import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Capabilities;
import io.lockgraft.spi.Capability;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Reach;
import io.lockgraft.spi.Renewal;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.StoreContext;
import io.lockgraft.spi.StoreEntry;
import io.lockgraft.spi.StoredLock;
import io.lockgraft.spi.attempt.OpenAttempts;
import io.lockgraft.store.redis.client.Client;
import io.lockgraft.store.redis.failure.Failure;
import io.lockgraft.store.redis.settings.RedisSettings;
import io.lockgraft.store.redis.signal.ReleaseChannels;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Locks in Redis. Redisson brings connections, scripts and subscriptions. Owners, waiting, deadlines and the cleanup
 * behind a lost answer are here. Redisson's own lock counts entries per thread and may wait far longer than it was told
 * to. It leaves locks behind when it is interrupted or times out.
 */
public final class RedisStore implements LockStore {
    private static final long QUESTION_MILLIS = 70;

    /** What one server, or one topology of Redis's own, keeps. */
    public static final Capabilities CAPABILITIES = Capabilities.of(Reach.NETWORK)
            .keeping(LockKind.values())
            .leases(1, Long.MAX_VALUE)
            .question(QUESTION_MILLIS)
            .deadWaiters(WaitState.TURN, WaitState.FAIR_TURN)
            .with(
                    Capability.SEVERAL_PERMITS,
                    Capability.TURNS,
                    Capability.OUTLIVES_PROCESS,
                    Capability.RAISES_TOKENS,
                    Capability.ENTRIES,
                    Capability.LOCKS,
                    Capability.UNLOCK);

    private final Client client;
    private final ReleaseChannels channels;
    private final RepeatedRelease release;
    private final OpenAttempts<RedisAttempt> attempts = new OpenAttempts<>(RedisAttempt::close);
    private final long question;
    private final RedisLocks locks;
    private final RedisProbe probe;

    /** Connects to nothing and starts nothing; the first request does. */
    public RedisStore(StoreContext context, RedisSettings settings) {
        this(context, settings, TimeUnit.MILLISECONDS.toNanos(QUESTION_MILLIS));
    }

    RedisStore(StoreContext context, RedisSettings settings, long question) {
        this.client = new Client(context, settings);
        this.release = new RepeatedRelease(client.clock, context.log());
        this.channels = settings.polls() ? null : new ReleaseChannels(client.clock, ReleaseChannels.IDLE);
        this.question = question;
        this.locks = new RedisLocks(client, context.threads("redis-scan"));
        this.probe = new RedisProbe(this, client, context);
    }

    @Override
    public CompletableFuture<?> load() {
        return client.load();
    }

    @Override
    public CompletableFuture<List<String>> probe() {
        return probe.run();
    }

    @Override
    public Attempt acquire(Request request) {
        RedisAttempt attempt = new RedisAttempt(client, channels, release, request, question);
        attempt.begin();
        return attempts.add(attempt);
    }

    /** By the commands that the grants came from: a store has the same ones as long as it lives. */
    @Override
    public List<CompletableFuture<Renewal>> renew(List<? extends Grant> grants) {
        long sentAt = System.nanoTime();
        List<CompletableFuture<Renewal>> answers = new ArrayList<>(grants.size());
        List<Request> parts = new ArrayList<>(grants.size());
        for (Grant grant : grants) {
            parts.addAll(((RedisGrant) grant).parts.all);
        }
        List<CompletableFuture<Long>> renewed =
                parts.isEmpty() ? Collections.emptyList() : ((RedisGrant) grants.get(0)).commands.renew(parts);
        int from = 0;
        for (Grant grant : grants) {
            RedisGrant its = (RedisGrant) grant;
            int to = from + its.parts.all.size();
            CompletableFuture<Boolean> ours = RedisGrant.all(renewed.subList(from, to));
            // Apart: what cannot be told takes nothing from the renewal.
            ours.thenAccept(held -> its.tell(held));
            answers.add(ours.handle((held, failure) -> its.renewed(Renewal.of(sentAt, held, failure))));
            from = to;
        }
        return answers;
    }

    @Override
    public CompletableFuture<List<StoredLock>> locks(String key) {
        return locks.of(key);
    }

    @Override
    public CompletableFuture<Long> scanSize() {
        return locks.size();
    }

    @Override
    public CompletableFuture<?> scan(String beginning, Consumer<StoredLock> each) {
        return locks.scan(beginning, each);
    }

    @Override
    public CompletableFuture<Boolean> unlock(String key, String owner) {
        return locks.unlock(key, owner);
    }

    @Override
    public CompletableFuture<StoreEntry> replaceEntry(String namespace, String before, String after) {
        CompletableFuture<StoreEntry> told = new CompletableFuture<>();
        client.commands()
                .thenCompose(commands -> commands.entry(namespace, before, after))
                .whenComplete((entry, error) -> {
                    if (error == null) {
                        told.complete(entry);
                    } else {
                        told.completeExceptionally(Failure.of(error).thrown());
                    }
                });
        return told;
    }

    @Override
    public long questionNanos() {
        return question;
    }

    /** Ends each attempt itself: without the clock, one that waits for ever would never end. */
    @Override
    public void close() {
        client.close();
        attempts.close();
    }
}
