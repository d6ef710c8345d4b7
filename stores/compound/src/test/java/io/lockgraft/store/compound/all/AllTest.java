package io.lockgraft.store.compound.all;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Capabilities;
import io.lockgraft.spi.Capability;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Reach;
import io.lockgraft.spi.Renewal;
import io.lockgraft.spi.Request;
import io.lockgraft.spi.StoredLock;
import io.lockgraft.store.compound.ahead.AheadStore;
import io.lockgraft.store.memory.MemoryStore;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.store.Answers;
import io.lockgraft.testing.store.FaultyServer;
import io.lockgraft.testing.store.FaultyStore;
import io.lockgraft.testing.store.ForwardingStore;
import io.lockgraft.testing.store.Renewals;
import io.lockgraft.testing.store.Requests;
import io.lockgraft.testing.store.TestContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What stores that must all grant make of the faults of one of them, and of JVMs that use one of them alone. */
@Timeout(120)
final class AllTest {
    private static final long LEASE = 30_000;
    private static final AtomicLong OWNERS = new AtomicLong();

    private final FaultyServer old = new FaultyServer();
    private final FaultyServer next = new FaultyServer();
    private final FaultyStore oldStore = new FaultyStore(old);
    private final FaultyStore nextStore = new FaultyStore(next);
    private final List<LockStore> opened = new ArrayList<>();
    private final LockStore all = all(oldStore, nextStore);

    private LockStore all(LockStore one, LockStore other) {
        LockStore both = new AllStore(
                new TestContext(),
                Arrays.asList(
                        new Part(one, FaultyStore.CAPABILITIES, "one"),
                        new Part(other, FaultyStore.CAPABILITIES, "other")));
        opened.add(both);
        return both;
    }

    @AfterEach
    void close() {
        old.thaw();
        next.thaw();
        opened.forEach(LockStore::close);
    }

    @Test
    @FailsWithout("`AllStore#locks` tells a lock as a store does that knows its rule")
    void aLockThatSeveralStoresTellIsToldOnceAndWithItsRule() throws Exception {
        StoredLock untold = new StoredLock("k", "host:1:a:7", null, null, -1, 20_000);
        StoredLock told = new StoredLock("k", "host:1:a:7", "pay", "worker-7", 5_000, -1);
        StoredLock another = new StoredLock("k", "host:2:b:7", null, null, -1, 20_000);
        LockStore both = all(telling(oldStore, untold, another), telling(nextStore, told));

        List<StoredLock> locks = both.locks("k").get(10, SECONDS);

        assertThat(locks).containsExactly(told, another);
    }

    private static LockStore telling(LockStore store, StoredLock... locks) {
        return new ForwardingStore(store) {
            @Override
            public CompletableFuture<List<StoredLock>> locks(String key) {
                return CompletableFuture.completedFuture(Arrays.asList(locks));
            }
        };
    }

    @Test
    @FailsWithout("`AllAttempt#go` asks the next store until all have granted")
    void jvmsThatUseOneOfTheStoresAloneExcludeAndAreExcluded() throws Exception {
        for (FaultyServer server : Arrays.asList(old, next)) {
            FaultyStore alone = new FaultyStore(server);
            opened.add(alone);
            Grant grant = granted(all.acquire(request("k", 10_000)));
            assertThat(answer(alone.acquire(request("k", 0))).isBusy()).isTrue();
            assertThat(Renewals.isHeld(grant.release())).isTrue();

            Grant theirs = granted(alone.acquire(request("k", 1_000)));
            assertThat(answer(all.acquire(request("k", 200))).isBusy()).isTrue();
            assertNothingBut(server, "k");
            theirs.release().get(30, SECONDS);
        }
    }

