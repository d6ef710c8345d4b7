package io.lockgraft.store.redis;

import static io.lockgraft.spi.LockKind.EXCLUSIVE;
import static io.lockgraft.spi.LockKind.FENCED;
import static io.lockgraft.spi.LockKind.READ;
import static io.lockgraft.spi.LockKind.WRITE;
import static io.lockgraft.store.redis.Locks.answer;
import static io.lockgraft.store.redis.Locks.grant;
import static io.lockgraft.store.redis.Locks.granted;
import static io.lockgraft.store.redis.Locks.release;
import static io.lockgraft.store.redis.Locks.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Request;
import io.lockgraft.store.redis.client.Client;
import io.lockgraft.store.redis.client.Commands;
import io.lockgraft.store.redis.script.Scripts;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.store.Renewals;
import io.lockgraft.testing.store.TestContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.ValueSource;
import org.redisson.api.RFencedLock;
import org.redisson.api.RLock;
import org.redisson.api.RReadWriteLock;

/** An application that locks the same keys with Redisson's own RReadWriteLock and RFencedLock. */
@Timeout(120)
final class RedissonKindsTest extends BesideRedisson {
    @ParameterizedTest
    @ValueSource(strings = {"rw", "{rw}:x", "r}w"})
    void readersOfBothSidesShare(String key) throws Exception {
        RReadWriteLock theirs = application.getReadWriteLock(key);
        Grant ours = grant(backend, READ, key, 5000);

        assertThat(theirs.readLock().tryLock()).isTrue();
        assertThat(theirs.writeLock().tryLock()).isFalse();
        assertThat(answer(backend.acquire(request(WRITE, key, 0))).isBusy()).isTrue();
        assertThat(release(ours)).isTrue();
        assertThat(theirs.readLock().isHeldByCurrentThread()).isTrue();
        assertThat(answer(backend.acquire(request(WRITE, key, 0))).isBusy()).isTrue();
        theirs.readLock().unlock();

        release(grant(backend, WRITE, key, 5000));
        assertEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw", "{rw}:x", "r}w"})
    void theirReaderOutlivesOursAndOursTheirs(String key) throws Exception {
        RReadWriteLock theirs = application.getReadWriteLock(key);
        assertThat(theirs.readLock().tryLock(0, 20, TimeUnit.SECONDS)).isTrue();
        Grant ours = granted(backend.acquire(request(READ, 1, Collections.singletonList(key), 5000, 2000)));

        theirs.readLock().unlock();

        assertThat((Long) server.command("PTTL", key))
                .as("what is left is our lease")
                .isBetween(1L, 2000L);
        assertThat(theirs.writeLock().tryLock()).isFalse();
        assertThat(Renewals.isHeld(backend, ours)).isTrue();
        assertThat(theirs.readLock().tryLock(0, 20, TimeUnit.SECONDS)).isTrue();
        assertThat(release(ours)).isTrue();
        assertThat((Long) server.command("PTTL", key))
                .as("what is left is their lease")
                .isBetween(15_000L, 20_000L);
        theirs.readLock().unlock();
        assertEmpty();
    }

