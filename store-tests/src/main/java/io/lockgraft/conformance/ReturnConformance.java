package io.lockgraft.conformance;

import static io.lockgraft.spi.LockKind.EXCLUSIVE;
import static io.lockgraft.spi.LockKind.FAIR;
import static io.lockgraft.spi.LockKind.FENCED;
import static io.lockgraft.spi.LockKind.READ;
import static io.lockgraft.spi.LockKind.SEMAPHORE;
import static io.lockgraft.spi.LockKind.WRITE;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Request;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.store.EachKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

/** The part of the conformance suite that is about requests right behind a release of the same process. */
@Shows("a release is still on its way when the same JVM wants the key again")
abstract class ReturnConformance extends KeptKeysConformance {
    private static final LockKind[] ALL = {EXCLUSIVE, FAIR, READ, WRITE, FENCED, SEMAPHORE};

    /** Tries once, and lets a slow store take its time. */
    private Request once(LockKind kind, List<String> keys) {
        return request(kind, keys, longLease, 20_000).once();
    }

    private void followsAtOnce(LockKind before, List<String> some, LockKind next, List<String> others)
            throws Exception {
        for (int i = 0; i < 10; i++) {
            Grant grant = granted(here.acquire(once(before, some)));
            CompletableFuture<Boolean> released = grant.release();

            Grant behind = granted(here.acquire(once(next, others)));

            assertThat(released.get(10, SECONDS)).as("%s was ours", before).isTrue();
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
            CompletableFuture<Boolean> released = grant.release();
            Attempt next = here.acquire(request(EXCLUSIVE, key, longLease, 20_000));
            thaw();

            assertThat(release(granted(next))).isTrue();
            try {
                assertThat(released.get(10, SECONDS)).isTrue();
            } catch (ExecutionException e) {
                // The store did not say: that is no loss either.
            }
        }
        awaitNothingLeft(key);
    }

    @Test
    void aLockThatWasLostIsToldSoThoughTheNextOneIsAskedForRightBehind() throws Exception {
        assumeHas(EXCLUSIVE);
        for (int i = 0; i < 10; i++) {
            Grant grant = granted(here.acquire(once(EXCLUSIVE, Collections.singletonList(key))));
            delete(key);

            CompletableFuture<Boolean> released = grant.release();
            Grant next = granted(here.acquire(once(EXCLUSIVE, Collections.singletonList(key))));

            assertThat(released.get(10, SECONDS)).isFalse();
            assertThat(release(next)).isTrue();
        }
    }

    @Test
    void whatIsGivenBackOnlyAfterAWhileKeepsTheNextOneOutUntilThen() throws Exception {
        assumeHas(EXCLUSIVE);
        assumeOutlivesProcess();
        long after = lease(3_000);
        Grant grant = granted(here.acquire(request(EXCLUSIVE, key, longLease, 10_000)));

        CompletableFuture<Boolean> released = grant.releaseAfter(after);

        assertThat(answer(here.acquire(once(EXCLUSIVE, Collections.singletonList(key))))
                        .isBusy())
                .isTrue();
        assertThat(released.get(10, SECONDS)).isTrue();
        assertThat(release(granted(here.acquire(request(EXCLUSIVE, key, longLease, after + AMPLE)))))
                .isTrue();
    }
}
