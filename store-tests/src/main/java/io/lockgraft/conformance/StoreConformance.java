package io.lockgraft.conformance;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.awaitility.Awaitility.await;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Capability;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Owner;
import io.lockgraft.spi.Request;
import io.lockgraft.testing.store.Answers;
import io.lockgraft.testing.store.Renewals;
import io.lockgraft.testing.store.Rivals;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What every backend must do. A backend's own test extends this class and says how to reach, and to hurt, its store.
 */
@Timeout(120)
public abstract class StoreConformance extends TimeConformance {
    @Test
    void aFreeKeyIsGranted() throws Exception {
        long before = System.nanoTime();

        Grant grant = granted(here, 0);

        assertThat(isHeld(key)).isTrue();
        assertThat(grant.request().keys()).containsExactly(key);
        assertThat(grant.request().leaseMillis()).isEqualTo(longLease);
        if (!capabilities().can(Capability.ONE_LEASE)) {
            // Else it counts from the last proof of its session, which may be older.
            assertThat(grant.sentAt() - before)
                    .as("sent after it was asked for")
                    .isNotNegative();
        }
        assertThat(System.nanoTime() - grant.sentAt()).isBetween(0L, MILLISECONDS.toNanos(grant.leaseMillis()));
    }

    @Test
    void aHeldKeyIsBusyForEverybodyElse() throws Exception {
        granted(here, 0);

        assertThat(ask(there, 0).isBusy()).as("the other JVM").isTrue();
        assertThat(ask(here, 0).isBusy()).as("another owner of this JVM").isTrue();
        assertThat(isHeld(key)).isTrue();
    }

    @Test
    void keysThatDifferDoNotMeet() throws Exception {
        granted(here, 0);

        Answer other = there.acquire(request(key + "-other", longLease, AMPLE))
                .answer()
                .get(10, SECONDS);

        assertThat(other.grant()).isNotNull();
    }

    @Test
    void itDeclaresItsLeasesAndTheTimeOfAQuestion() {
        assertThat(capabilities().shortestLease())
                .as("milliseconds of the shortest lease")
                .isPositive();
        assertThat(capabilities().longestLease())
                .isGreaterThanOrEqualTo(capabilities().shortestLease());
        assertThat(toMillis(here.questionNanos()))
                .as("milliseconds of a question")
                .isLessThanOrEqualTo(capabilities().question());
    }

    @Test
    void aWaitEndsBusyAtItsDeadlineAndNotBefore() throws Exception {
        granted(here, 0);
        long start = System.nanoTime();

        Answer answer = ask(there, 1_000);

        long took = toMillis(System.nanoTime() - start);
        Answers.busy("whose wait is over", answer);
        assertThat(took).as("milliseconds of a wait of 1000").isBetween(950L, 11_000L);
    }

    @Test
    void anAttemptThatWaitsForAnotherSaysSo() throws Exception {
        Grant held = granted(here, 0);

        Attempt waiting = there.acquire(request(key, longLease, 20_000));

        await().atMost(Duration.ofSeconds(10)).until(waiting::isContended);
        assertThat(waiting.answer()).isNotDone();
        held.release().get(10, SECONDS);
        assertThat(waiting.answer().get(10, SECONDS).grant()).isNotNull();
    }

    @Test
    void whoIsToldToHoldAKeyHoldsIt() throws Exception {
        for (LockKind kind : kinds()) {
            Grant held = granted(here.acquire(request(kind, key + kind, longLease, AMPLE)));
            Attempt waiting = waiting(there, request(Rivals.of(kind), key + kind, longLease, 20_000));
            String told = Owner.holder(held.request().owner().text());

            assertThat(waiting.holder()).as("%s", kind).isIn(null, told);
            if (capabilities().can(Capability.LOCKS)) {
                assertThat(waiting.holder()).as("%s", kind).isEqualTo(told);
            }
            waiting.abandon();
            release(held);
        }
    }

    @Test
    void aReleasedKeyIsFree() throws Exception {
        Grant grant = granted(here, 0);

        assertThat(Renewals.isHeld(grant.release())).as("was ours").isTrue();

        assertThat(isHeld(key)).isFalse();
        granted(there, 0);
    }

