package io.lockgraft.store.redis;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Request;
import io.lockgraft.store.redis.settings.RedisSettings;
import io.lockgraft.store.redis.settings.Topology;
import io.lockgraft.testing.store.Renewals;
import io.lockgraft.testing.store.Requests;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** What tests of the Redis backend say often. */
public final class Locks {
    private static final AtomicLong OWNERS = new AtomicLong();

    private Locks() {}

    static RedisSettings settings(String address) {
        return settings(address, null, null, 0, Duration.ofSeconds(2));
    }

    static RedisSettings settings(String address, String username, String password, int database, Duration timeout) {
        return RedisSettings.of(Topology.single(address))
                .username(username)
                .password(password)
                .database(database)
                .timeout(timeout)
                .build();
    }

    static RedisSettings file(String config) {
        return RedisSettings.of(Topology.config(config)).build();
    }

    /** Waits until it is loaded, whether the server could be reached or not. */
    static RedisStore loaded(RedisStore backend) {
        try {
            backend.load().handle((done, why) -> null).toCompletableFuture().get(60, TimeUnit.SECONDS);
            return backend;
        } catch (Exception e) {
            throw new AssertionError("the client does not load", e);
        }
    }

    static Request request(String key, long waitMillis) {
        return request(key, waitMillis, 30_000);
    }

    static Request request(String key, long waitMillis, long leaseMillis) {
        return Requests.exclusive(
                key,
                OWNERS.incrementAndGet(),
                leaseMillis,
                System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(waitMillis));
    }

    static Request request(LockKind kind, String key, long waitMillis) {
        return request(kind, 1, Collections.singletonList(key), waitMillis, 30_000);
    }

    static Request request(LockKind kind, int permits, List<String> keys, long waitMillis, long leaseMillis) {
        return Requests.of(
                kind,
                permits,
                keys,
                OWNERS.incrementAndGet(),
                leaseMillis,
                System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(waitMillis));
    }

    /** By System.nanoTime. */
    static long inAMinute() {
        return System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
    }

    static Answer answer(Attempt attempt) {
        try {
            return attempt.answer().get(60, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError("the attempt does not answer", e);
        }
    }

    static Answer acquire(RedisStore backend, String key, long waitMillis) {
        return answer(backend.acquire(request(key, waitMillis)));
    }

    static Grant grant(RedisStore backend, String key, long waitMillis) {
        return granted(backend.acquire(request(key, waitMillis)));
    }

    static Grant granted(Attempt attempt) {
        Answer answer = answer(attempt);
        if (answer.grant() == null) {
            throw new AssertionError("not granted: " + (answer.isBusy() ? "busy" : "unavailable"), answer.cause());
        }
        return answer.grant();
    }

    static Grant grant(RedisStore backend, LockKind kind, String key, long waitMillis) {
        return granted(backend.acquire(request(kind, key, waitMillis)));
    }

    static boolean release(Grant grant) {
        try {
            return Renewals.isHeld(grant.release());
        } catch (Exception e) {
            throw new AssertionError("the release failed", e);
        }
    }

    /** Whether its renewal finds it held. */
    static boolean isKept(RedisStore backend, Grant grant) throws Exception {
        return Renewals.isHeld(backend, grant);
    }
}
