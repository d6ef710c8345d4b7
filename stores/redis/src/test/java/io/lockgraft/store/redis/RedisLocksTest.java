package io.lockgraft.store.redis;

import static io.lockgraft.store.redis.Locks.grant;
import static io.lockgraft.store.redis.Locks.isKept;
import static io.lockgraft.store.redis.Locks.loaded;
import static io.lockgraft.store.redis.Locks.release;
import static io.lockgraft.store.redis.Locks.settings;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.StoredLock;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.server.RedisServer;
import io.lockgraft.testing.store.TestContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.redisson.Redisson;
import org.redisson.api.RLock;
import org.redisson.api.RReadWriteLock;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** Who holds what, as Redis tells it, beside what an application has there itself. */
@Timeout(60)
final class RedisLocksTest {
    private RedisServer server;
    private RedisStore store;
    private RedissonClient application;

    @BeforeEach
    void start() {
        server = RedisServer.start();
        store = loaded(new RedisStore(new TestContext(), settings(server.address())));
        Config config = new Config();
        config.useSingleServer().setAddress(server.address());
        application = Redisson.create(config);
    }

    @AfterEach
    void stop() {
        application.shutdown();
        store.close();
        server.close();
    }

    @Test
    @FailsWithout("`tell.lua` writes beside the lock what is to be told of its owner")
    void ruleThreadAndSinceAreWrittenByTheFirstRenewalAndGoWithTheLock() throws Exception {
        for (LockKind kind : LockKind.values()) {
            String key = "k-" + kind;
            Grant held = grant(store, kind, key, 1_000);
            assertThat(only(key).rule())
                    .as("%s, of a call that is not renewed", kind)
                    .isNull();
            assertThat(only(key).heldMillis()).as("%s", kind).isNegative();
            Thread.sleep(30);

            assertThat(isKept(store, held)).isTrue();
            await().until(() -> only(key).rule() != null);

            StoredLock lock = only(key);
            assertThat(lock.owner())
                    .as("%s", kind)
                    .isEqualTo(held.request().owner().text());
            assertThat(lock.rule()).as("%s", kind).isEqualTo("test");
            assertThat(lock.thread())
                    .as("%s", kind)
                    .isEqualTo(Thread.currentThread().getName());
            assertThat(lock.heldMillis()).as("%s", kind).isBetween(29L, 60_000L);
            assertThat(lock.leftMillis()).as("%s", kind).isBetween(1L, 30_000L);
            assertThat(store.unlock(key, lock.owner()).get(10, SECONDS))
                    .as("%s", kind)
                    .isTrue();
            await().until(() -> server.keys(key + ":lockgraft#told*").isEmpty());
            assertThat(release(held)).isFalse();
        }
    }

    @Test
    @FailsWithout("`RedisGrant#inReverse` forgets what its renewals have written")
    void whatWasWrittenIsRemovedBehindTheRelease() throws Exception {
        Grant held = grant(store, "k", 1_000);
        assertThat(isKept(store, held)).isTrue();
        await().until(() -> server.keys("k:lockgraft#told*").size() == 1);

        assertThat(release(held)).isTrue();

        await().until(() -> server.keys("*").isEmpty());
    }

    @Test
    @FailsWithout("`RedisGrant` forgets what an earlier grant of its owner has written, whose token was raised")
    void whatWasWrittenBeforeATokenWasRaisedIsRemovedBehindTheRelease() throws Exception {
        Grant before = grant(store, LockKind.FENCED, "k", 1_000);
        assertThat(isKept(store, before)).isTrue();
        await().until(() -> server.keys("k:lockgraft#told*").size() == 1);

        Request raising = before.request().madeNow().withTokenAbove(before.token() + 5);
        Grant held = store.acquire(raising).answer().get(10, SECONDS).grant();
        assertThat(held.token()).isGreaterThan(before.token() + 5);
        assertThat(release(held)).isTrue();

        await().until(() -> server.keys("k*").isEmpty());
    }

    @Test
    void withoutIdentityNothingIsWritten() throws Exception {
        TestContext context = new TestContext();
        long now = System.nanoTime();
        Request request = new Request(
                LockKind.EXCLUSIVE,
                1,
                Collections.singletonList("k"),
                context.jvm().unnamed().newOwner("rule", "thread"),
                30_000,
                now + SECONDS.toNanos(5),
                now);
        Grant held = Locks.granted(store.acquire(request));

        assertThat(isKept(store, held)).isTrue();

        assertThat(server.keys("*")).containsExactly("k");
        assertThat(only("k").rule()).isNull();
        assertThat(only("k").owner()).isEqualTo(request.owner().text());
    }

