package io.lockgraft.backend.redis;

import io.lockgraft.backend.Grant;
import io.lockgraft.backend.Request;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.redisson.Redisson;
import org.redisson.RedissonObject;
import org.redisson.api.BatchOptions;
import org.redisson.api.RBatch;
import org.redisson.api.RScript;
import org.redisson.api.RScriptAsync;
import org.redisson.api.options.OptionalOptions;
import org.redisson.client.RedisNoScriptException;
import org.redisson.client.RedisPubSubConnection;
import org.redisson.client.codec.StringCodec;
import org.redisson.config.NameMapper;

/**
 * The few commands that a lock needs, each one round trip. The layout is that of Redisson's own lock (a hash with one
 * field {@code client:owner}, and an unlock channel), so that an application's {@code RLock} on the same key and the
 * agent exclude each other and wake each other up.
 */
final class Commands {
    /** Redisson's lock waits for this text on the lock's channel. */
    private static final String UNLOCKED = "0";

    private final Redisson redisson;
    private final Client client;
    private final RScript script;
    private final NameMapper names;

    Commands(Redisson redisson, Client client) {
        this.redisson = redisson;
        this.client = client;
        this.script = redisson.getScript(
                OptionalOptions.defaults().codec(StringCodec.INSTANCE).retryAttempts(0));
        this.names = redisson.getServiceManager().getNameMapper();
    }

    /** The hash field that stands for an owner. */
    String field(Request request) {
        return redisson.getId() + ':' + request.owner();
    }

    /** The channel on which a lock's release is told. */
    String channel(String key) {
        return RedissonObject.prefixName("redisson_lock__channel", names.map(key));
    }

    /** Null: granted; else the milliseconds that the key is still held at most, -1 where it has no end. */
    Call<Long> acquire(Request request) {
        return call(
                Scripts.ACQUIRE,
                Arrays.asList(request.keys().get(0), tombstone(request)),
                field(request),
                Long.toString(request.leaseMillis()));
    }

    /** Answers what {@link Scripts#wasOurs} reads. */
    Call<Long> release(Request request) {
        return call(
                Scripts.RELEASE,
                Collections.singletonList(request.keys().get(0)),
                field(request),
                channel(request.keys().get(0)),
                UNLOCKED,
                publish());
    }

    /**
     * Releases, and sees to it that an acquire command of this owner that is still on its way is refused when it
     * arrives. Answers what {@link Scripts#wasOurs} and {@link Scripts#isForgotten} read.
     */
    Call<Long> bury(Request request) {
        return call(
                Scripts.BURY,
                Arrays.asList(request.keys().get(0), tombstone(request)),
                field(request),
                channel(request.keys().get(0)),
                UNLOCKED,
                publish(),
                Long.toString(Math.max(TimeUnit.MINUTES.toMillis(2), request.leaseMillis())));
    }

    /** One answer for each grant, all in one round trip. 1: renewed; 0: not ours any more. */
    List<CompletableFuture<Long>> renew(List<? extends Grant> grants) {
        RBatch batch = redisson.createBatch(BatchOptions.defaults().retryAttempts(0));
        RScriptAsync batched = batch.getScript(StringCodec.INSTANCE);
        List<CompletableFuture<Long>> answers = new ArrayList<>(grants.size());
        for (Grant grant : grants) {
            Request request = grant.request();
            Call<Long> renewed = new Call<Long>(client)
                    .follow(batched.evalAsync(
                            RScript.Mode.READ_WRITE,
                            Scripts.RENEW,
                            RScript.ReturnType.LONG,
                            Collections.singletonList(request.keys().get(0)),
                            field(request),
                            Long.toString(request.leaseMillis())));
            answers.add(orAlone(renewed, request));
        }
        batch.executeAsync();
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
                call(
                                Scripts.RENEW,
                                Collections.singletonList(request.keys().get(0)),
                                field(request),
                                Long.toString(request.leaseMillis()))
                        .whenComplete((again, failure) -> {
                            if (failure == null) {
                                answer.complete(again);
                            } else {
                                answer.completeExceptionally(failure);
                            }
                        });
            } else {
                answer.completeExceptionally(error);
            }
        });
        return answer;
    }

    /** A connection for subscriptions; when it breaks, Redisson makes it again and subscribes again. */
    CompletableFuture<RedisPubSubConnection> subscriber() {
        return redisson.getCommandExecutor()
                .getConnectionManager()
                .getEntrySet()
                .iterator()
                .next()
                .getClient()
                .connectPubSubAsync()
                .toCompletableFuture();
    }

    private Call<Long> call(String lua, List<Object> keys, Object... values) {
        return new Call<Long>(client)
                .follow(script.evalAsync(RScript.Mode.READ_WRITE, lua, RScript.ReturnType.LONG, keys, values));
    }

    /** Behind the key, so that rights granted by a key's prefix cover it. */
    private String tombstone(Request request) {
        return request.keys().get(0) + ":abandoned:" + field(request);
    }

    private String publish() {
        return redisson.getCommandExecutor()
                .getConnectionManager()
                .getSubscribeService()
                .getPublishCommand();
    }
}
