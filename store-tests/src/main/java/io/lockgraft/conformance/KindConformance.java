package io.lockgraft.conformance;

import static io.lockgraft.spi.LockKind.EXCLUSIVE;
import static io.lockgraft.spi.LockKind.FAIR;
import static io.lockgraft.spi.LockKind.FENCED;
import static io.lockgraft.spi.LockKind.READ;
import static io.lockgraft.spi.LockKind.SEMAPHORE;
import static io.lockgraft.spi.LockKind.WRITE;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Request;
import io.lockgraft.testing.FailsWithout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The part of the conformance suite that is about the kinds of lock. */
abstract class KindConformance extends ConformanceGround {
    private static final LockKind[] OF_ONE_KEY = {EXCLUSIVE, FAIR, READ, WRITE, FENCED};

    @ParameterizedTest
    @EnumSource
    void aReleasedLockOfAnyKindIsFree(LockKind kind) throws Exception {
        assumeHas(kind);
        Grant grant = granted(here.acquire(request(kind, key, LONG_LEASE, 1000)));
        assertThat(isHeld(key)).isTrue();

        assertThat(release(grant)).as("was ours").isTrue();

        assertThat(isHeld(key)).isFalse();
        assertThat(release(grant)).as("ours, after its release").isFalse();
        assertThat(release(granted(there.acquire(request(kind, key, LONG_LEASE, 1000)))))
                .isTrue();
    }

