package io.lockgraft.testing.store;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Owner;
import io.lockgraft.spi.Renewal;
import io.lockgraft.spi.Request;
import io.lockgraft.store.memory.LocalKeys;
import io.lockgraft.store.memory.MemoryStore;
import io.lockgraft.store.memory.ProcessExclusion;
import io.lockgraft.testing.FailsWithout;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The threads that ask a table which blocks. */
@Timeout(60)
final class TableThreadsTest extends TableGround {
    private static final long LEASE = 30_000;

    @Test
    @FailsWithout("`TableStore` asks a table that blocks on `AskingThreads`")
    void theThreadOfACallNeverBlocks() throws Exception {
        server.freeze();

        Attempt attempt = assertTimeoutPreemptively(Duration.ofSeconds(10), () -> {
            Attempt asked = store().acquire(request("K", LEASE, 20_000));
            asked.abandon();
            return asked;
        });

        assertThat(answer(attempt).grant()).isNull();
    }

    @Test
    void eachLaneHasItsDaemonsAndNoMoreThanItMay() throws Exception {
        Set<Thread> asking = ConcurrentHashMap.newKeySet();
        table.trouble = (question, key, claim) -> asking.add(Thread.currentThread());
        List<Attempt> attempts = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            attempts.add(store().acquire(request("K" + i, LEASE, 20_000)));
        }
        for (Attempt each : attempts) {
            Grant grant = granted(each);
            store().renew(List.of(grant)).get(0).get(10, SECONDS);
            grant.release().get(10, SECONDS);
        }