    @Test
    @Shows("a store of `all` is down or frozen")
    void withOneStoreDownThereIsNoGrantAndNothingStays() throws Exception {
        granted(all.acquire(request("warm", 5_000))).release().get(30, SECONDS);
        for (FaultyStore broken : Arrays.asList(oldStore, nextStore)) {
            broken.broken = new IllegalStateException("down");

            Answer answer = answer(all.acquire(request("k", 300)));

            assertThat(answer.grant()).isNull();
            assertThat(answer.isBusy()).isFalse();
            assertThat(answer.cause()).hasMessage("down");
            broken.broken = null;
            assertNothingBut(null, "k");
        }
    }

    @Test
    void aStoreThatIsDownAtTheStartIsUnavailableAndServedOnceItIsBack() throws Exception {
        nextStore.broken = new IllegalStateException("down");
        assertThat(answer(all.acquire(request("k", 100))).cause()).hasMessage("down");

        nextStore.broken = null;

        assertThat(granted(all.acquire(request("k", 20_000)))).isNotNull();
    }

    @Test
    @Shows("a store of `all` has lost a lock")
    @FailsWithout("`AllStore#together` takes the loss of one store for the loss of the lock")
    void whatOneStoreHasLostIsLost() throws Exception {
        for (FaultyServer server : Arrays.asList(old, next)) {
            Grant grant = granted(all.acquire(request("k", 10_000)));
            assertThat(renewed(grant).isHeld()).isTrue();
            server.delete("k");

            assertThat(renewed(grant).isLost()).isTrue();
            assertThat(grant.release().get(30, SECONDS).isLost()).isTrue();
            assertNothingBut(null, "k");
        }
    }

    @Test
    void whatOneStoreDoesNotSayIsNotKnown() throws Exception {
        Grant grant = granted(all.acquire(request("k", 10_000)));
        nextStore.broken = new IllegalStateException("down");

        Renewal renewal = renewed(grant);

        assertThat(renewal.isHeld() || renewal.isLost()).isFalse();
    }

    @Test
    @FailsWithout("`Taken#since` counts a lease from when its store says")
    void theLeaseOfASessionCountsFromItsLastProofAlsoWhereTheQuestionWasLater() throws Exception {
        nextStore.age = SECONDS.toNanos(5);

        Grant grant = granted(all.acquire(request("k", 10_000)));

        assertThat(System.nanoTime() - grant.sentAt()).isGreaterThanOrEqualTo(nextStore.age);
        assertThat(nextStore.renewals).as("for nothing was waited for").isEmpty();
    }

    @Test
    @FailsWithout("`AllGrant` listens to the losses that its stores tell")
    void aLossThatOneStoreTellsIsTold() throws Exception {
        Grant grant = granted(all.acquire(request("k", 10_000)));

        next.lose("k", "an administrator has taken it");

        assertThat(grant.lost().get(30, SECONDS)).endsWith(": an administrator has taken it");
    }

    @Test
    @FailsWithout("`AllAttempt#raiseOrGrant` stores the greatest token in all stores before it is told")
    void aTokenIsTheGreatestOfAllAndStoredInAllBeforeItIsTold() throws Exception {
        for (FaultyServer ahead : Arrays.asList(old, next)) {
            FaultyStore alone = new FaultyStore(ahead);
            opened.add(alone);
            long last = 0;
            for (int i = 0; i < 7; i++) {
                Grant grant = granted(alone.acquire(fenced()));
                last = grant.token();
                grant.release().get(30, SECONDS);
            }

            Grant grant = granted(all.acquire(fenced().withTokens(3)));
            long token = grant.token();
            grant.release().get(30, SECONDS);

            assertThat(token).isGreaterThan(last);
            for (FaultyServer each : Arrays.asList(old, next)) {
                FaultyStore later = new FaultyStore(each);
                opened.add(later);
                Grant after = granted(later.acquire(fenced()));
                assertThat(after.token()).isGreaterThan(token + 2);
                after.release().get(30, SECONDS);
            }
        }
    }