    @Test
    @Tag("everywhere")
    void aWaiterGetsTheKeyAtItsRelease() throws Exception {
        Grant held = granted(here, 0);
        Attempt waiting = there.acquire(request(key, longLease, 25_000));
        await().atMost(Duration.ofSeconds(10)).until(waiting::isContended);

        long start = System.nanoTime();
        held.release().get(10, SECONDS);

        assertThat(waiting.answer().get(20, SECONDS).grant()).isNotNull();
        assertThat(toMillis(System.nanoTime() - start))
                .as("it is told of the release; it does not wait for the lease's end")
                .isLessThan(5000);
    }

    @Test
    void aWaiterOfTheSameJvmGetsTheKeyAtItsRelease() throws Exception {
        Grant held = granted(here, 0);
        Attempt waiting = here.acquire(request(key, longLease, 25_000));
        await().atMost(Duration.ofSeconds(10)).until(waiting::isContended);

        held.release().get(10, SECONDS);

        assertThat(waiting.answer().get(10, SECONDS).grant()).isNotNull();
    }

    @Test
    void aSecondReleaseSaysThatTheKeyWasNotOurs() throws Exception {
        Grant first = granted(here, 0);
        first.release().get(10, SECONDS);
        granted(there, 0);

        assertThat(Renewals.isHeld(first.release())).isFalse();

        assertThat(isHeld(key)).as("what the other holds").isTrue();
    }

    @Test
    void manyGrantsAreRenewedTogetherEachWithItsOwnAnswer() throws Exception {
        String first = key;
        Grant ours = granted(here, 0);
        key = first + "-lost";
        Grant lost = granted(here, 0);
        delete(key);
        key = first + "-ours-too";
        Grant oursToo = granted(here, 0);

        assertThat(renew(here, ours, lost, oursToo)).containsExactly(true, false, true);
    }

    @Test
    void nothingToRenewIsNoMistake() {
        assertThat(here.renew(new ArrayList<>())).isEmpty();
    }

    @Test
    @Tag("everywhere")
    void aLockThatWasTakenAwayIsNotOursAtRenewalNorAtRelease() throws Exception {
        Grant grant = granted(here, 0);
        delete(key);
        granted(there, 0);

        assertThat(renew(here, grant)).containsExactly(false);
        assertThat(Renewals.isHeld(grant.release())).isFalse();
        assertThat(isHeld(key)).as("what the other holds").isTrue();
    }

    @Test
    void anAbandonedWaitLeavesNothing() throws Exception {
        Grant held = granted(here, 0);
        Attempt waiting = there.acquire(request(key, longLease, 25_000));
        await().atMost(Duration.ofSeconds(10)).until(waiting::isContended);

        waiting.abandon();
        waiting.abandon();
        held.release().get(10, SECONDS);

        awaitNothingLeft(key);
    }

    @Test
    void anAttemptAbandonedAfterItsGrantGivesItBack() throws Exception {
        Attempt attempt = here.acquire(request(key, longLease, 5000));
        assertThat(attempt.answer().get(10, SECONDS).grant()).isNotNull();

        attempt.abandon();

        await().atMost(Duration.ofSeconds(10)).until(() -> !isHeld(key));
    }

    @Test
    void attemptsAbandonedAtAnyMomentLeaveNothing() throws Exception {
        for (int i = 0; i < 300; i++) {
            Attempt attempt = here.acquire(request(key, longLease, 5000));
            LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(800_000));
            attempt.abandon();
        }

        await().atMost(Duration.ofSeconds(20)).until(() -> !isHeld(key));
        Grant grant = granted(there, 10_000);
        grant.release().get(10, SECONDS);
        awaitNothingLeft(key);
    }

    @Test
    void closingTwiceIsNoMistake() {
        here.close();

        assertThatCode(here::close).doesNotThrowAnyException();
    }

    protected final Grant granted(LockStore backend, long waitMillis) throws Exception {
        return Answers.granted(ask(backend, waitMillis));
    }

    protected final Answer ask(LockStore backend, long waitMillis) throws Exception {
        return backend.acquire(request(key, longLease, waitMillis)).answer().get(30, SECONDS);
    }

    private static Request request(String key, long leaseMillis, long waitMillis) {
        return request(LockKind.EXCLUSIVE, key, leaseMillis, waitMillis);
    }
}
