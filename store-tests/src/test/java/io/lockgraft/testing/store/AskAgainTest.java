package io.lockgraft.testing.store;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.table.RefusedException;
import io.lockgraft.testing.FailsWithout;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Questions to a table that fail while a call waits. */
@Timeout(60)
final class AskAgainTest extends TableGround {
    private static final long LEASE = 30_000;

    private final AtomicInteger failures = new AtomicInteger();

    /** So many questions of this name fail. */
    private void fail(String question, int times) {
        table.trouble = (asked, key, claim) -> {
            if (asked.equals(question) && failures.incrementAndGet() <= times) {
                throw new IOException("failure " + failures);
            }
        };
    }

    @Test
    @FailsWithout("`TableAttempt#failed` pauses and asks again")
    void aBrokenConnectionDoesNotEndAWait() throws Exception {
        fail("take", 4);

        granted(store().acquire(request("K", LEASE, 20_000)));

        assertThat(failures).as("questions").hasValue(5);
    }

    @Test
    @FailsWithout("`TableAttempt#isWaitOver` lets a question that failed once be asked once more")
    void aCallThatDoesNotWaitSurvivesAConnectionThatBrokeWhileNothingUsedIt() throws Exception {
        table.questionMillis = 10_000;
        fail("take", 1);

        granted(store().acquire(request("K", LEASE, 0)));
    }

    /** Each failure is followed by a look at the leases, which the table answers. */
    @Test
    @FailsWithout("`TableAttempt#tokenless` keeps why there is no token, though a renewal was answered since")
    void whyThereIsNoTokenIsToldThoughTheTableAnswersAllElse() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        table.timeoutMillis = 20_000;
        table.trouble = (asked, key, claim) -> {
            if (asked.equals("token")) {
                if (failures.incrementAndGet() > 1) {
                    over.await();
                }
                throw new IOException("no counter");
            }
        };

        Answer answer = answer(store().acquire(request(LockKind.FENCED, 1, List.of("K"), LEASE, 5_000)));
        over.countDown();

