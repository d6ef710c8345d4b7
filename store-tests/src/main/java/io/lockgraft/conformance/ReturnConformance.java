package io.lockgraft.conformance;

import static io.lockgraft.spi.LockKind.EXCLUSIVE;
import static io.lockgraft.spi.LockKind.FAIR;
import static io.lockgraft.spi.LockKind.FENCED;
import static io.lockgraft.spi.LockKind.READ;
import static io.lockgraft.spi.LockKind.SEMAPHORE;
import static io.lockgraft.spi.LockKind.WRITE;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Renewal;
import io.lockgraft.spi.Request;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.store.Answers;
import io.lockgraft.testing.store.EachKind;
import io.lockgraft.testing.store.Renewals;
import io.lockgraft.testing.store.Rivals;
import java.lang.management.ManagementFactory;
import java.lang.management.MonitorInfo;
import java.lang.management.ThreadInfo;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** The part of the conformance suite that is about requests of a process right behind its own release or answer. */
@Shows("a release is still on its way when the same JVM wants the key again")
abstract class ReturnConformance extends KeptKeysConformance {
    private static final LockKind[] ALL = {EXCLUSIVE, FAIR, READ, WRITE, FENCED, SEMAPHORE};

    /** The monitors that a thread held as it completed something, by what that was. */
    private final Map<String, String> monitors = new ConcurrentHashMap<>();

    /** Tries once, and lets a slow store take its time. */
    private Request once(LockKind kind, List<String> keys) {
        return request(kind, keys, longLease, 20_000).once();
    }

    private void followsAtOnce(LockKind before, List<String> some, LockKind next, List<String> others)
            throws Exception {
        for (int i = 0; i < 10; i++) {
            Grant grant = granted(here.acquire(once(before, some)));
            CompletableFuture<Renewal> released = grant.release();

            Grant behind = granted(here.acquire(once(next, others)));

            assertThat(Renewals.isHeld(released)).as("%s was ours", before).isTrue();
            assertThat(behind.token() > grant.token()).as("a greater token").isEqualTo(next == FENCED);
            assertThat(release(behind)).as("%s is ours", next).isTrue();
        }
    }

    @EachKind
    void whoAsksRightBehindItsOwnReleaseIsNotRefused(LockKind before) throws Exception {
        List<String> free = new ArrayList<>();
        for (LockKind next : ALL) {
            if (kinds().contains(before) && kinds().contains(next) && (before == SEMAPHORE) == (next == SEMAPHORE)) {
                key += "+";
                free.add(key);
                List<String> keys = Collections.singletonList(key);
                followsAtOnce(before, keys, next, keys);
            }
        }
        awaitNothingLeft(free.toArray(new String[0]));
    }

    @EachKind
    void neitherIsWhoAsksForSomeOfSeveralKeysOrForMore(LockKind kind) throws Exception {
        assumeHas(kind);
        List<String> a = Collections.singletonList(key + ":a");
        List<String> both = inOrder(Arrays.asList(key + ":a", key + ":b"));
        List<String> others = inOrder(Arrays.asList(key + ":b", key + ":c"));
        followsAtOnce(kind, both, kind, both);
        followsAtOnce(kind, both, kind, a);
        followsAtOnce(kind, a, kind, both);
        followsAtOnce(kind, both, kind, others);
        awaitNothingLeft(key + ":a", key + ":b", key + ":c");
    }

    @Test
    void whereAllOfThemWaitInTheNetworkTheNextOneIsStillLetInAndNothingIsTakenForLost() throws Exception {
        assumeHas(EXCLUSIVE);
        for (int i = 0; i < 5; i++) {
            Grant grant = granted(here.acquire(request(EXCLUSIVE, key, longLease, 10_000)));

            freeze();
            CompletableFuture<Renewal> released = grant.release();
            Attempt next = here.acquire(request(EXCLUSIVE, key, longLease, 20_000));
            thaw();

            assertThat(release(granted(next))).isTrue();
            // Where the store did not say, that is no loss either.
            assertThat(released.get(10, SECONDS).isLost()).isFalse();
        }
        awaitNothingLeft(key);
    }