    @Test
    void theirWriterExcludesOursAndItsUnlockWakesUs() {
        RLock theirs = application.getReadWriteLock("k").writeLock();
        for (LockKind kind : Arrays.asList(READ, WRITE, EXCLUSIVE)) {
            theirs.lock();
            assertThat(answer(backend.acquire(request(kind, "k", 0))).isBusy())
                    .as("%s beside their writer", kind)
                    .isTrue();
            Attempt waiting = backend.acquire(request(kind, "k", 60_000));
            await().until(() -> subscribers("redisson_rwlock:{k}") == 1);
            long unlocked = System.nanoTime();
            theirs.unlock();
            release(answer(waiting).grant());
            assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - unlocked))
                    .as("milliseconds until %s was woken", kind)
                    .isLessThan(3000);
        }
        assertEmpty();
    }

    @Test
    void ourWriterExcludesTheirsAndItsReleaseWakesThem() throws Exception {
        RReadWriteLock theirs = application.getReadWriteLock("k");
        for (RLock lock : Arrays.asList(theirs.readLock(), theirs.writeLock())) {
            Grant ours = grant(backend, WRITE, "k", 5000);
            assertThat(lock.tryLock()).isFalse();
            CompletableFuture<Boolean> waiting = CompletableFuture.supplyAsync(() -> lockAndUnlock(lock));
            await().until(() -> subscribers("redisson_rwlock:{k}") >= 1);

            release(ours);

            // Without the message they would wait for the lease, 30 s.
            assertThat(waiting.get(15, TimeUnit.SECONDS)).isTrue();
        }
        assertEmpty();
    }

    @Test
    void ourLastReaderWakesTheirWriter() throws Exception {
        RLock theirs = application.getReadWriteLock("k").writeLock();
        Grant ours = grant(backend, READ, "k", 5000);
        CompletableFuture<Boolean> waiting = CompletableFuture.supplyAsync(() -> lockAndUnlock(theirs));
        await().until(() -> subscribers("redisson_rwlock:{k}") >= 1);

        release(ours);

        assertThat(waiting.get(15, TimeUnit.SECONDS)).isTrue();
        assertEmpty();
    }

    @Test
    void aPlainLockExcludesOurReadersAndWriters() {
        RLock plain = application.getLock("k");
        for (LockKind kind : Arrays.asList(READ, WRITE)) {
            plain.lock();
            assertThat(answer(backend.acquire(request(kind, "k", 0))).isBusy()).isTrue();
            plain.unlock();
            Grant ours = grant(backend, kind, "k", 5000);
            assertThat(plain.tryLock()).as("their RLock beside our %s", kind).isFalse();
            release(ours);
        }
        assertEmpty();
    }

    @Test
    void readersAndWritersOfBothSidesKeepTheirInvariant() throws Exception {
        AtomicInteger readers = new AtomicInteger();
        AtomicInteger writers = new AtomicInteger();
        ExecutorService pool = Executors.newFixedThreadPool(4);
        RReadWriteLock theirs = application.getReadWriteLock("k");
        CompletableFuture<?>[] players = new CompletableFuture<?>[4];
        for (int t = 0; t < players.length; t++) {
            boolean writes = t % 2 == 0;
            boolean redisson = t < 2;
            players[t] = CompletableFuture.runAsync(
                    () -> {
                        for (int i = 0; i < 60; i++) {
                            RLock lock = writes ? theirs.writeLock() : theirs.readLock();
                            Grant grant = null;
                            if (redisson) {
                                lock.lock();
                            } else {
                                grant = grant(backend, writes ? WRITE : READ, "k", 60_000);
                            }
                            int others = (writes ? writers : readers).getAndIncrement();
                            assertThat(writes ? others + readers.get() : writers.get())
                                    .as("beside a %s", writes ? "writer" : "reader")
                                    .isZero();
                            Thread.yield();
                            (writes ? writers : readers).decrementAndGet();
                            if (redisson) {
                                lock.unlock();
                            } else {
                                release(grant);
                            }
                        }
                    },
                    pool);
        }

        CompletableFuture.allOf(players).get(90, TimeUnit.SECONDS);

        pool.shutdown();
        assertEmpty();
    }

    @Test
    void tokensOfBothSidesAreOneSequence() {
        RFencedLock theirs = application.getFencedLock("f");
        long last = 0;
        for (int i = 0; i < 5; i++) {
            long their = theirs.lockAndGetToken();
            assertThat(their).isGreaterThan(last);
            assertThat(answer(backend.acquire(request(FENCED, "f", 0))).isBusy())
                    .isTrue();
            theirs.unlock();
            Grant ours = grant(backend, FENCED, "f", 5000);
            assertThat(ours.token()).isEqualTo(their + 1);
            assertThat(theirs.tryLock()).isFalse();
            assertThat(theirs.getToken()).isEqualTo(ours.token());
            last = ours.token();
            release(ours);
        }
        server.command("DEL", "redisson_lock_token:{f}");
        assertEmpty();
    }

    /** The key is free, and the one in front will take it as a writer; its release is told on another channel. */
    @Test
    void whoIsRefusedAFreeKeySoonListensToTheOneThatTakesIt() {
        long fastest = Long.MAX_VALUE;
        for (int round = 0; round < 3; round++) {
            String key = "k" + round;
            server.command("ZADD", key + ":lockgraft#waiting", "1", "wfirst");
            server.command("ZADD", key + ":lockgraft#heard", Long.toString(System.currentTimeMillis()), "wfirst");
            Attempt waiting = backend.acquire(request(EXCLUSIVE, key, 30_000));
            await().until(() -> subscribers("redisson_lock__channel:{" + key + "}") == 1);
            await().pollDelay(Duration.ofMillis(120)).until(() -> true);
            RLock theirs = application.getReadWriteLock(key).writeLock();
            theirs.lock();
            server.command("ZREM", key + ":lockgraft#waiting", "wfirst");
            server.command("ZREM", key + ":lockgraft#heard", "wfirst");

            long left = System.nanoTime();
            await().pollInterval(Duration.ofMillis(10)).until(() -> subscribers("redisson_rwlock:{" + key + "}") == 1);
            fastest = Math.min(fastest, System.nanoTime() - left);

            theirs.unlock();
            release(granted(waiting));
        }
        assertThat(fastest).as("asked soon, not polling").isLessThan(TimeUnit.MILLISECONDS.toNanos(400));
        assertEmpty();
    }

    /** It knows when the lease was to end, and nobody tells of the end. */
    @ParameterizedTest
    @EnumSource(names = {"EXCLUSIVE", "WRITE", "READ"})
    @Shows("a lock becomes free without a release (`hold.atLeast`, a `DEL` by hand, a dead holder)")
    void theirWaiterLearnsThatOurLeaseIsCut(LockKind kind) throws Exception {
        RLock theirs = kind == EXCLUSIVE
                ? application.getLock("k")
                : application.getReadWriteLock("k").writeLock();
        String channel = kind == EXCLUSIVE ? "redisson_lock__channel:{k}" : "redisson_rwlock:{k}";
        Grant ours = granted(backend.acquire(request(kind, 1, Collections.singletonList("k"), 5000, 600_000)));
        CompletableFuture<Boolean> waiting = CompletableFuture.supplyAsync(() -> lockAndUnlock(theirs));
        await().until(() -> subscribers(channel) >= 1);
        // Until it has asked once more, and sleeps.
        await().pollDelay(Duration.ofMillis(500)).until(() -> true);

        ours.releaseAfter(300).get(10, TimeUnit.SECONDS);

        assertThat(waiting.get(15, TimeUnit.SECONDS)).isTrue();
        assertEmpty();
    }

    /** Of every kind, however short ours hold it. That ours step back for them is shown by the next test. */
    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "SEMAPHORE")
    void theirsGetWhatAThreadOfOursTakesAgainAndAgain(LockKind kind) throws Exception {
        RLock theirs = kind == READ || kind == WRITE
                ? application.getReadWriteLock("k").writeLock()
                : application.getLock("k");
        AtomicBoolean over = new AtomicBoolean();
        AtomicInteger calls = new AtomicInteger();
        CompletableFuture<Void> ours = CompletableFuture.runAsync(() -> {
            while (!over.get()) {
                grant(backend, kind, "k", 60_000).release();
                calls.incrementAndGet();
            }
        });
        List<Long> waits = new ArrayList<>();
        try {
            for (int i = 0; i < 10; i++) {
                int before = calls.get();
                await().until(() -> calls.get() > before + 100);
                long begun = System.nanoTime();
                assertThat(theirs.tryLock(10, TimeUnit.SECONDS)).isTrue();
                waits.add(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun));
                theirs.unlock();
            }
        } finally {
            System.out.printf(
                    "==== Redisson's own lock waited for a thread that takes %s again and again, ms: %s%n",
                    kind, waits);
            over.set(true);
            ours.get(20, TimeUnit.SECONDS);
        }
        server.command("DEL", "redisson_lock_token:{k}");
        assertEmpty();
    }

    @Test
    @FailsWithout("`ReleasesUnderWay#leavesChance` leaves an application's own lock a chance between two grants")
    @Shows("an application's own `RLock`, `RReadWriteLock`")
    void whoeverHadALockForLongLeavesTheirsAChance() throws Exception {
        RLock theirs = application.getLock("k");
        int first = 0;
        List<Long> pauses = new ArrayList<>();
        for (int round = 0; round < 15; round++) {
            Grant ours = grant(backend, "k", 5000);
            AtomicBoolean had = new AtomicBoolean();
            CompletableFuture<Void> waiting = CompletableFuture.runAsync(() -> {
                theirs.lock();
                had.set(true);
                theirs.unlock();
            });
            await().until(() -> subscribers("redisson_lock__channel:{k}") >= 1);
            // Longer than a slot of time.
            await().pollDelay(Duration.ofMillis(300)).until(() -> true);

            CompletableFuture<Long> answered = ours.release().thenApply(done -> System.nanoTime());
            Grant next = grant(backend, "k", 60_000);

            pauses.add(TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - answered.get(10, TimeUnit.SECONDS)));
            first += had.get() ? 1 : 0;
            release(next);
            waiting.get(15, TimeUnit.SECONDS);
        }
        System.out.printf(
                "==== behind one of ours Redisson's own lock was first in %d of 15 rounds; from the release's "
                        + "answer to our next grant, us: %s%n",
                first, pauses);
        assertThat(first).isPositive();
        assertThat(pauses)
                .as("microseconds from the answer to the release until we have it again")
                .filteredOn(each -> each > 1000)
                .hasSizeGreaterThan(12);
        assertEmpty();
    }

    /** By that a chance is left where one of theirs may wait, and nowhere else. */
    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "SEMAPHORE")
    @FailsWithout("`wake.lua` counts who hears a release and does not queue")
    @Shows("an application's own `RLock`, `RReadWriteLock`")
    void aReleaseTellsOfTheirsThatWaitAndNotOfOurs(LockKind kind) throws Exception {
        RLock theirs = kind == READ || kind == WRITE
                ? application.getReadWriteLock("k").writeLock()
                : application.getLock("k");
        String channel = kind == READ || kind == WRITE ? "redisson_rwlock:{k}" : "redisson_lock__channel:{k}";
        try (Client client = new Client(new TestContext(), Locks.settings(server.address()))) {
            Commands commands = client.commands().get(20, TimeUnit.SECONDS);
            assertThat(isBesideAtRelease(commands, kind, () -> {})).as("alone").isFalse();

            List<Attempt> ours = new ArrayList<>();
            assertThat(isBesideAtRelease(commands, kind, () -> {
                        ours.add(backend.acquire(request(kind == READ ? WRITE : kind, "k", 60_000)));
                        await().until(() -> subscribers(channel) == 1);
                    }))
                    .as("beside one of ours that waits")
                    .isFalse();
            release(granted(ours.get(0)));
            await().until(() -> subscribers(channel) == 0);

            List<CompletableFuture<Boolean>> waiting = new ArrayList<>();
            assertThat(isBesideAtRelease(commands, kind, () -> {
                        waiting.add(CompletableFuture.supplyAsync(() -> lockAndUnlock(theirs)));
                        await().until(() -> subscribers(channel) == 1);
                    }))
                    .as("beside one of theirs that waits")
                    .isTrue();
            assertThat(waiting.get(0).get(15, TimeUnit.SECONDS)).isTrue();
        }
        server.command("DEL", "redisson_lock_token:{k}");
        assertEmpty();
    }

    /** Takes the key, does that, and gives it back. */
    private static boolean isBesideAtRelease(Commands commands, LockKind kind, Runnable meanwhile) throws Exception {
        Request ours = request(kind, "k", 5000);
        assertThat(commands.acquire(ours, 0, Collections.emptyList(), Locks.inAMinute())
                        .get(10, TimeUnit.SECONDS)
                        .busy)
                .isNegative();
        meanwhile.run();
        return Scripts.isBeside(commands.release(ours).get(10, TimeUnit.SECONDS));
    }

    private static boolean lockAndUnlock(RLock lock) {
        lock.lock();
        lock.unlock();
        return true;
    }

    private static long subscribers(String channel) {
        return (Long) ((List<?>) server.command("PUBSUB", "NUMSUB", channel)).get(1);
    }

    /** But for what Redisson itself keeps for a while. */
    private static void assertEmpty() {
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(server.keys("*"))
                        .filteredOn(key -> !key.startsWith("redisson_unlock_latch"))
                        .isEmpty());
    }
}