        assertThat(asking).allMatch(Thread::isDaemon);
        assertThat(asking)
                .extracting(Thread::getName)
                .allMatch(name -> name.matches(threads + "-(take-[12]|renew-1|release-1)"))
                .contains(threads + "-take-1", threads + "-renew-1", threads + "-release-1");
    }

    @Test
    void aTableThatNeverBlocksIsAskedOnTheThreadOfTheCall() throws Exception {
        try (LockStore memory = new MemoryStore(new TestContext(), new LocalKeys(new ProcessExclusion()))) {
            Attempt attempt = memory.acquire(request("K", LEASE, 20_000));

            assertThat(attempt.answer()).isDone();
            assertThat(granted(attempt).release()).isCompletedWithValueMatching(Renewal::isHeld);
        }
    }

    @Test
    @FailsWithout("`Lane` keeps renewals apart from takes")
    void takesThatBlockHoldUpNoRenewalAndNoRelease() throws Exception {
        table.timeoutMillis = 60_000;
        Grant kept = granted(store().acquire(request("kept", LEASE, 5_000)));
        Grant released = granted(store().acquire(request("released", LEASE, 5_000)));
        for (int i = 0; i < 5; i++) {
            server.block("blocked" + i);
            store().acquire(request("blocked" + i, LEASE, 60_000));
        }

        assertThat(Renewals.isHeld(store(), kept)).isTrue();
        assertThat(Renewals.isHeld(released.release())).isTrue();
    }

    @Test
    @FailsWithout("`LaneThreads#breakOff` tells the table")
    void aQuestionThatIsLateIsBrokenOffAndTheNextOneIsAsked() throws Exception {
        table.threads = 1;
        server.block("blocked");
        Attempt blocked = store().acquire(request("blocked", LEASE, 60_000));
        await().until(() -> table.takes.get() > 0);

        granted(store().acquire(request("free", LEASE, 30_000)));

        assertThat(table.aborts).hasPositiveValue();
        blocked.abandon();
    }

    @Test
    @FailsWithout("`LaneThreads` puts another thread in the place of one that is stuck, and asks for no key twice")
    void oneKeyThatBlocksForEverTakesOneThread() throws Exception {
        table.threads = 1;
        table.deaf = true;
        table.timeoutMillis = 100;
        server.block("blocked");
        List<Attempt> blocked = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            blocked.add(store().acquire(request("blocked", LEASE, 60_000)));
        }
        await().until(() -> table.aborts.get() > 0);

        for (int i = 0; i < 30; i++) {
            granted(store().acquire(request("free" + i, LEASE, 30_000)));
        }

        assertThat(table.takes).as("of the key that blocks, and of the others").hasValue(1 + 30);
        blocked.forEach(Attempt::abandon);
    }

    @Test
    @FailsWithout("`TableAttempt#askForKey` gives back what a late question has taken")
    void aKeyThatALateQuestionHasTakenIsGivenBack() throws Exception {
        table.timeoutMillis = 100;
        CountDownLatch late = new CountDownLatch(1);
        Set<String> asked = ConcurrentHashMap.newKeySet();
        table.trouble = (question, key, claim) -> {
            asked.add(question);
            if (question.equals("take")) {
                awaitWithoutEnd(late);
            }
        };
        Answer answer = answer(store().acquire(request("K", LEASE, 1_000)));
        assertThat(answer.cause()).isNotNull();
        await("the key is given back, though it was not taken yet").until(() -> asked.contains("giveBack"));
        asked.clear();

        late.countDown();

        await("it is given back again").until(() -> asked.contains("giveBack"));
        granted(other().acquire(request("K", LEASE, 10_000)));
    }

    @Test
    @FailsWithout("`TableAttempt#end` tells the table that nothing waits for its question")
    void theTableIsToldThatNoCallWantsItsQuestionAnyMore() throws Exception {
        server.block("K");
        Attempt attempt = store().acquire(request("K", LEASE, 60_000));
        await().until(() -> table.takes.get() > 0);
        assertThat(table.abandoned).isEmpty();

        attempt.abandon();

        assertThat(table.abandoned).hasSize(1).allMatch(each -> each.isOver());
    }

    @Test
    @FailsWithout("`Question#drop` keeps what nothing waits for from being sent")
    void aQuestionThatNothingWaitsForIsNotSent() throws Exception {
        table.threads = 1;
        table.timeoutMillis = 20_000;
        server.block("blocked");
        Attempt blocked = store().acquire(request("blocked", LEASE, 60_000));
        await().until(() -> table.takes.get() == 1);
        for (int i = 0; i < 100; i++) {
            store().acquire(request("K" + i, LEASE, 60_000)).abandon();
        }

        server.thaw();

        granted(blocked);
        granted(store().acquire(request("free", LEASE, 10_000)));
        assertThat(table.takes).hasValue(2);
    }

    @Test
    @FailsWithout("`RenewalBatches` makes one question of many grants")
    void manyGrantsAreRenewedInOneQuestion() throws Exception {
        Grant[] grants = grants(150);

        assertThat(renewed(grants)).containsOnly("true");
        assertThat(table.renewals).hasValue(1);
    }

    @Test
    @FailsWithout("`TableGrant#isAlone` has each grant asked for alone after a question about many has failed")
    void aKeyThatStaysBlockedKeepsNoOtherFromBeingRenewed() throws Exception {
        Grant[] grants = grants(10);
        server.block("K3");
        assertThat(renewed(grants)).as("at first").containsOnly("failed");

        List<String> then = renewed(grants);

        assertThat(then.remove(3)).isEqualTo("failed");
        assertThat(then).containsOnly("true");
        server.thaw();
        assertThat(renewed(grants)).containsOnly("true");
        int before = table.renewals.get();
        assertThat(renewed(grants)).as("together again").containsOnly("true");
        assertThat(table.renewals).hasValue(before + 1);
    }

    @Test
    @FailsWithout("`RenewalBatches#ask` asks for each grant alone where a question about many has failed")
    void aKeyThatFailsLeavesTheOthersTheirRenewal() throws Exception {
        Grant[] grants = grants(4);
        table.trouble = failing("extend", "K2");

        assertThat(renewed(grants)).containsExactly("true", "true", "failed", "true");
    }

    @Test
    @FailsWithout("`ReturnBatches#askAlone` asks for each claim alone where a question about many has failed")
    void aKeyThatFailsLeavesTheOthersTheirRelease() throws Exception {
        Grant[] grants = grants(4);
        table.timeoutMillis = 20_000;
        table.trouble = failing("giveBack", "K2");
        List<CompletableFuture<Renewal>> released = new ArrayList<>();
        server.freeze();
        for (Grant each : grants) {
            released.add(each.release());
        }
        server.thaw();

        List<String> said = said(released);
        assertThat(said.get(2)).isEqualTo("failed");
        assertThat(said.get(3)).as("asked for behind the key that fails").isEqualTo("true");
        assertThat(said).as("lost").doesNotContain("false");
    }

    /** The default of a table that has no batches. */
    @Test
    void aTableWithoutBatchesIsAskedForEachClaim() throws Exception {
        table.batch = 1;
        Grant[] grants = grants(4);
        table.trouble = failing("giveBack", "K2");
        assertThat(renewed(grants)).containsOnly("true");
        List<CompletableFuture<Renewal>> released = new ArrayList<>();
        for (Grant each : grants) {
            released.add(each.release());
        }

        assertThat(said(released)).containsExactly("true", "true", "failed", "true");
        assertThat(table.renewals).hasValue(4);
        assertThat(table.releases).hasValue(0);
    }

    private static BlockingTable.Trouble failing(String question, String key) {
        return (asked, itsKey, claim) -> {
            if (asked.equals(question) && key.equals(itsKey)) {
                throw new IOException("no such row");
            }
        };
    }

    private Grant[] grants(int count) throws Exception {
        Grant[] grants = new Grant[count];
        for (int i = 0; i < count; i++) {
            grants[i] = granted(store().acquire(request("K" + i, LEASE, 5_000)));
        }
        return grants;
    }

    private List<String> renewed(Grant... grants) throws Exception {
        return said(store().renew(Arrays.asList(grants)));
    }

    private static List<String> said(List<CompletableFuture<Renewal>> answers) throws Exception {
        List<String> said = new ArrayList<>();
        for (CompletableFuture<Renewal> each : answers) {
            Renewal its = each.get(20, SECONDS);
            said.add(its.cause() == null ? Boolean.toString(its.isHeld()) : "failed");
        }
        return said;
    }

    @Test
    @FailsWithout("`Claim#tellLost` tells all claims of its owner")
    void claimsOfOneOwnerAllHearOfALoss() throws Exception {
        Owner owner = Requests.owner(7);
        List<Grant> grants = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            long deadline = System.nanoTime() + SECONDS.toNanos(10);
            Request same = Requests.of(LockKind.EXCLUSIVE, 1, List.of("K"), owner, LEASE, deadline);
            grants.add(granted(store().acquire(same)));
        }

        server.keys().lose("K", "it was deleted");

        assertThat(grants).allSatisfy(each -> assertThat(each.lost()).isCompletedWithValue("it was deleted"));
    }

    @Test
    @FailsWithout("`TableStore#close` ends waits, its threads and the table")
    void aClosedStoreEndsWaitsAndThreadsAndTellsTheTable() throws Exception {
        granted(other().acquire(request("held", LEASE, 5_000)));
        Grant grant = granted(store().acquire(request("K", LEASE, 5_000)));
        Attempt waiting = store().acquire(request("held", LEASE, 60_000));
        await().until(waiting::isContended);
        server.block("blocked");
        Attempt blocked = store().acquire(request("blocked", LEASE, 60_000));
        await().until(() -> table.takes.get() >= 3);
        CompletableFuture<Renewal> released = grant.release();

        store().close();

        assertThat(answer(waiting).cause()).hasMessage("the store has been closed");
        assertThat(answer(blocked).cause()).hasMessage("the store has been closed");
        assertThat(Renewals.isHeld(released)).as("what was released before").isTrue();
        await().until(() -> table.closes.get() == 1);
        await().until(() -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(each -> each.isAlive() && each.getName().startsWith(threads)));
        assertThat(answer(store().acquire(request("K", LEASE, 5_000))).cause()).isNotNull();
        assertThat(table.closes).hasValue(1);
    }

    /** As a call of a driver that cannot be broken off. */
    private static void awaitWithoutEnd(CountDownLatch latch) {
        while (true) {
            try {
                latch.await();
                return;
            } catch (InterruptedException e) {
                // It goes on.
            }
        }
    }
}
