package io.lockgraft.conformance;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lockgraft.conformance.jvm.Opening;
import io.lockgraft.conformance.jvm.OtherJvm;
import io.lockgraft.conformance.jvm.OtherStore;
import io.lockgraft.conformance.jvm.Peer;
import io.lockgraft.conformance.jvm.Question;
import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Capabilities;
import io.lockgraft.spi.Capability;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.Jvm;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Reach;
import io.lockgraft.spi.Renewal;
import io.lockgraft.spi.Request;
import io.lockgraft.testing.store.Answers;
import io.lockgraft.testing.store.Renewals;
import io.lockgraft.testing.store.Requests;
import io.lockgraft.testing.store.TestContext;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInfo;

/**
 * What the parts of the conformance suite stand on: a store of this JVM and one of another, on the same locks, and what
 * their tests say often. The other JVM is a process where the store reaches that far. Where it does not, both are in
 * this process, each in the name of a JVM of its own. Both number their owners from one on.
 */
abstract class ConformanceGround {
    private static final AtomicLong OWNERS = new AtomicLong();

    /** The processes of the test classes that have one. */
    private static final Map<Class<?>, OtherJvm> JVMS = new ConcurrentHashMap<>();

    /** Milliseconds in which the slowest store grants a key that is free, on the busiest machine. */
    static final long AMPLE = 20_000;

    /** Milliseconds of a lease that is renewed in a test: on the busiest machine no renewal takes as long. */
    private static final long RENEWED = 4_000;

    /** After ten seconds a place in a queue has gone by itself. */
    private static final Duration LESS_THAN_A_PLACE = Duration.ofSeconds(8);

    /** The store of this JVM, and that of another. */
    protected LockStore here;

    protected LockStore there;
    protected String key;

    /** Of a lock that is held until it is released, in milliseconds. */
    long longLease;

    /** Of a lock that would be lost within the test if nobody renewed it, in milliseconds. */
    long renewedLease;

    /** How a JVM opens the store that all tests share. */
    protected abstract Opening opening() throws Exception;

    /** How the other JVM opens it, where that is another way. */
    protected Opening openingThere() throws Exception {
        return opening();
    }

    /** The store of one more JVM, in this process; the test closes it. */
    protected final LockStore open() throws Exception {
        return open(opening());
    }

    /** The same by another opening. */
    static LockStore open(Opening opening) throws Exception {
        Jvm jvm = TestContext.newJvm();
        return Peer.of(opening.open(new TestContext(jvm)), jvm);
    }

    /** The store of one more JVM: in a process of its own where the store reaches that far. */
    private LockStore openThere() throws Exception {
        if (capabilities().reach() == Reach.JVM) {
            return open(openingThere());
        }
        OtherJvm process = JVMS.get(getClass());
        if (process == null) {
            process = OtherJvm.start();
            OtherJvm other = JVMS.putIfAbsent(getClass(), process);
            if (other != null) {
                process.close(); // tests of one class run side by side
                process = other;
            }
        }
        return process.open(openingThere());
    }

    /** Looks into the store of the other JVM, where that is a process. */
    protected final String askThere(Question question) throws IOException {
        return ((OtherStore) there).ask(question);
    }

    @AfterAll
    static void endProcess(TestInfo test) throws Exception {
        OtherJvm process = JVMS.remove(test.getTestClass().orElseThrow());
        if (process != null) {
            process.close();
        }
    }

    /** Whether the store has this key locked by anybody. */
    protected abstract boolean isHeld(String key) throws Exception;

    /**
     * What the store has of these locks, under whatever name: holders, places in queues, listeners. Not what must
     * outlive a lock, as its last token.
     */
    protected abstract Set<String> leftOf(List<String> keys) throws Exception;

    /** Takes the lock away without a word, as an administrator or a failover does. */
    protected abstract void delete(String key) throws Exception;

    /** Waits until all servers have granted it, where it takes several: the last may be on its way when most have. */
    protected void awaitEverywhere(String key) throws Exception {}

    /**
     * Waits until so many stand in the queue that keeps the order of this kind. A store that takes several of others
     * may say that the key is held before it stands in the queue of one.
     */
    protected void awaitPlaces(LockKind kind, String key, int waiting) throws Exception {}

    /** From now on the store answers nothing; what reaches it may have happened, or happen later. */
    protected abstract void freeze() throws Exception;

    /** The store answers again. */
    protected abstract void thaw() throws Exception;

    /** What the store declares. The suite asks for that, and skips the rest. */
    protected abstract Capabilities capabilities();