    @Test
    @FailsWithout("`AllAttempt#raiseOrGrant` asks in the name of the owner that a store tells in its grant")
    void aTokenIsRaisedBehindAStoreThatWasGrantedByALook() throws Exception {
        FaultyServer front = new FaultyServer();
        FaultyStore stranger = new FaultyStore(front);
        FaultyStore nextAlone = new FaultyStore(next);
        opened.addAll(Arrays.asList(stranger, nextAlone));
        Capabilities noEntries = FaultyStore.CAPABILITIES.without(Capability.ENTRIES);
        LockStore ahead = new AheadStore(new TestContext(), new FaultyStore(front), true, new FaultyStore(old));
        LockStore both = new AllStore(
                new TestContext(),
                Arrays.asList(
                        new Part(ahead, noEntries, "ahead"),
                        new Part(new FaultyStore(next), FaultyStore.CAPABILITIES, "next")));
        opened.add(both);
        long last = 0;
        for (int i = 0; i < 7; i++) {
            Grant grant = granted(nextAlone.acquire(fenced()));
            last = grant.token();
            grant.release().get(30, SECONDS);
        }
        granted(stranger.acquire(request("token", 10_000)));

        Request fenced = fenced();
        Grant grant = granted(both.acquire(fenced.as(fenced.owner(), 3_000)));

        assertThat(grant.token()).isGreaterThan(last);
        assertThat(Renewals.isHeld(grant.release())).isTrue();
        assertNothingBut(null, "token");
    }

    @Test
    @FailsWithout("`PartOrder#read` takes the stores in the order of their ids, whatever the file says")
    void jvmsThatNameTheStoresInAnotherOrderDoNotWaitForEachOther() throws Exception {
        FaultyStore slowOld = new FaultyStore(old);
        FaultyStore slowNext = new FaultyStore(next);
        LockStore turned = all(slowNext, slowOld);
        for (FaultyStore each : Arrays.asList(oldStore, nextStore, slowOld, slowNext)) {
            each.delay = 5;
        }
        for (int i = 0; i < 20; i++) {
            Attempt one = all.acquire(request("k", 20_000));
            Attempt other = turned.acquire(request("k", 20_000));
            await().until(() -> one.answer().isDone() || other.answer().isDone());
            Attempt first = one.answer().isDone() ? one : other;
            granted(first).release().get(30, SECONDS);
            granted(first == one ? other : one).release().get(30, SECONDS);
        }
    }

    @Test
    @FailsWithout("`PartOrder#read` refuses two stores with one id")
    void oneStoreByTwoNamesIsRefused() throws Exception {
        LockStore twice = all(new FaultyStore(old), new FaultyStore(old));

        Answer answer = answer(twice.acquire(request("k", 20_000)));

        assertThat(answer.isRefused()).isTrue();
        assertThat(answer.cause()).hasMessage("two stores of 'all' are one: a call would wait for itself there");
    }

    @Test
    @FailsWithout("`AllAttempt#keep` renews what earlier stores have granted while a later one is waited for")
    void whatEarlierStoresHaveGrantedIsKeptWhileALaterOneIsWaitedFor() throws Exception {
        granted(all.acquire(request("warm", 5_000))).release().get(30, SECONDS);
        FaultyServer last = lastOf();
        FaultyServer first = last == old ? next : old;
        FaultyStore alone = new FaultyStore(last);
        opened.add(alone);
        Grant theirs = granted(alone.acquire(request("k", 10_000)));
        Attempt waiting = all.acquire(
                Requests.exclusive("k", OWNERS.incrementAndGet(), 1_000, System.nanoTime() + SECONDS.toNanos(60)));
        await().until(waiting::isContended);

        long until = System.nanoTime() + MILLISECONDS.toNanos(2_500);
        while (System.nanoTime() - until < 0) {
            assertThat(first.isHeld("k")).as("kept, longer than its lease").isTrue();
            Thread.sleep(20);
        }
        theirs.release().get(30, SECONDS);

        Grant grant = granted(waiting);
        assertThat(System.nanoTime() - grant.sentAt()).as("its lease is fresh").isLessThan(SECONDS.toNanos(1));
        assertThat(Renewals.isHeld(grant.release())).isTrue();
    }