    @Test
    @FailsWithout("`Holders` reads the owners of Redisson's own locks")
    void locksOfTheApplicationItselfAreToldAndTakenAway() throws Exception {
        RLock plain = application.getLock("plain");
        plain.lock();
        plain.lock();
        RLock fair = application.getFairLock("fair");
        fair.lock();
        RReadWriteLock both = application.getReadWriteLock("both");
        both.writeLock().lock();
        both.readLock().lock();
        RLock reader = application.getReadWriteLock("read").readLock();
        reader.lock();
        Grant beside = grant(store, LockKind.READ, "read", 1_000);
        String owner = ((Redisson) application).getServiceManager().getId() + ":"
                + Thread.currentThread().getId();

        for (String key : Arrays.asList("plain", "fair", "both")) {
            assertThat(only(key).owner()).as(key).isEqualTo(owner);
            assertThat(store.unlock(key, owner).get(10, SECONDS)).as(key).isTrue();
            assertThat(locks(key)).as(key).isEmpty();
        }
        assertThat(plain.isLocked()).isFalse();
        assertThat(locks("read"))
                .extracting(StoredLock::owner)
                .containsExactlyInAnyOrder(owner, beside.request().owner().text());
        assertThat(store.unlock("read", owner).get(10, SECONDS)).isTrue();
        assertThat(reader.isHeldByCurrentThread()).isFalse();
        assertThat(only("read").owner()).isEqualTo(beside.request().owner().text());
        assertThat(isKept(store, beside)).isTrue();
    }

    @Test
    @FailsWithout("`Holders` and `LockNames#keyOf` leave out what is no lock")
    void whatIsNoLockIsNotTold() throws Exception {
        Grant held = grant(store, LockKind.FENCED, "a", 1_000);
        Locks.release(grant(store, LockKind.FENCED, "b", 1_000));
        Grant permit = grant(store, LockKind.SEMAPHORE, "c", 1_000);
        assertThat(isKept(store, held)).isTrue();
        store.acquire(Locks.request("a", 30_000));
        await().until(() -> !server.keys("a:lockgraft#waiting").isEmpty());
        String owner = held.request().owner().text();
        application.getMap("m1").putAll(Map.of("x", "1", "y", "2"));
        server.command("HSET", "m2", owner, "not a number");
        server.command("HSET", "m3", "field", "1", owner, "1");
        server.command("ZADD", "z1", "1e15", "member");
        server.command("SET", "s1", owner);
        server.command("SADD", "s2", owner);
        List<StoredLock> found = new ArrayList<>();

        store.scan("", found::add).get(30, SECONDS);

        assertThat(found).extracting(StoredLock::key).containsExactlyInAnyOrder("a", "c");
        for (String none : Arrays.asList("m1", "m2", "m3", "z1", "s1", "s2", "absent")) {
            assertThat(locks(none)).as(none).isEmpty();
            assertThat(store.unlock(none, owner).get(10, SECONDS)).as(none).isFalse();
        }
        assertThat(server.command("HGET", "m3", owner)).isEqualTo("1");
        release(permit);
    }

    @Test
    void aProbeSaysWhereLocksAreKept() throws Exception {
        assertThat(store.probe().get(30, SECONDS))
                .anySatisfy(each -> assertThat(each)
                        .startsWith("locks are kept on")
                        .contains("" + server.port())
                        .containsPattern("\\((Redis|Valkey) [0-9.]+\\)"))
                .anySatisfy(each -> assertThat(each).startsWith("a look for all locks goes through"));
        assertThat(server.keys("*")).isEmpty();
    }

    @Test
    void aProbeFailsWithWhatTheServerRefuses() {
        server.command("ACL", "SETUSER", "few", "on", ">secret", "~*", "&*", "+@all", "-hset");
        try (RedisStore few = new RedisStore(
                new TestContext(), settings(server.address(), "few", "secret", 0, Duration.ofSeconds(2)))) {
            assertThatThrownBy(() -> few.probe().get(30, SECONDS)).hasMessageContaining("can't run this command");
        }
    }

    @Test
    void withoutTheRightToScanAProbeSaysSoAndOneKeyIsToldAllTheSame() throws Exception {
        server.command("ACL", "SETUSER", "few", "on", ">secret", "~*", "&*", "+@all", "-scan", "-dbsize");
        try (RedisStore few = new RedisStore(
                new TestContext(), settings(server.address(), "few", "secret", 0, Duration.ofSeconds(2)))) {
            Grant held = grant(few, "k", 5_000);

            assertThat(few.probe().get(30, SECONDS))
                    .anySatisfy(each -> assertThat(each).contains("but not all").contains("NOPERM"));
            assertThat(few.locks("k").get(10, SECONDS)).hasSize(1);
            assertThatThrownBy(() -> few.scan("", lock -> {}).get(10, SECONDS))
                    .hasMessageContaining("NOPERM")
                    .hasMessageContaining("give this user the rights of docs/stores/redis.md");
            release(held);
        }
    }

    private List<StoredLock> locks(String key) throws Exception {
        return store.locks(key).get(10, SECONDS);
    }

    private StoredLock only(String key) throws Exception {
        List<StoredLock> all = locks(key);
        assertThat(all).as(key).hasSize(1);
        return all.get(0);
    }
}
