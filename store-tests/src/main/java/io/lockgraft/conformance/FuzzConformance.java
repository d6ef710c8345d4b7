package io.lockgraft.conformance;

import static io.lockgraft.spi.LockKind.READ;
import static io.lockgraft.spi.LockKind.SEMAPHORE;
import static io.lockgraft.spi.LockKind.WRITE;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Request;
import io.lockgraft.testing.Shows;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The part of the conformance suite in which many threads do what they like; each kind's promise must hold. */
abstract class FuzzConformance extends ReturnConformance {
    private static final int THREADS = 8;

    /** When the threads began, by System.nanoTime. */
    private long begun;

    /** How often a key was entered, counted without synchronisation, as the lock should allow. */
    private static final class Counter {
        int value;
    }

    private interface Turn {
        /** Returns whether the lock was entered. */
        boolean run(LockStore backend, Random random) throws Exception;
    }

    /** Of each thread. */
    protected int rounds() {
        return 50;
    }

    @ParameterizedTest
    @EnumSource(names = {"EXCLUSIVE", "FAIR", "WRITE", "FENCED"})
    @Shows("`exclusive`")
    void neverTwoAtOnceWhateverTheyDo(LockKind kind) throws Exception {
        assumeHas(kind);
        AtomicInteger inside = new AtomicInteger();
        Counter counter = new Counter();
        long[] lastToken = {kind == LockKind.FENCED ? 0 : -1};

        int entered = play((backend, random) -> {
            Grant grant = acquire(backend, request(kind, key, longLease, 60_000), random);
            if (grant == null) {
                return false;
            }
            assertThat(inside.getAndIncrement()).as("others inside").isZero();
            int seen = counter.value;
            assertThat(grant.token()).as("token").isGreaterThan(lastToken[0]);
            lastToken[0] = kind == LockKind.FENCED ? grant.token() : -1;
            dawdle(random);
            counter.value = seen + 1;
            inside.decrementAndGet();
            assertThat(release(grant)).isTrue();
            return true;
        });

        assertThat(counter.value).as("an unsynchronised counter").isEqualTo(entered);
        awaitNothingLeft(key);
    }

    @Test
    @Shows("`read`, `write`")
    void oneWriterOrManyReadersWhateverTheyDo() throws Exception {
        assumeHas(READ, WRITE);
        AtomicInteger readers = new AtomicInteger();
        AtomicInteger writers = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Counter counter = new Counter();
        AtomicInteger written = new AtomicInteger();

        play((backend, random) -> {
            LockKind kind = random.nextInt(4) == 0 ? WRITE : READ;
            Grant grant = acquire(backend, request(kind, key, longLease, 60_000), random);
            if (grant == null) {
                return false;
            }
            int seen = counter.value;
            if (kind == WRITE) {
                assertThat(writers.getAndIncrement())
                        .as("writers beside a writer")
                        .isZero();
                assertThat(readers.get()).as("readers beside a writer").isZero();
                counter.value = seen + 1;
                written.incrementAndGet();
            } else {
                most.accumulateAndGet(readers.incrementAndGet(), Math::max);
                assertThat(writers.get()).as("writers beside a reader").isZero();
                stayUntil(() -> most.get() > 1);
            }
            dawdle(random);
            assertThat(counter.value - seen)
                    .as("what a reader sees stays as it is")
                    .isEqualTo(kind == WRITE ? 1 : 0);
            (kind == WRITE ? writers : readers).decrementAndGet();
            assertThat(release(grant)).isTrue();
            return true;
        });

        assertThat(most).as("readers at once").hasValueGreaterThan(1);
        assertThat(counter.value).as("an unsynchronised counter").isEqualTo(written.get());
        awaitNothingLeft(key);
    }

    @Test
    @Shows("`semaphore`")
    void neverMoreInsideThanThereArePermits() throws Exception {
        assumeHas(SEMAPHORE);
        assumeSeveralPermits();
        int permits = 3;
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();

        play((backend, random) -> {
            Request request = request(SEMAPHORE, permits, Collections.singletonList(key), longLease, 60_000);
            Grant grant = acquire(backend, request, random);
            if (grant == null) {
                return false;
            }
            int now = inside.incrementAndGet();
            assertThat(now).as("inside").isLessThanOrEqualTo(permits);
            most.accumulateAndGet(now, Math::max);
            stayUntil(() -> most.get() == permits);
            dawdle(random);
            inside.decrementAndGet();
            assertThat(release(grant)).isTrue();
            return true;
        });

        assertThat(most).as("inside at once").hasValue(permits);
        awaitNothingLeft(key);
    }