        assertThat(failures).as("questions").hasValue(2);
        assertThat(answer.cause()).hasMessage("no counter");
    }

    @Test
    @FailsWithout("`TableAttempt#waited` measures from the first refusal of a key")
    void aTableKnowsHowLongAKeyIsWaitedFor() throws Exception {
        Grant first = granted(other().acquire(request("K1", LEASE, 10_000)));
        Grant second = granted(other().acquire(request("K2", LEASE, 10_000)));

        Attempt both = store().acquire(request(LockKind.EXCLUSIVE, 1, List.of("K1", "K2"), LEASE, 20_000));
        await("many looks").until(() -> table.waited.size() >= 10);
        List<Long> ofFirst = List.copyOf(table.waited);
        first.release();
        await("the second key").until(() -> table.waited.lastIndexOf(0L) > 0);
        second.release();

        granted(both);
        assertThat(ofFirst).startsWith(0L).isSorted();
        assertThat(ofFirst.get(ofFirst.size() - 1)).isPositive();
    }

    @Test
    @FailsWithout("`Pauses#whileWaiting` grows with the wait")
    void looksAreSoonAtFirstAndSeldomInTheEnd() {
        assertThat(table.pause("K", 0)).isBetween(MILLISECONDS.toNanos(7), MILLISECONDS.toNanos(13));
        assertThat(table.pause("K", MILLISECONDS.toNanos(100)))
                .isBetween(MILLISECONDS.toNanos(18), MILLISECONDS.toNanos(32));
        assertThat(table.pause("K", MILLISECONDS.toNanos(5_000)))
                .isBetween(MILLISECONDS.toNanos(37), MILLISECONDS.toNanos(63));
    }

    @Test
    void aCallThatDoesNotWaitAsksTwiceAtMost() throws Exception {
        table.questionMillis = 60_000;
        fail("take", Integer.MAX_VALUE);

        Answer answer = answer(store().acquire(request("K", LEASE, 0)));

        assertThat(answer.cause()).hasMessage("failure 2");
        assertThat(table.takes).hasValue(2);
    }

    /** A majority whose vote is split waits for no member that is down: it asks the others anew. */
    @Test
    @FailsWithout("`TableAttempt#isWaitOver` ends a request that waits for no lock when two questions have failed")
    void aRequestThatIsMadeOnceAsksTwiceAtMostWhateverItsDeadlineIs() throws Exception {
        fail("take", Integer.MAX_VALUE);

        Answer answer = answer(store().acquire(request("K", LEASE, 3_600_000).once()));

        assertThat(answer.cause()).hasMessage("failure 2");
        assertThat(table.takes).hasValue(2);
    }

    @Test
    @FailsWithout("`TableAttempt#last` tells why the last question failed")
    void aTableThatFailsForTheWholeWaitIsUnavailableWithItsLastCause() throws Exception {
        fail("take", Integer.MAX_VALUE);

        Answer answer = answer(store().acquire(request("K", LEASE, 2_000)));

        assertThat(answer.cause()).isInstanceOf(IOException.class);
        assertThat(answer.isRefused()).isFalse();
        assertThat(answer.cause()).hasMessage("failure " + table.takes);
        assertThat(table.takes.get()).as("with growing pauses").isBetween(2, 14);
    }

    @Test
    void aWaiterThatIsCutOffIsUnavailableAndNotBusy() throws Exception {
        granted(other().acquire(request("K", LEASE, 5_000)));
        Attempt waiting = store().acquire(request("K", LEASE, 3_000));
        await().until(waiting::isContended);

        fail("take", Integer.MAX_VALUE);

        assertThat(answer(waiting).cause()).isInstanceOf(IOException.class);
    }

    @Test
    @FailsWithout("`TableAttempt#failed` ends the wait at a RefusedException")
    void aRefusalEndsTheWaitAtOnce() throws Exception {
        table.trouble = (asked, key, claim) -> {
            throw new RefusedException("the password is wrong", null);
        };

        Answer answer = answer(store().acquire(request("K", LEASE, 3_600_000)));

        assertThat(answer.isRefused()).isTrue();
        assertThat(answer.cause()).hasMessage("the password is wrong");
        assertThat(table.takes).hasValue(1);
    }

    @Test
    @FailsWithout("`TableStore#questionNanos` is the table's")
    void aCallThatDoesNotWaitHasTheTimeOfOneQuestionToThisTable() throws Exception {
        table.questionMillis = 20_000;
        table.timeoutMillis = 20_000;
        table.trouble = (asked, key, claim) -> Thread.sleep(300);

        assertThat(store().questionNanos()).isEqualTo(20_000_000_000L);
        granted(store().acquire(request("K", LEASE, 0)));
    }

    /** Else the lease of the first key would be older than the grant tells. */
    @Test
    @FailsWithout("`KeysInHand#unknown` has the leases begin anew before the grant")
    void keysThatWereHeldWhileAQuestionFailedHaveFreshLeases() throws Exception {
        AtomicLong lastFailure = new AtomicLong();
        table.trouble = (asked, key, claim) -> {
            if (asked.equals("take") && key.equals("b") && failures.incrementAndGet() <= 6) {
                lastFailure.set(System.nanoTime());
                throw new IOException("down");
            }
        };

        Grant grant = granted(store().acquire(request(LockKind.EXCLUSIVE, 1, List.of("a", "b"), 600, 20_000)));

        assertThat(failures).hasValue(7);
        assertThat(grant.sentAt() - lastFailure.get())
                .as("behind the last failure")
                .isPositive();
    }

    private static List<String> keys(int count) {
        return IntStream.range(0, count).mapToObj(i -> "K" + i).collect(Collectors.toList());
    }

    /** Else a call of many keys does nothing but renew those that it has. */
    @Test
    @FailsWithout("`KeysInHand` has leases begin anew after a third of their time, not ten times a second")
    void keysAreTakenOneAfterTheOtherWithoutARenewalOfYoungLeases() throws Exception {
        table.trouble = (asked, key, claim) -> Thread.sleep(asked.equals("take") ? 20 : 0);

        Grant grant = granted(store().acquire(request(LockKind.EXCLUSIVE, 1, keys(20), LEASE, 20_000)));

        assertThat(table.renewals).hasValue(0);
        assertThat(Renewals.isHeld(grant.release())).isTrue();
    }

    @Test
    @FailsWithout("`KeysInHand#extended` counts the next renewal from the answer to the last one")
    void renewalsThatTakeLongLetTheNextKeysBeTaken() throws Exception {
        table.timeoutMillis = 20_000;
        AtomicLong renewed = new AtomicLong();
        table.trouble = (asked, key, claim) -> {
            if (asked.equals("take")) {
                Thread.sleep(20);
            } else if (asked.equals("extend") && key.equals("K0")) {
                renewed.set(System.nanoTime());
                Thread.sleep(1_200); // more than a third of the lease
            }
        };

        Grant grant = granted(store().acquire(request(LockKind.EXCLUSIVE, 1, keys(70), 3_000, 20_000)));

        assertThat(renewed).doesNotHaveValue(0);
        assertThat(grant.sentAt()).as("the oldest lease").isCloseTo(renewed.get(), within(MILLISECONDS.toNanos(500)));
        assertThat(Renewals.isHeld(grant.release())).isTrue();
    }

    @Test
    @FailsWithout("`KeysInHand#unknown` notes that the next key may have been taken")
    void aKeyThatAFailedQuestionHasTakenIsGivenBack() throws Exception {
        table.trouble = (asked, key, claim) -> {
            if (asked.equals("take")) {
                server.keys().take(key, claim);
                throw new IOException("the answer is lost");
            }
        };

        Answer answer = answer(store().acquire(request("K", LEASE, 60_000).once()));

        assertThat(answer.cause()).hasMessage("the answer is lost");
        granted(other().acquire(request("K", LEASE, 10_000)));
    }
}