    /** So many milliseconds, or the lease next to that among those that the store declares. */
    final long lease(long millis) {
        return Math.max(capabilities().shortestLease(), Math.min(capabilities().longestLease(), millis));
    }

    final Set<LockKind> kinds() {
        return capabilities().kinds();
    }

    /** The same keys in the order in which this backend takes them, where it is another than that of the request. */
    protected List<String> inOrder(List<String> keys) {
        return keys;
    }

    @BeforeEach
    final void openBoth() throws Exception {
        key = "conformance:" + UUID.randomUUID();
        longLease = lease(30_000);
        renewedLease = lease(RENEWED);
        here = open();
        there = openThere();
        // Both are connected before anything hangs on how long an answer takes.
        LockKind any = kinds().iterator().next();
        for (LockStore each : Arrays.asList(here, there)) {
            release(granted(each.acquire(request(any, key + ":warm", longLease, 30_000))));
        }
    }

    @AfterEach
    final void closeBoth() throws Exception {
        thaw();
        for (LockStore each : Arrays.asList(here, there)) {
            if (each != null) {
                each.close();
            }
        }
    }

    final void assumeHas(LockKind... needed) {
        assumeTrue(kinds().containsAll(Arrays.asList(needed)), "this backend has no such lock");
    }

    final void assumeSeveralPermits() {
        assumeTrue(capabilities().can(Capability.SEVERAL_PERMITS), "a semaphore of this backend has one permit");
    }

    final void assumeOutlivesProcess() {
        assumeTrue(capabilities().can(Capability.OUTLIVES_PROCESS), "a lock of this backend ends with its process");
    }

    static Request request(LockKind kind, List<String> keys, long leaseMillis, long waitMillis) {
        return request(kind, 1, keys, leaseMillis, waitMillis);
    }

    static Request request(LockKind kind, String key, long leaseMillis, long waitMillis) {
        return request(kind, 1, Collections.singletonList(key), leaseMillis, waitMillis);
    }

    /** @param waitMillis 0 for a request that does not wait for a lock that is held, but for a store that is slow */
    static Request request(LockKind kind, int permits, List<String> keys, long leaseMillis, long waitMillis) {
        long deadline = System.nanoTime() + MILLISECONDS.toNanos(waitMillis == 0 ? AMPLE : waitMillis);
        Request request = Requests.of(kind, permits, keys, OWNERS.incrementAndGet(), leaseMillis, deadline);
        return waitMillis == 0 ? request.once() : request;
    }

    static Answer answer(Attempt attempt) throws Exception {
        return attempt.answer().get(70, SECONDS);
    }

    static Grant granted(Attempt attempt) throws Exception {
        return Answers.granted(answer(attempt));
    }

    static boolean release(Grant grant) throws Exception {
        return Renewals.isHeld(grant.release());
    }

    /** A wait that the store has answered: in a queue, its place is taken. */
    static Attempt waiting(LockStore backend, Request request) {
        Attempt waiting = backend.acquire(request);
        await().atMost(Duration.ofSeconds(10))
                .pollInterval(Duration.ofMillis(5))
                .until(waiting::isContended);
        assertThat(waiting.answer()).as("waits").isNotDone();
        return waiting;
    }

    static List<Boolean> renew(LockStore backend, Grant... grants) throws Exception {
        List<Boolean> answers = new ArrayList<>();
        for (CompletableFuture<Renewal> answer : backend.renew(Arrays.asList(grants))) {
            answers.add(Renewals.isHeld(answer));
        }
        return answers;
    }

    /** When a lease that begins now would be over for certain, by System.nanoTime. */
    static long afterLease(long leaseMillis) {
        return System.nanoTime() + MILLISECONDS.toNanos(leaseMillis + 1_000);
    }

    static long toMillis(long nanos) {
        return nanos / 1_000_000;
    }

    final void awaitFree(String... keys) {
        for (String each : keys) {
            await().atMost(Duration.ofSeconds(20))
                    .pollInterval(Duration.ofMillis(10))
                    .until(() -> !isHeld(each));
        }
    }

    /** Neither a lock nor a place in a queue nor a subscription, and nothing that comes late. */
    final void awaitNothingLeft(String... keys) {
        await().atMost(LESS_THAN_A_PLACE)
                .during(Duration.ofMillis(300))
                .pollInterval(Duration.ofMillis(50))
                .untilAsserted(
                        () -> assertThat(leftOf(Arrays.asList(keys))).as("left").isEmpty());
    }
}
