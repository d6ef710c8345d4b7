package io.lockgraft.conformance;

import static io.lockgraft.spi.LockKind.EXCLUSIVE;
import static io.lockgraft.spi.LockKind.FAIR;
import static io.lockgraft.spi.LockKind.FENCED;
import static io.lockgraft.spi.LockKind.READ;
import static io.lockgraft.spi.LockKind.WRITE;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Request;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.store.Answers;
import io.lockgraft.testing.store.EachKind;
import io.lockgraft.testing.store.Renewals;
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
abstract class KindConformance extends LocksConformance {
    private static final LockKind[] OF_ONE_KEY = {EXCLUSIVE, FAIR, READ, WRITE, FENCED};

    @ParameterizedTest
    @EnumSource
    void aReleasedLockOfAnyKindIsFree(LockKind kind) throws Exception {
        assumeHas(kind);
        Grant grant = granted(here.acquire(request(kind, key, longLease, AMPLE)));
        assertThat(isHeld(key)).isTrue();

        assertThat(release(grant)).as("was ours").isTrue();

        assertThat(isHeld(key)).isFalse();
        assertThat(release(grant)).as("ours, after its release").isFalse();
        assertThat(release(granted(there.acquire(request(kind, key, longLease, AMPLE)))))
                .isTrue();
    }