    @ParameterizedTest
    @EnumSource(names = "SEMAPHORE", mode = EnumSource.Mode.EXCLUDE)
    @Tag("everywhere")
    void everyKindExcludesEveryOtherAndOnlyReadersShare(LockKind held) throws Exception {
        for (LockKind wanted : OF_ONE_KEY) {
            if (!kinds().contains(held) || !kinds().contains(wanted)) {
                continue;
            }
            key += "+";
            Grant grant = granted(here.acquire(request(held, key, LONG_LEASE, 1000)));

            Answer answer = answer(there.acquire(request(wanted, key, LONG_LEASE, 0)));

            assertThat(answer.isBusy())
                    .as("%s while another holds %s (%s)", wanted, held, answer.cause())
                    .isEqualTo(held != READ || wanted != READ);
            assertThat(renew(here, grant)).containsExactly(true);
            assertThat(release(grant)).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(names = "SEMAPHORE", mode = EnumSource.Mode.EXCLUDE)
    void aWaiterOfAnyKindIsWokenByTheReleaseOfAnyOther(LockKind held) throws Exception {
        for (LockKind wanted : OF_ONE_KEY) {
            if (!kinds().contains(held) || !kinds().contains(wanted) || (held == READ && wanted == READ)) {
                continue;
            }
            key += "+";
            Grant grant = granted(here.acquire(request(held, key, LONG_LEASE, 1000)));
            Attempt waiting = waiting(there, request(wanted, key, LONG_LEASE, 25_000));
            long start = System.nanoTime();

            release(grant);

            release(granted(waiting));
            assertThat(toMillis(System.nanoTime() - start))
                    .as("until %s got what %s had given back", wanted, held)
                    .isLessThan(5000);
        }
    }

    @Test
    void aLeaseOfAnyKindEndsWhereItIsNotRenewed() throws Exception {
        Map<Grant, Attempt> waiting = new LinkedHashMap<>();
        for (LockKind kind : kinds()) {
            Grant grant = granted(here.acquire(request(kind, key + kind, 700, 1000)));
            waiting.put(grant, there.acquire(request(writerOr(kind), key + kind, LONG_LEASE, 20_000)));
        }

        for (Map.Entry<Grant, Attempt> each : waiting.entrySet()) {
            Grant next = granted(each.getValue());
            Grant grant = each.getKey();
            assertThat(renew(here, grant)).as(grant.request().toString()).containsExactly(false);
            assertThat(release(grant)).as(grant.request().toString()).isFalse();
            assertThat(release(next)).as(grant.request().toString()).isTrue();
        }
    }

    @Test
    void aLeaseOfAnyKindGoesOnWhereItIsRenewed() throws Exception {
        List<Grant> grants = new ArrayList<>();
        for (LockKind kind : kinds()) {
            grants.add(granted(here.acquire(request(kind, key + kind, 1000, 1000))));
        }
        long until = System.nanoTime() + SECONDS.toNanos(2);

        while (System.nanoTime() - until < 0) {
            assertThat(renew(here, grants.toArray(new Grant[0]))).containsOnly(true);
            Thread.sleep(100);
        }

        while (!grants.isEmpty()) {
            assertThat(renew(here, grants.toArray(new Grant[0]))).containsOnly(true);
            Grant grant = grants.remove(0);
            LockKind kind = grant.request().kind();
            assertThat(answer(there.acquire(request(writerOr(kind), key + kind, LONG_LEASE, 0)))
                            .isBusy())
                    .as("%s", kind)
                    .isTrue();
            assertThat(release(grant)).as("%s", kind).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    @Tag("everywhere")
    void aLockOfAnyKindThatWasTakenAwayIsFoundLost(LockKind kind) throws Exception {
        assumeHas(kind);
        Grant grant = granted(here.acquire(request(kind, key, LONG_LEASE, 1000)));

        delete(key);

        assertThat(renew(here, grant)).containsExactly(false);
        assertThat(release(grant)).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void anOwnerThatAsksAgainHoldsOnce(LockKind kind) throws Exception {
        assumeHas(kind);
        Request request = request(kind, key, LONG_LEASE, 2000);
        Grant first = granted(here.acquire(request));

        Grant again = granted(here.acquire(request));

        assertThat(again.token()).as("token").isGreaterThanOrEqualTo(first.token());
        assertThat(release(again)).isTrue();
        assertThat(isHeld(key)).isFalse();
        assertThat(release(first)).isFalse();
    }

    @Test
    void aReleaseAfterAWhileKeepsTheLockForThatWhile() throws Exception {
        Map<LockKind, CompletableFuture<Long>> took = new EnumMap<>(LockKind.class);
        for (LockKind kind : kinds()) {
            Grant cut = granted(here.acquire(request(kind, key + kind, LONG_LEASE, 1000)));

            long start = System.nanoTime();
            assertThat(cut.releaseAfter(800).get(10, SECONDS))
                    .as("%s was ours", kind)
                    .isTrue();

            assertThat(answer(there.acquire(request(writerOr(kind), key + kind, LONG_LEASE, 0)))
                            .isBusy())
                    .as("%s", kind)
                    .isTrue();
            took.put(
                    kind,
                    there.acquire(request(writerOr(kind), key + kind, LONG_LEASE, 20_000))
                            .answer()
                            .thenApply(answer -> {
                                answer.grant().release();
                                return toMillis(System.nanoTime() - start);
                            }));
        }

        for (LockKind kind : kinds()) {
            assertThat(took.get(kind).get(30, SECONDS))
                    .as("milliseconds of 800, of %s", kind)
                    .isBetween(700L, 10_000L);
        }
    }

    @Test
    void aReleaseAfterAWhileMayOutlastTheLease() throws Exception {
        List<Attempt> waiting = new ArrayList<>();
        for (LockKind kind : kinds()) {
            Grant stretched = granted(here.acquire(request(kind, key + kind, 500, 1000)));

            assertThat(stretched.releaseAfter(LONG_LEASE).get(10, SECONDS))
                    .as("%s", kind)
                    .isTrue();
            waiting.add(there.acquire(request(writerOr(kind), key + kind, LONG_LEASE, 900)));
        }

        for (Attempt attempt : waiting) {
            assertThat(answer(attempt).isBusy()).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aReleaseAfterAWhileSaysThatTheLockHadBeenLost(LockKind kind) throws Exception {
        assumeHas(kind);
        Grant lost = granted(here.acquire(request(kind, key, LONG_LEASE, 1000)));
        delete(key);

        assertThat(lost.releaseAfter(1000).get(10, SECONDS)).isFalse();

        assertThat(isHeld(key)).isFalse();
    }

    @EachKind
    void attemptsOfAnyKindAbandonedAtAnyMomentLeaveNothing(LockKind kind) throws Exception {
        assumeHas(kind);
        for (int i = 0; i < 200; i++) {
            Attempt attempt = here.acquire(request(kind, key, LONG_LEASE, 5000));
            LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(800_000));
            attempt.abandon();
        }

        release(granted(there.acquire(request(writerOr(kind), key, LONG_LEASE, 10_000))));
        awaitNothingLeft(key);
    }

    @Test
    void readersShareAndAWriterWaitsForAllOfThem() throws Exception {
        assumeHas(READ, WRITE);
        Grant first = granted(here.acquire(request(READ, key, LONG_LEASE, 1000)));
        Grant second = granted(there.acquire(request(READ, key, LONG_LEASE, 1000)));
        Attempt writer = waiting(there, request(WRITE, key, LONG_LEASE, 25_000));

        release(first);
        assertThat(writer.answer()).isNotDone();
        assertThat(renew(there, second)).containsExactly(true);
        release(second);

        assertThat(release(granted(writer))).isTrue();
    }

    @Test
    void aReadersLeaseEndsAlthoughOthersAreRenewed() throws Exception {
        assumeHas(READ, WRITE);
        granted(here.acquire(request(READ, key, 1500, 1000)));
        Grant lasting = granted(there.acquire(request(READ, key, LONG_LEASE, 1000)));
        Attempt writer = waiting(there, request(WRITE, key, LONG_LEASE, 25_000));

        assertThat(renew(there, lasting)).containsExactly(true);
        release(lasting);

        long start = System.nanoTime();
        release(granted(writer));
        assertThat(toMillis(System.nanoTime() - start))
                .as("milliseconds that a dead reader holds a writer up")
                .isLessThan(5000);
    }

    @Test
    void readersThatComeLaterDoNotOvertakeAWriter() throws Exception {
        assumeHas(READ, WRITE);
        Grant reader = granted(here.acquire(request(READ, key, LONG_LEASE, 1000)));
        Attempt writer = waiting(there, request(WRITE, key, LONG_LEASE, 25_000));

        assertThat(answer(here.acquire(request(READ, key, LONG_LEASE, 0))).isBusy())
                .as("a reader that tries once while a writer waits is refused")
                .isTrue();
        Attempt later = waiting(here, request(READ, key, LONG_LEASE, 25_000));
        release(reader);
        Grant written = granted(writer);
        assertThat(later.answer()).isNotDone();
        release(written);

        assertThat(release(granted(later))).isTrue();
    }

    @Test
    void aWriterIsNotStarvedByReadersThatKeepComing() throws Exception {
        assumeHas(READ, WRITE);
        Grant last = granted(here.acquire(request(READ, key, LONG_LEASE, 1000)));
        Attempt writer = waiting(there, request(WRITE, key, LONG_LEASE, 60_000));
        List<Attempt> readers = new ArrayList<>();
        long start = System.nanoTime();
        while (!writer.answer().isDone() && toMillis(System.nanoTime() - start) < 10_000) {
            // Each comes before the one before it has left.
            Attempt next = here.acquire(request(READ, key, LONG_LEASE, 60_000));
            readers.add(next);
            if (last != null) {
                release(last);
            }
            Answer answer = next.answer().getNow(null);
            last = answer == null ? null : answer.grant();
            if (last == null) {
                // Each that waits asks again when one leaves: of thousands, the store would hear for minutes.
                LockSupport.parkNanos(1_000_000);
            }
        }

        release(granted(writer));
        for (Attempt reader : readers) {
            reader.abandon();
        }
        awaitNothingLeft(key);
    }

    @Test
    @FailsWithout("`PendingCleanup#settle` gives back the key and the place in the queue of a call that gave up")
    void readersAreLetInWhenTheWriterThatWaitedGivesUp() throws Exception {
        assumeHas(READ, WRITE);
        Grant reader = granted(here.acquire(request(READ, key, LONG_LEASE, 1000)));
        Attempt writer = waiting(there, request(WRITE, key, LONG_LEASE, 25_000));
        Attempt later = waiting(here, request(READ, key, LONG_LEASE, 25_000));

        long start = System.nanoTime();
        writer.abandon();

        release(granted(later));
        assertThat(toMillis(System.nanoTime() - start)).isLessThan(4000);
        release(reader);
    }

    @Test
    void aFairLockServesInTheOrderOfArrival() throws Exception {
        assumeHas(FAIR);
        Grant held = granted(here.acquire(request(FAIR, key, LONG_LEASE, 1000)));
        List<Attempt> queue = new ArrayList<>();
        List<Integer> served = Collections.synchronizedList(new ArrayList<>());
        for (int i = 0; i < 12; i++) {
            int number = i;
            Attempt waiting = waiting(i % 2 == 0 ? there : here, request(FAIR, key, LONG_LEASE, 60_000));
            waiting.answer().thenAccept(answer -> {
                if (answer.grant() != null) {
                    served.add(number);
                    answer.grant().release();
                }
            });
            queue.add(waiting);
        }
        queue.get(4).abandon();

        release(held);

        await().atMost(Duration.ofSeconds(30)).until(() -> served.size() == 11);
        assertThat(served).containsExactly(0, 1, 2, 3, 5, 6, 7, 8, 9, 10, 11);
    }

    @Test
    @FailsWithout("`queue.lua` notes who is present, so that a dead `fair` waiter holds the queue up for 5 s at most")
    void aWaiterWhoseProcessDiedHoldsTheQueueUpForFiveSecondsAtMost() throws Exception {
        assumeHas(FAIR);
        Grant held = granted(here.acquire(request(FAIR, key, LONG_LEASE, 1000)));
        LockStore dead = open();
        waiting(dead, request(FAIR, key, LONG_LEASE, 60_000));
        Attempt next = waiting(there, request(FAIR, key, LONG_LEASE, 60_000));

        dead.close();
        long start = System.nanoTime();
        release(held);

        release(granted(next));
        assertThat(toMillis(System.nanoTime() - start))
                .as("5 s, and what a busy machine adds")
                .isLessThan(6000);
    }

    @Test
    void aSemaphoreLetsInAsManyAsItSays() throws Exception {
        assumeHas(SEMAPHORE);
        assumeSeveralPermits();
        Grant first = granted(here.acquire(permit(3, LONG_LEASE, 1000)));
        granted(there.acquire(permit(3, LONG_LEASE, 1000)));
        granted(here.acquire(permit(3, LONG_LEASE, 1000)));
        assertThat(answer(there.acquire(permit(3, LONG_LEASE, 0))).isBusy()).isTrue();
        Attempt fourth = waiting(there, permit(3, LONG_LEASE, 25_000));

        release(first);

        assertThat(renew(there, granted(fourth))).containsExactly(true);
        assertThat(answer(here.acquire(permit(3, LONG_LEASE, 0))).isBusy()).isTrue();
    }

    @Test
    void aSemaphoresPermitsMayChangeWhileSomeAreOut() throws Exception {
        assumeHas(SEMAPHORE);
        assumeSeveralPermits();
        Grant first = granted(here.acquire(permit(2, LONG_LEASE, 1000)));
        Grant second = granted(there.acquire(permit(2, LONG_LEASE, 1000)));

        Grant third = granted(here.acquire(permit(3, LONG_LEASE, 0)));
        assertThat(answer(there.acquire(permit(1, LONG_LEASE, 0))).isBusy())
                .as("three are inside")
                .isTrue();
        release(first);
        release(second);
        assertThat(answer(there.acquire(permit(1, LONG_LEASE, 0))).isBusy())
                .as("one is inside")
                .isTrue();
        assertThat(renew(here, third)).containsExactly(true);
        release(third);

        granted(there.acquire(permit(1, LONG_LEASE, 1000)));
    }

    @Test
    void aPermitOfADeadProcessComesBackWithItsLeaseAlthoughOthersLiveOn() throws Exception {
        assumeHas(SEMAPHORE);
        assumeSeveralPermits();
        Grant dead = granted(here.acquire(permit(2, 1000, 1000)));
        Grant lasting = granted(there.acquire(permit(2, LONG_LEASE, 1000)));

        granted(there.acquire(permit(2, LONG_LEASE, 20_000)));

        assertThat(renew(here, dead)).containsExactly(false);
        assertThat(release(dead)).isFalse();
        assertThat(renew(there, lasting)).containsExactly(true);
    }

    @Test
    void theTokensBehindAGrantsOwnBelongToItToo() throws Exception {
        assumeHas(FENCED);
        long last = 0;
        for (int count : new int[] {1, 65, 1, 7, 1_000, 65}) {
            Request request = request(FENCED, key, LONG_LEASE, 1000).withTokens(count);
            Grant grant = granted(here.acquire(request));
            assertThat(grant.token()).as("%d, after %d", count, last).isGreaterThan(last);
            Grant again = granted(here.acquire(request));
            assertThat(again.token()).as("asked again").isGreaterThanOrEqualTo(grant.token());
            if (countsInOnePlace()) {
                assertThat(again.token()).as("asked again").isEqualTo(grant.token());
            }
            Grant raised = granted(here.acquire(request.withTokenAbove(again.token() + 3)));
            assertThat(raised.token()).as("raised").isGreaterThan(again.token() + 3);
            last = raised.token() + count - 1;
            release(raised);
            Grant other = granted(there.acquire(request(FENCED, key, LONG_LEASE, 1000)));
            assertThat(other.token())
                    .as("after %d from %d on", count, raised.token())
                    .isGreaterThan(last);
            last = other.token();
            release(other);
        }
    }

    @Test
    void whoGetsALockThatAnotherHasLostHasAGreaterTokenThanAllOfThose() throws Exception {
        assumeHas(FENCED);
        Grant lost = granted(here.acquire(request(FENCED, key, LONG_LEASE, 1000).withTokens(65)));
        delete(key);

        Grant next =
                granted(there.acquire(request(FENCED, key, LONG_LEASE, 5000).withTokens(65)));

        assertThat(next.token()).isGreaterThan(lost.token() + 64);
    }

    @Test
    void fenceTokensOnlyGrow() throws Exception {
        assumeHas(FENCED);
        long last = 0;
        for (int i = 0; i < 20; i++) {
            Grant grant = granted((i % 2 == 0 ? here : there).acquire(request(FENCED, key, LONG_LEASE, 1000)));
            assertThat(grant.token()).isGreaterThan(last);
            last = grant.token();
            release(grant);
        }
    }

    @Test
    void onlyAFencedGrantHasAToken() throws Exception {
        for (LockKind kind : kinds()) {
            key += "+";
            Grant grant = granted(here.acquire(request(kind, key, LONG_LEASE, 1000)));
            assertThat(grant.token() > 0).as("%s has a token", kind).isEqualTo(kind == FENCED);
        }
    }

    @Test
    void aTokenIsAsHighAsItIsAskedToBe() throws Exception {
        assumeHas(FENCED);
        Request request = request(FENCED, key, LONG_LEASE, 1000);
        Grant first = granted(here.acquire(request));

        Grant raised = granted(here.acquire(request.withTokenAbove(first.token() + 99)));
        Grant again = granted(here.acquire(request.withTokenAbove(first.token())));

        if (countsInOnePlace()) {
            assertThat(raised.token()).isEqualTo(first.token() + 100);
            assertThat(again.token()).as("it is greater already").isEqualTo(raised.token());
        }
        assertThat(raised.token()).isGreaterThanOrEqualTo(first.token() + 100);
        assertThat(again.token()).isGreaterThanOrEqualTo(raised.token());
        release(raised);
        assertThat(granted(there.acquire(request(FENCED, key, LONG_LEASE, 1000)))
                        .token())
                .isGreaterThan(again.token());
    }

    /** Whether no token is left out; a server of several that grants later than most has the next one. */
    protected boolean countsInOnePlace() {
        return true;
    }

    /** What cannot be beside the kind: readers can be beside readers. */
    private static LockKind writerOr(LockKind kind) {
        return kind == READ ? EXCLUSIVE : kind;
    }

    private Request permit(int permits, long leaseMillis, long waitMillis) {
        return request(SEMAPHORE, permits, Collections.singletonList(key), leaseMillis, waitMillis);
    }
}