    @Test
    @FailsWithout("`AllAttempt#lookAtRenewals` takes again what an earlier store has lost")
    void whatAnEarlierStoreLosesMeanwhileIsTakenAgain() throws Exception {
        granted(all.acquire(request("warm", 5_000))).release().get(30, SECONDS);
        FaultyServer last = lastOf();
        FaultyServer first = last == old ? next : old;
        FaultyStore alone = new FaultyStore(last);
        FaultyStore thief = new FaultyStore(first);
        opened.addAll(Arrays.asList(alone, thief));
        Grant theirs = granted(alone.acquire(request("k", 10_000)));
        Attempt waiting = all.acquire(
                Requests.exclusive("k", OWNERS.incrementAndGet(), 1_500, System.nanoTime() + SECONDS.toNanos(60)));
        await().until(waiting::isContended);
        Grant stolen = null;
        while (stolen == null) {
            first.delete("k");
            stolen = answer(thief.acquire(request("k", 0))).grant();
        }

        theirs.release().get(30, SECONDS);
        await().untilAsserted(() -> assertThat(last.left(Collections.singletonList("k")))
                .as("nothing is in hand while the first store is waited for")
                .isEmpty());
        assertThat(waiting.answer()).isNotDone();
        stolen.release().get(30, SECONDS);

        assertThat(Renewals.isHeld(granted(waiting).release())).isTrue();
        assertNothingBut(null, "k");
    }

    @Test
    @FailsWithout("`AllAttempt#lookAtRenewals` takes anew in the name of another owner")
    void aQuestionThatIsAnsweredLateTakesNothingFromWhatIsTakenAgain() throws Exception {
        granted(all.acquire(request("warm", 5_000))).release().get(30, SECONDS);
        FaultyServer last = lastOf();
        FaultyServer first = last == old ? next : old;
        FaultyStore lastStore = last == old ? oldStore : nextStore;
        FaultyStore alone = new FaultyStore(last);
        opened.add(alone);
        Grant theirs = granted(alone.acquire(request("k", 10_000)));
        Attempt waiting = all.acquire(
                Requests.exclusive("k", OWNERS.incrementAndGet(), 3_000, System.nanoTime() + SECONDS.toNanos(60)));
        await().until(waiting::isContended);
        lastStore.delay = 2_500;
        await().until(() -> lastStore.asking.get() == 1);
        lastStore.delay = 0;

        first.delete("k");
        theirs.release().get(30, SECONDS);
        Grant grant = granted(waiting);
        await("the first question reaches its server").until(() -> {
            assertThat(renewed(grant).isHeld()).isTrue();
            return lastStore.asking.get() == 0;
        });

        assertThat(last.isHeld("k")).isTrue();
        assertThat(renewed(grant).isHeld()).isTrue();
        assertThat(Renewals.isHeld(grant.release())).isTrue();
        assertNothingBut(null, "k");
    }

    @Test
    @FailsWithout("`AllAttempt#lookAtRenewals` forgets the token of what it has lost")
    void aTokenIsGreaterThanThatOfAnOwnerThatHadAStoreMeanwhile() throws Exception {
        granted(all.acquire(request("warm", 5_000))).release().get(30, SECONDS);
        FaultyServer last = lastOf();
        FaultyServer first = last == old ? next : old;
        FaultyStore firstStore = first == old ? oldStore : nextStore;
        FaultyStore firstAlone = new FaultyStore(first);
        FaultyStore lastAlone = new FaultyStore(last);
        opened.addAll(Arrays.asList(firstAlone, lastAlone));
        for (int i = 0; i < 7; i++) { // its tokens are ahead, so that the first one's must be raised
            granted(lastAlone.acquire(fenced())).release().get(30, SECONDS);
        }
        last.freeze();
        Attempt raising = all.acquire(fenced());
        await().until(() -> first.isHeld("token"));
        firstStore.delay = 1_000;
        last.thaw();
        await().until(() -> firstStore.asking.get() == 1);
        firstStore.delay = 0;
        first.delete("token");
        Grant atFirst = granted(firstAlone.acquire(fenced()));
        await().until(raising::isContended);
        last.delete("token");
        Grant atLast = granted(lastAlone.acquire(fenced()));

        atFirst.release().get(30, SECONDS);
        atLast.release().get(30, SECONDS);

        Grant grant = granted(raising);

        assertThat(grant.token()).isGreaterThan(atLast.token());
        assertThat(Renewals.isHeld(grant.release())).isTrue();
        assertNothingBut(null, "token");
    }