    @ParameterizedTest
    @EnumSource(names = "SEMAPHORE", mode = EnumSource.Mode.EXCLUDE)
    @Tag("everywhere")
    @Shows("`exclusive`")
    void everyKindExcludesEveryOtherAndOnlyReadersShare(LockKind held) throws Exception {
        for (LockKind wanted : OF_ONE_KEY) {
            if (!kinds().contains(held) || !kinds().contains(wanted)) {
                continue;
            }
            key += "+";
            Grant grant = granted(here.acquire(request(held, key, longLease, AMPLE)));

            Answer answer = answer(there.acquire(request(wanted, key, longLease, 0)));

            assertThat(answer.isBusy())
                    .as("%s while another holds %s (%s)", wanted, held, answer.cause())
                    .isEqualTo(held != READ || wanted != READ);
            assertThat(renew(here, grant)).containsExactly(true);
            assertThat(release(grant)).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(names = "SEMAPHORE", mode = EnumSource.Mode.EXCLUDE)
    @Shows("one key, several kinds")
    void aWaiterOfAnyKindIsWokenByTheReleaseOfAnyOther(LockKind held) throws Exception {
        for (LockKind wanted : OF_ONE_KEY) {
            if (!kinds().contains(held) || !kinds().contains(wanted) || (held == READ && wanted == READ)) {
                continue;
            }
            key += "+";
            Grant grant = granted(here.acquire(request(held, key, longLease, AMPLE)));
            Attempt waiting = waiting(there, request(wanted, key, longLease, 25_000));
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
        long lease = lease(700);
        for (LockKind kind : kinds()) {
            Grant grant = granted(here.acquire(request(kind, key + kind, lease, AMPLE)));
            waiting.put(grant, there.acquire(request(writerOr(kind), key + kind, longLease, lease + AMPLE)));
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
            grants.add(granted(here.acquire(request(kind, key + kind, renewedLease, AMPLE))));
            assertThat(renew(here, grants.toArray(new Grant[0]))).containsOnly(true);
        }
        long until = afterLease(renewedLease);

        while (System.nanoTime() - until < 0) {
            assertThat(renew(here, grants.toArray(new Grant[0]))).containsOnly(true);
            Thread.sleep(100);
        }

        while (!grants.isEmpty()) {
            assertThat(renew(here, grants.toArray(new Grant[0]))).containsOnly(true);
            Grant grant = grants.remove(0);
            assertThat(grant.lost() != null && grant.lost().isDone())
                    .as("a loss was told of %s, which is held", grant.request())
                    .isFalse();
            LockKind kind = grant.request().kind();
            Answers.busy(kind, answer(there.acquire(request(writerOr(kind), key + kind, longLease, 0))));
            assertThat(release(grant)).as("%s", kind).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    @Tag("everywhere")
    void aLockOfAnyKindThatWasTakenAwayIsFoundLost(LockKind kind) throws Exception {
        assumeHas(kind);
        Grant grant = granted(here.acquire(request(kind, key, longLease, AMPLE)));

        delete(key);

        assertThat(renew(here, grant)).containsExactly(false);
        assertThat(release(grant)).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void anOwnerThatAsksAgainHoldsOnce(LockKind kind) throws Exception {
        assumeHas(kind);
        Request request = request(kind, key, longLease, AMPLE);
        Grant first = granted(here.acquire(request));

        Grant again = granted(here.acquire(request));

        assertThat(again.token()).as("token").isGreaterThanOrEqualTo(first.token());
        assertThat(release(again)).isTrue();
        assertThat(isHeld(key)).isFalse();
        assertThat(release(first)).isFalse();
    }

    @Test
    void aReleaseAfterAWhileKeepsTheLockForThatWhile() throws Exception {
        assumeOutlivesProcess();
        long after = lease(2_000);
        Map<LockKind, CompletableFuture<Long>> took = new EnumMap<>(LockKind.class);
        for (LockKind kind : kinds()) {
            Grant cut = granted(here.acquire(request(kind, key + kind, longLease, AMPLE)));

            long start = System.nanoTime();
            assertThat(Renewals.isHeld(cut.releaseAfter(after)))
                    .as("%s was ours", kind)
                    .isTrue();

            Answers.busy(kind, answer(there.acquire(request(writerOr(kind), key + kind, longLease, 0))));
            took.put(
                    kind,
                    there.acquire(request(writerOr(kind), key + kind, longLease, after + AMPLE))
                            .answer()
                            .thenApply(answer -> {
                                answer.grant().release();
                                return toMillis(System.nanoTime() - start);
                            }));
        }

        for (LockKind kind : kinds()) {
            assertThat(took.get(kind).get(after + AMPLE, MILLISECONDS))
                    .as("milliseconds of %d, of %s", after, kind)
                    .isBetween(after - 100, after + 10_000);
        }
    }

    @Test
    void aReleaseAfterAWhileMayOutlastTheLease() throws Exception {
        assumeOutlivesProcess();
        long lease = lease(2_000);
        assumeTrue(longLease > 2 * lease, "this backend has leases of one length");
        List<Attempt> waiting = new ArrayList<>();
        for (LockKind kind : kinds()) {
            Grant stretched = granted(here.acquire(request(kind, key + kind, lease, AMPLE)));

            assertThat(Renewals.isHeld(stretched.releaseAfter(longLease)))
                    .as("%s", kind)
                    .isTrue();
            waiting.add(there.acquire(request(writerOr(kind), key + kind, longLease, lease + 400)));
        }

        for (Attempt attempt : waiting) {
            Answers.busy("whose wait is over", answer(attempt));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aReleaseAfterAWhileSaysThatTheLockHadBeenLost(LockKind kind) throws Exception {
        assumeOutlivesProcess();
        assumeHas(kind);
        Grant lost = granted(here.acquire(request(kind, key, longLease, AMPLE)));
        delete(key);

        assertThat(Renewals.isHeld(lost.releaseAfter(lease(1000)))).isFalse();

        assertThat(isHeld(key)).isFalse();
    }

    @EachKind
    void attemptsOfAnyKindAbandonedAtAnyMomentLeaveNothing(LockKind kind) throws Exception {
        assumeHas(kind);
        for (int i = 0; i < 200; i++) {
            Attempt attempt = here.acquire(request(kind, key, longLease, 5000));
            LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(800_000));
            attempt.abandon();
        }

        release(granted(there.acquire(request(writerOr(kind), key, longLease, 10_000))));
        awaitNothingLeft(key);
    }

    @Test
    @FailsWithout("`FileKey#standInLine` queues a JVM for a key that it has locked itself, by when its waiter came")
    @Shows("`fair`")
    void aFairLockServesInTheOrderOfArrival() throws Exception {
        assumeHas(FAIR);
        Grant held = granted(here.acquire(request(FAIR, key, longLease, AMPLE)));
        List<Attempt> queue = new ArrayList<>();
        List<Integer> served = Collections.synchronizedList(new ArrayList<>());
        for (int i = 0; i < 12; i++) {
            int number = i;
            Attempt waiting = waiting(i % 2 == 0 ? there : here, request(FAIR, key, longLease, 60_000));
            awaitPlaces(FAIR, key, i + 1);
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

    /** What cannot be beside the kind: readers can be beside readers. */
    private static LockKind writerOr(LockKind kind) {
        return kind == READ ? EXCLUSIVE : kind;
    }
}