    /** As while one JVM after the other reads its new rules. */
    @Test
    void neverMoreInsideThanTheGreaterNumberWhileItIsChanged() throws Exception {
        assumeHas(SEMAPHORE);
        assumeSeveralPermits();
        AtomicInteger inside = new AtomicInteger();

        play((backend, random) -> {
            int permits = random.nextBoolean() ? 2 : 4;
            Request request = request(SEMAPHORE, permits, Collections.singletonList(key), longLease, 60_000);
            Grant grant = acquire(backend, request, random);
            if (grant == null) {
                return false;
            }
            assertThat(inside.incrementAndGet()).as("inside").isLessThanOrEqualTo(4);
            dawdle(random);
            inside.decrementAndGet();
            assertThat(release(grant)).isTrue();
            return true;
        });

        awaitNothingLeft(key);
    }

    @ParameterizedTest
    @EnumSource(names = {"EXCLUSIVE", "FAIR", "WRITE", "FENCED"})
    @Shows("several keys")
    void crossedKeysNeverDeadlockAndNeverMeet(LockKind kind) throws Exception {
        assumeHas(kind);
        List<String> names = new ArrayList<>();
        ConcurrentHashMap<String, AtomicInteger> inside = new ConcurrentHashMap<>();
        for (int i = 0; i < 4; i++) {
            names.add(key + ":" + i);
            inside.put(names.get(i), new AtomicInteger());
        }

        int entered = play((backend, random) -> {
            TreeSet<String> some = new TreeSet<>();
            for (int i = 1 + random.nextInt(3); i > 0; i--) {
                some.add(names.get(random.nextInt(names.size())));
            }
            Grant grant = acquire(backend, request(kind, new ArrayList<>(some), longLease, 60_000), random);
            if (grant == null) {
                return false;
            }
            for (String name : some) {
                assertThat(inside.get(name).getAndIncrement())
                        .as("others inside " + name)
                        .isZero();
            }
            dawdle(random);
            some.forEach(name -> inside.get(name).decrementAndGet());
            assertThat(release(grant)).isTrue();
            return true;
        });

        assertThat(entered).isGreaterThan(THREADS);
        awaitNothingLeft(names.toArray(new String[0]));
    }

    /** Null where this turn gave up before it got the lock. */
    private static Grant acquire(LockStore backend, Request request, Random random) throws Exception {
        Attempt attempt = backend.acquire(request);
        if (random.nextInt(8) == 0) {
            LockSupport.parkNanos(random.nextInt(500_000));
            attempt.abandon();
            return null;
        }
        return granted(attempt);
    }

    /** Or for a moment, in which others come if there is room for them: a long one while the game is young. */
    private void stayUntil(BooleanSupplier full) {
        long now = System.nanoTime();
        long until = now + MILLISECONDS.toNanos(now - begun < SECONDS.toNanos(10) ? 500 : 20);
        while (!full.getAsBoolean() && System.nanoTime() - until < 0) {
            LockSupport.parkNanos(100_000);
        }
    }

    private static void dawdle(Random random) {
        if (random.nextInt(4) == 0) {
            LockSupport.parkNanos(random.nextInt(300_000));
        }
    }

    /** All threads take turns on both backends; returns how often the lock was entered. */
    private int play(Turn turn) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(THREADS, work -> {
            Thread thread = new Thread(work, "fuzz");
            thread.setDaemon(true);
            return thread;
        });
        begun = System.nanoTime();
        try {
            List<Future<Integer>> results = new ArrayList<>();
            for (int t = 0; t < THREADS; t++) {
                LockStore mine = t % 2 == 0 ? here : there;
                results.add(pool.submit(() -> {
                    int entered = 0;
                    for (int i = 0; i < rounds(); i++) {
                        entered += turn.run(mine, ThreadLocalRandom.current()) ? 1 : 0;
                    }
                    return entered;
                }));
            }
            int entered = 0;
            for (Future<Integer> result : results) {
                entered += result.get(100, SECONDS);
            }
            return entered;
        } finally {
            pool.shutdownNow();
        }
    }
}