    @Test
    @FailsWithout("`AllAttempt#reason` is busy where others had a key during the wait")
    void aWaitThatEndsWhileAnEarlierStoreConfirmsWasBusy() throws Exception {
        granted(all.acquire(request("warm", 5_000))).release().get(30, SECONDS);
        FaultyServer last = lastOf();
        FaultyStore firstStore = last == old ? nextStore : oldStore;
        FaultyStore alone = new FaultyStore(last);
        opened.add(alone);
        Grant theirs = granted(alone.acquire(request("k", 10_000)));
        Attempt waiting = all.acquire(request("k", 1_500));
        await().until(waiting::isContended);
        firstStore.delay = 3_000;

        theirs.release().get(30, SECONDS);

        assertThat(answer(waiting).isBusy()).isTrue();
        assertNothingBut(null, "k");
    }

    /** The server that is asked last: it holds nothing while the other one does not answer. */
    private FaultyServer lastOf() throws Exception {
        old.freeze();
        Attempt asked = all.acquire(request("order", 300));
        boolean nextHeld = next.isHeld("order");
        asked.abandon();
        old.thaw();
        assertNothingBut(null, "order");
        return nextHeld ? old : next;
    }

    @Test
    void itReachesAsFarAsTheStoreThatReachesFarthest() {
        Capabilities network = FaultyStore.CAPABILITIES.reaching(Reach.NETWORK);

        Capabilities both = AllStore.capabilities(Arrays.asList(MemoryStore.CAPABILITIES, network));

        assertThat(both.reach()).isEqualTo(Reach.NETWORK);
        assertThat(both.kinds()).as("its turns are those of one JVM").doesNotContain(LockKind.FAIR);
        assertThat(AllStore.capabilities(Arrays.asList(network, network)).kinds())
                .contains(LockKind.FAIR);
        assertThat(both.question()).isEqualTo(MemoryStore.CAPABILITIES.question() + network.question());
    }

    private static Request fenced() {
        long deadline = System.nanoTime() + SECONDS.toNanos(60);
        List<String> key = Collections.singletonList("token");
        return Requests.of(LockKind.FENCED, 1, key, OWNERS.incrementAndGet(), LEASE, deadline);
    }

    private static Request request(String key, long waitMillis) {
        long deadline = System.nanoTime() + MILLISECONDS.toNanos(waitMillis);
        return Requests.exclusive(key, OWNERS.incrementAndGet(), LEASE, deadline);
    }

    private static Answer answer(Attempt attempt) throws Exception {
        return attempt.answer().get(60, SECONDS);
    }

    private static Grant granted(Attempt attempt) throws Exception {
        return Answers.granted(answer(attempt));
    }

    private Renewal renewed(Grant grant) throws Exception {
        return all.renew(Collections.singletonList(grant)).get(0).get(30, SECONDS);
    }

    /** @param but the server whose owner of the key is another one; null for none */
    private void assertNothingBut(FaultyServer but, String key) {
        await().untilAsserted(() -> {
            for (FaultyServer server : Arrays.asList(old, next)) {
                if (server != but) {
                    assertThat(server.left(Collections.singletonList(key))).isEmpty();
                }
            }
        });
    }
}
