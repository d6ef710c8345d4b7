package io.lockgraft.backend.redis;

import io.lockgraft.backend.Attempt;
import io.lockgraft.backend.Backend;
import io.lockgraft.backend.Grant;
import io.lockgraft.backend.Request;
import io.lockgraft.rules.RedisSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Locks in Redis. Redisson is the wire: connections, scripts, subscriptions. What makes a lock of it (owners, waiting,
 * deadlines, giving back what a lost answer may have granted) is here, because Redisson's own lock counts entries per
 * thread, may wait far longer than it was told to, and leaves locks behind when it is interrupted or times out.
 */
public final class RedisBackend implements Backend {
    private static final long GRACE = TimeUnit.MILLISECONDS.toNanos(80);

    private final Clock clock = new Clock();
    private final Client client;
    private final Signals signals = new Signals(clock);
    private final Release release = new Release(clock);

    private final long grace;

    /** Connects to nothing and starts nothing; the first request does. */
    public RedisBackend(RedisSettings settings) {
        this(settings, GRACE);
    }

    RedisBackend(RedisSettings settings, long grace) {
        this.client = new Client(settings);
        this.grace = grace;
    }

    @Override
    public Attempt acquire(Request request) {
        RedisAttempt attempt = new RedisAttempt(client, clock, signals, release, request, grace);
        attempt.begin();
        return attempt;
    }

    @Override
    public List<CompletableFuture<Boolean>> renew(List<? extends Grant> grants) {
        List<CompletableFuture<Boolean>> answers = new ArrayList<>(grants.size());
        for (int i = 0; i < grants.size(); i++) {
            answers.add(new CompletableFuture<>());
        }
        client.commands().whenComplete((commands, error) -> {
            if (error != null) {
                for (CompletableFuture<Boolean> answer : answers) {
                    answer.completeExceptionally(error);
                }
                return;
            }
            List<CompletableFuture<Long>> renewed = commands.renew(grants);
            for (int i = 0; i < answers.size(); i++) {
                CompletableFuture<Boolean> answer = answers.get(i);
                renewed.get(i).whenComplete((ours, failure) -> {
                    if (failure == null) {
                        answer.complete(ours == 1);
                    } else {
                        answer.completeExceptionally(Failure.of(failure).told());
                    }
                });
            }
        });
        return answers;
    }

    @Override
    public long lastAnswer(long deadline) {
        long cold = client.coldStart();
        long last = deadline + grace;
        long first = System.nanoTime() + cold;
        return cold > 0 && first - last > 0 ? first : last;
    }

    @Override
    public void close() {
        client.close();
        clock.close();
    }
}