    @Test
    void aLockThatWasLostIsToldSoThoughTheNextOneIsAskedForRightBehind() throws Exception {
        assumeHas(EXCLUSIVE);
        for (int i = 0; i < 10; i++) {
            Grant grant = granted(here.acquire(once(EXCLUSIVE, Collections.singletonList(key))));
            delete(key);

            CompletableFuture<Renewal> released = grant.release();
            Grant next = granted(here.acquire(once(EXCLUSIVE, Collections.singletonList(key))));

            assertThat(Renewals.isHeld(released)).isFalse();
            assertThat(release(next)).isTrue();
        }
    }

    @Test
    void whatIsGivenBackOnlyAfterAWhileKeepsTheNextOneOutUntilThen() throws Exception {
        assumeHas(EXCLUSIVE);
        assumeOutlivesProcess();
        long after = lease(3_000);
        Grant grant = granted(here.acquire(request(EXCLUSIVE, key, longLease, 10_000)));

        CompletableFuture<Renewal> released = grant.releaseAfter(after);

        Answers.busy("who tries once", answer(here.acquire(once(EXCLUSIVE, Collections.singletonList(key)))));
        assertThat(Renewals.isHeld(released)).isTrue();
        assertThat(release(granted(here.acquire(request(EXCLUSIVE, key, longLease, after + AMPLE)))))
                .isTrue();
    }

    /** Looks at the thread that completes it. */
    private <T> CompletableFuture<T> watch(String what, CompletableFuture<T> future) {
        return future.whenComplete((said, failed) -> {
            ThreadInfo completing = ManagementFactory.getThreadMXBean()
                    .getThreadInfo(new long[] {Thread.currentThread().getId()}, true, false)[0];
            MonitorInfo[] held = completing.getLockedMonitors();
            if (held.length > 0) {
                monitors.put(what, completing.getThreadName() + ": " + Arrays.toString(held));
            }
        });
    }

    @Test
    void aThreadThatCompletesAnAnswerHoldsNoMonitor() throws Exception {
        LockKind kind = kinds().iterator().next();
        Grant held = granted(there.acquire(request(Rivals.of(kind), key, longLease, 5_000)));
        Attempt abandoned = waiting(here, request(kind, key, longLease, 30_000));
        CompletableFuture<Answer> given = watch("the answer of an abandoned attempt", abandoned.answer());
        Attempt brief = here.acquire(request(kind, key, longLease, 300));
        CompletableFuture<Answer> busy = watch("busy", brief.answer());
        Attempt patient = waiting(here, request(kind, key, longLease, 30_000));
        CompletableFuture<Answer> grant = watch("a grant", patient.answer());

        abandoned.abandon();
        given.get(10, SECONDS);
        busy.get(10, SECONDS);
        held.release();
        Grant got = grant.get(20, SECONDS).grant();
        CompletableFuture<Renewal> renewal =
                here.renew(Collections.singletonList(got)).get(0);
        watch("a renewal", renewal).get(10, SECONDS);
        watch("a release", got.release()).get(10, SECONDS);

        assertThat(monitors).isEmpty();
    }

    @Test
    void whatHangsOnAnAnswerMayAskTheStoreAgainOnTheSameThread() throws Exception {
        LockKind kind = kinds().iterator().next();
        Grant held = granted(there.acquire(request(Rivals.of(kind), key, longLease, 5_000)));
        Attempt waiting = waiting(here, request(kind, key, longLease, 30_000));
        CompletableFuture<Answer> second = waiting.answer()
                .thenCompose(first -> first.grant().release())
                .thenCompose(released ->
                        here.acquire(request(kind, key, longLease, 20_000)).answer());

        held.release();
        Grant again = second.get(40, SECONDS).grant();

        assertThat(again).isNotNull();
        assertThat(Renewals.isHeld(again.release())).isTrue();
        awaitNothingLeft(key);
    }
}
