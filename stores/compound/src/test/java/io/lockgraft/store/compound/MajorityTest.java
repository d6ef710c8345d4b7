package io.lockgraft.store.compound;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Renewal;
import io.lockgraft.spi.Request;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.store.Answers;
import io.lockgraft.testing.store.AttemptDouble;
import io.lockgraft.testing.store.FaultyServer;
import io.lockgraft.testing.store.FaultyStore;
import io.lockgraft.testing.store.ForwardingStore;
import io.lockgraft.testing.store.Renewals;
import io.lockgraft.testing.store.Requests;
import io.lockgraft.testing.store.TestContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a quorum makes of servers that fail, forget, are late or disagree. */
@Timeout(120)
@Execution(ExecutionMode.CONCURRENT)
final class MajorityTest {
    private static final long LEASE = 30_000;
    private static final AtomicLong OWNERS = new AtomicLong();

    private final List<FaultyServer> stores = new ArrayList<>();
    private final List<FaultyStore> servers = new ArrayList<>();
    private final List<LockStore> quorums = new ArrayList<>();

    @AfterEach
    void close() {
        stores.forEach(FaultyServer::thaw);
        quorums.forEach(LockStore::close);
    }

    @Test
    @Shows("fewer than half are down, frozen or refuse, before or during a hold")
    void oneOfThreeThatFailsIsNotMissed() throws Exception {
        LockStore quorum = quorum(3);
        for (FaultyStore broken : new ArrayList<>(servers)) {
            broken.broken = new IllegalStateException("down");

            Grant grant = granted(quorum.acquire(exclusive("k", 1000, LEASE)));
            assertThat(renewed(quorum, grant)).isTrue();
            assertThat(released(grant)).isTrue();

            broken.broken = null;
        }
        assertFree("k");
    }

    @Test
    @FailsWithout("`MajorityStore#load` waits for most servers only")
    void oneOfThreeThatIsNeverReadyKeepsNoFirstCallWaiting() {
        List<CompletableFuture<Void>> loads = new ArrayList<>();

        CompletableFuture<?> loaded = slow(loads).load();

        loads.get(0).complete(null);
        assertThat(loaded).as("one of three is ready").isNotDone();
        loads.get(2).complete(null);
        assertThat(loaded).as("two are").isCompleted();
    }

    @Test
    void whereMostCannotGetReadyTheFirstCallIsNotKeptByTheOther() {
        List<CompletableFuture<Void>> loads = new ArrayList<>();

        CompletableFuture<?> loaded = slow(loads).load();

        loads.get(0).completeExceptionally(new IllegalStateException("down"));
        assertThat(loaded).as("one of three is down").isNotDone();
        loads.get(1).completeExceptionally(new IllegalStateException("down"));
        assertThat(loaded).as("two are").isCompletedExceptionally();
    }

    /** Three servers, each ready when the test says so. */
    private LockStore slow(List<CompletableFuture<Void>> loads) {
        List<LockStore> slow = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            loads.add(new CompletableFuture<>());
            slow.add(new Slow(loads.get(i)));
        }
        LockStore quorum = new MajorityStore(new TestContext(), slow);
        quorums.add(quorum);
        return quorum;
    }

    @Test
    @Shows("half or more are down, frozen or refuse when a call asks")
    void twoOfThreeThatFailAreUnavailableAndTheThirdIsGivenBack() throws Exception {
        LockStore quorum = quorum(3);
        servers.get(0).broken = new IllegalStateException("down");
        servers.get(2).broken = new IllegalStateException("down");

        Answer answer = answer(quorum.acquire(exclusive("k", 200, LEASE)));

        assertThat(answer.cause()).hasMessage("only 1 of 3 lock servers answer; of another: down");
        assertFree("k");
    }

    @Test
    @FailsWithout("`RoundCount#isWon` and `Ballot#judge` grant and keep by a majority")
    void busyIsWhatMostSay() throws Exception {
        LockStore quorum = quorum(3);
        hold(1, "k");
        assertThat(released(granted(quorum.acquire(exclusive("k", 0, LEASE)))))
                .as("one of three holds it for others")
                .isTrue();
        hold(2, "k");

        assertThat(answer(quorum.acquire(exclusive("k", 0, LEASE))).isBusy()).isTrue();

        assertThat(stores.get(0).isHeld("k")).isFalse();
    }

    /** When the second one has said no the lock is lost already, and only the third one's word makes it busy. */
    @Test
    @FailsWithout("`RoundCount#mayBeQuorate` waits for the answers that decide between busy and unavailable")
    void whoHasNoSayAtOnceDoesNotTurnBusyIntoUnavailable() throws Exception {
        LockStore quorum = quorum(3);
        hold(1, "k");
        hold(2, "k");
        servers.get(0).broken = new IllegalStateException("down");
        servers.get(2).delay = 200;
        servers.forEach(each -> each.patience = 10_000);

        Answers.busy("who tries once", answer(quorum.acquire(exclusive("k", 0, LEASE))));
        Answers.busy("who waits", answer(quorum.acquire(exclusive("k", 300, LEASE))));
    }

    @Test
    @FailsWithout("`MajorityAttempt#lost` leaves a call busy where the end of its wait cuts off a round")
    void aWaitThatEndsInARoundThatMostDoNotAnswerWasBusy() throws Exception {
        LockStore quorum = quorum(3);
        hold(0, "k");
        hold(1, "k");
        Attempt waiting = quorum.acquire(exclusive("k", 800, LEASE));
        await().until(waiting::isContended);
        servers.get(1).delay = 10_000;
        servers.get(2).delay = 10_000;

        stores.get(0).delete("k");

        Answers.busy("who waits", answer(waiting));
    }

    /** It is renewed while it waits for the other servers, and not given back and asked for again. */
    @Test
    void whatAWaiterHasOfOneServerItKeeps() throws Exception {
        LockStore quorum = quorum(3);
        hold(1, "k");
        hold(2, "k");
        Attempt waiting = quorum.acquire(exclusive("k", 20_000, 2_500));
        await().until(waiting::isContended);

        await().until(() -> servers.get(0).renewals.size() >= 3);

        assertThat(servers.get(0).acquires).hasValue(1);
        assertThat(stores.get(0).isHeld("k")).isTrue();
        stores.get(1).delete("k");
        stores.get(2).delete("k");
        assertThat(released(granted(waiting))).isTrue();
        assertFree("k");
    }

    @Test
    void whatHadToBeWaitedForIsContendedToTheEnd() throws Exception {
        LockStore quorum = quorum(3);
        hold(0, "k");
        hold(1, "k");
        Attempt attempt = quorum.acquire(exclusive("k", 20_000, LEASE));
        await().until(() -> servers.get(0).acquires.get() >= 2);

        stores.get(0).delete("k");
        stores.get(1).delete("k");

        Grant grant = granted(attempt);
        assertThat(attempt.isContended()).as("though nobody has asked before").isTrue();
        released(grant);
    }

    @Test
    @Shows("a majority that took longer than the lease to come together")
    void aMajorityThatTookLongerThanTheLeaseIsNone() throws Exception {
        LockStore quorum = quorum(3);
        servers.get(0).delay = 120;
        servers.get(1).delay = 120;

        Answer answer = answer(quorum.acquire(exclusive("k", 400, 100)));

        assertThat(answer.cause()).as("why there is no grant").isNotNull();
        assertFree("k");
    }

    @Test
    @Shows("the clocks of the servers run apart")
    void theServersAreAskedForALongerLeaseThanTheCallerIsTold() throws Exception {
        List<Long> leases = Collections.synchronizedList(new ArrayList<>());
        LockStore quorum = quorum(3, server -> new Recorded(server, leases));

        Grant grant = granted(quorum.acquire(exclusive("k", 1000, LEASE)));

        assertThat(grant.request().leaseMillis()).isEqualTo(LEASE);
        assertThat(leases).as("one percent and 2 ms").containsExactly(30_302L, 30_302L, 30_302L);
        released(grant);
    }

    @Test
    @FailsWithout("`RoundCount#isWon` and `Ballot#judge` grant and keep by a majority")
    @Shows("most members have forgotten the lock")
    void aLockThatMostServersHaveForgottenIsLost() throws Exception {
        LockStore quorum = quorum(3);
        Grant grant = granted(quorum.acquire(exclusive("k", 1000, LEASE)));
        assertThat(renewed(quorum, grant)).isTrue();

        stores.get(0).delete("k");
        assertThat(renewed(quorum, grant)).as("two of three still have it").isTrue();
        assertThat(renewed(quorum, grant)).isTrue();
        await().until(() -> stores.get(0).isHeld("k"));
        stores.get(1).delete("k");
        assertThat(renewed(quorum, grant)).as("the first was asked again").isTrue();
        stores.get(0).delete("k");
        stores.get(1).delete("k");

        assertThat(renewed(quorum, grant)).isFalse();
        assertThat(released(grant)).isFalse();
        assertFree("k");
    }

    /** A session that ends is known at once, and not by the next renewal. */
    @Test
    @FailsWithout("`MajorityGrant#lost` hears the loss that each member tells")
    @Shows("most members have forgotten the lock")
    void aLossThatMostServersTellIsHeardAtOnce() throws Exception {
        LockStore quorum = quorum(3);
        Grant grant = granted(quorum.acquire(exclusive("k", 1000, LEASE)));
        await().until(() -> stores.stream().allMatch(store -> store.isHeld("k")));
        assertThat(renewed(quorum, grant))
                .as("those that were late count from now on")
                .isTrue();

        stores.get(2).lose("k", "its session has ended");
        assertThat(grant.lost()).as("two of three have it").isNotDone();
        stores.get(0).lose("k", "the file is gone");

        assertThat(grant.lost())
                .isCompletedWithValue(
                        "store 1 of 'most' has lost it, and most stores hold it no more: the file is gone");
        assertThat(released(grant)).isFalse();
        assertFree("k");
    }

    @Test
    void aServerThatTellsOfALossIsAskedAnewByTheNextRenewal() throws Exception {
        LockStore quorum = quorum(3);
        Grant grant = granted(quorum.acquire(exclusive("k", 1000, LEASE)));
        await().until(() -> stores.stream().allMatch(store -> store.isHeld("k")));
        assertThat(renewed(quorum, grant)).isTrue();
        stores.get(2).lose("k", "its session has ended");

        assertThat(renewed(quorum, grant)).isTrue();
        await().until(() -> stores.get(2).isHeld("k"));
        assertThat(renewed(quorum, grant)).as("its vote counts again").isTrue();
        stores.get(0).lose("k", "its session has ended");

        assertThat(grant.lost()).isNotDone();
        assertThat(released(grant)).isTrue();
        assertFree("k");
    }

    /** Else a hold would go on with two servers only, though the third has had it again for long. */
    @Test
    void aServerThatHadForgottenCountsAgainThoughItIsAlwaysTheLastToAnswer() throws Exception {
        Tardy[] tardy = {null};
        LockStore quorum = quorum(3, server -> tardy[0] = new Tardy(server)); // the last of them stays
        Grant grant = granted(quorum.acquire(exclusive("k", 1000, LEASE)));
        await().until(() -> stores.get(2).isHeld("k"));
        stores.get(2).delete("k");
        tardy[0].answerOnRequest();
        assertThat(renewed(quorum, grant)).as("before the third has said no").isTrue();
        tardy[0].answer();
        assertThat(renewed(quorum, grant)).as("it has said no").isTrue();
        await().until(() -> stores.get(2).isHeld("k"));
        tardy[0].answer();
        assertThat(renewed(quorum, grant)).as("before the third has said yes").isTrue();
        tardy[0].answer();

        stores.get(1).delete("k");

        CompletableFuture<Renewal> last =
                quorum.renew(Collections.singletonList(grant)).get(0);
        tardy[0].answer();
        assertThat(Renewals.isHeld(last)).as("two of three have it").isTrue();
        CompletableFuture<Renewal> released = grant.release();
        tardy[0].answer();
        assertThat(Renewals.isHeld(released)).isTrue();
    }

    /** Else the hold has two servers for good, and the death of one of them ends it. */
    @Test
    @FailsWithout("`MajorityGrant#joined` lets a slow server join a hold")
    @Shows("fewer than half are down, frozen or refuse, before or during a hold")
    void aServerThatIsSlowAsARuleJoinsAHold() throws Exception {
        LockStore quorum = quorum(3);
        servers.get(2).delay = 150;
        Grant grant = granted(quorum.acquire(exclusive("k", 1000, LEASE)));
        for (int i = 0; i < 3; i++) {
            Thread.sleep(400); // it has answered by then
            assertThat(renewed(quorum, grant)).isTrue();
        }

        stores.get(1).freeze();

        assertThat(renewed(quorum, grant)).isTrue();
        assertThat(released(grant)).isTrue();
    }

    @Test
    @FailsWithout("`MajorityGrant#renewed` asks a server without a vote, also where the others do not confirm the lock")
    @Shows("fewer than half are down, frozen or refuse, before or during a hold")
    void aServerThatComesBackDuringAHoldStandsInForOneThatDiesThen() throws Exception {
        LockStore quorum = quorum(3);
        released(granted(quorum.acquire(exclusive("k", 1000, LEASE)))); // all are known by now
        servers.get(2).broken = new IllegalStateException("down");
        Grant grant = granted(quorum.acquire(exclusive("k", 1000, 6_000)));
        Thread.sleep(1_500); // it is not asked any longer by then
        servers.get(2).broken = null;
        stores.get(1).freeze();

        assertThatThrownBy(() -> renewed(quorum, grant)).hasMessageContaining("the store did not answer");

        assertThat(renewed(quorum, grant)).isTrue();
        assertThat(released(grant)).isTrue();
    }

    /** Others may have had the lock by then, there and at one of the majority. */
    @Test
    @FailsWithout("`MajorityGrant#joined` gives a vote back that comes when the lease is over")
    void aVoteThatComesAfterTheLeaseIsGivenBack() throws Exception {
        Late[] late = {null};
        LockStore quorum = quorum(3, server -> late[0] = new Late(server)); // the last of them stays
        released(granted(quorum.acquire(exclusive("k", 1000, LEASE)))); // all are known by now
        assertFree("k");
        late[0].gate = new CompletableFuture<>();
        granted(quorum.acquire(exclusive("k", 1000, 200)));
        int before = servers.get(2).releases.get();

        Thread.sleep(300); // the lease is over
        late[0].gate.complete(null);

        await().until(() -> servers.get(2).releases.get() == before + 1);
    }

    /** Others may have held it there and at the third, before the third granted it. */
    @Test
    @FailsWithout("`Ballot#verdict` waits for a slow server that may have lost the lock")
    void aServerThatGrantedItLaterHidesNoLossThatASlowOneTells() throws Exception {
        LockStore quorum = quorum(3);
        released(granted(quorum.acquire(exclusive("k", 1000, LEASE)))); // all know the lease by now
        servers.get(2).delay = 50;
        Grant grant = granted(quorum.acquire(exclusive("k", 1000, LEASE)));
        Thread.sleep(400); // it has answered by then
        servers.get(2).delay = 0;
        servers.get(1).delay = 150;

        stores.get(1).delete("k");

        assertThat(renewed(quorum, grant)).isFalse();
        released(grant);
    }

    @Test
    @Shows("fewer than half are down, frozen or refuse, before or during a hold")
    void aServerThatDiesDuringAHoldDoesNotEndIt() throws Exception {
        for (int dead = 0; dead < 3; dead++) {
            LockStore quorum = quorum(3);
            Grant grant = granted(quorum.acquire(exclusive("k", 1000, LEASE)));
            stores.get(dead).freeze();

            assertThat(renewed(quorum, grant)).as("without server " + dead).isTrue();
            assertThat(released(grant)).isTrue();

            stores.get(dead).thaw();
            assertFree("k");
        }
    }

    @Test
    @Shows("half or more are gone while a body runs")
    void aRenewalThatMostDoNotAnswerIsUnknown() throws Exception {
        LockStore quorum = quorum(3);
        Grant grant = granted(quorum.acquire(exclusive("k", 1000, LEASE)));
        stores.get(0).freeze();
        stores.get(1).freeze();

        CompletableFuture<Renewal> renewed =
                quorum.renew(Collections.singletonList(grant)).get(0);

        assertThatThrownBy(() -> Renewals.isHeld(renewed)).hasMessageContaining("the store did not answer");
    }

    @Test
    void aFrozenServerIsLeftAloneButForAProbe() throws Exception {
        LockStore quorum = quorum(3);
        stores.get(1).freeze();
        long until = System.nanoTime() + SECONDS.toNanos(2);
        int calls = 0;
        while (System.nanoTime() - until < 0) {
            assertThat(released(granted(quorum.acquire(exclusive("k", 1000, LEASE)))))
                    .isTrue();
            calls++;
            Thread.sleep(2);
        }

        assertThat(calls).isGreaterThan(100);
        // In the first 100 ms all of them, then 3 or 4 probes in 2 s.
        assertThat(servers.get(1).acquires.get()).isLessThan(80);

        stores.get(1).thaw();
        await().atMost(Duration.ofSeconds(10)).until(() -> {
            Grant grant = granted(quorum.acquire(exclusive("k", 1000, LEASE)));
            boolean back = stores.get(1).isHeld("k");
            released(grant);
            return back;
        });
        assertFree("k");
    }

    /** The first round leaves the one out, and the other keeps its question to the end. */
    @Test
    @FailsWithout("`MajorityStore#vote` bounds the time that a round waits for one server")
    void aServerThatComesBackWhileAnotherDiesIsAskedLongBeforeTheWaitEnds() throws Exception {
        List<Unhurried> members = List.of(new Unhurried(), new Unhurried(), new Unhurried());
        LockStore quorum = new MajorityStore(new TestContext(), members);
        quorums.add(quorum);
        members.get(1).isDown = true;
        for (int i = 0; i < 100; i++) {
            released(granted(quorum.acquire(exclusive("k", 1000, LEASE))));
            Thread.sleep(5);
        }
        members.get(1).isDown = false;
        members.get(0).isDown = true;

        Grant grant = granted(quorum.acquire(exclusive("k", SECONDS.toMillis(3_600), LEASE)));

        assertThat(released(grant)).isTrue();
    }

    /** Without it somebody may be overtaken. */
    @ParameterizedTest
    @EnumSource(names = {"FAIR", "READ", "WRITE"})
    @Shows("the member with the queue of `fair`, `read` and `write` freezes")
    void aFrozenServerThatHasTheQueueIsWaitedForByTheFirstCallOnly(LockKind kind) throws Exception {
        LockStore quorum = quorum(3);
        for (int i = 0; i < 20; i++) {
            released(granted(quorum.acquire(request(kind, "k"))));
        }
        stores.get(0).freeze();

        List<Long> took = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            long begun = System.nanoTime();
            assertThat(released(granted(quorum.acquire(request(kind, "k"))))).isTrue();
            took.add(MILLISECONDS.convert(System.nanoTime() - begun, NANOSECONDS));
        }

        assertThat(took.get(0)).as("milliseconds of the first").isGreaterThanOrEqualTo(49L);
        assertThat(took.subList(1, 20).stream().filter(millis -> millis >= 49))
                .as("of those behind it that have waited, but for some that the machine kept; of " + took)
                .hasSizeLessThan(10);
        stores.get(0).thaw();
        assertFree("k");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3})
    @Shows("the member with the queue of `fair`, `read` and `write` freezes")
    void aServerThatIsSlowAsARuleKeepsItsQueue(int callsBefore) throws Exception {
        LockStore quorum = quorum(3);
        servers.get(0).delay = 80;
        for (int i = 0; i < callsBefore; i++) {
            released(granted(quorum.acquire(request(LockKind.FAIR, "k"))));
            Thread.sleep(200);
        }

        FaultyStore alone = new FaultyStore(stores.get(0));
        quorums.add(alone);
        Grant other = granted(alone.acquire(request(LockKind.FAIR, "k")));

        // No longer than until it would look again: at the end of its wait a call waits for nobody.
        Request request = request(LockKind.FAIR, "k");
        Request shorter = request.with(request.keys(), System.nanoTime() + MILLISECONDS.toNanos(500));
        assertThat(answer(quorum.acquire(shorter)).isBusy()).isTrue();

        released(other);
    }

    @Test
    void aWaiterWhoseDoorbellFreezesIsServedByTheOthers() throws Exception {
        LockStore here = quorum(3);
        LockStore there = beside();
        Grant held = granted(here.acquire(exclusive("k", 1000, LEASE)));
        Attempt waiting = there.acquire(exclusive("k", 20_000, LEASE));
        await().until(waiting::isContended);

        stores.get(0).freeze();
        released(held);

        long start = System.nanoTime();
        assertThat(released(granted(waiting))).isTrue();
        assertThat(MILLISECONDS.convert(System.nanoTime() - start, NANOSECONDS)).isLessThan(5000);
        stores.get(0).thaw();
        assertFree("k");
    }

    @Test
    void aTokenIsStoredByMostBeforeItIsGivenOut() throws Exception {
        LockStore quorum = quorum(3);
        long last = 0;
        for (int round = 0; round < 30; round++) {
            int broken = round % 3;
            servers.get(broken).broken = new IllegalStateException("down");

            Grant grant = granted(quorum.acquire(fenced("k")));

            assertThat(grant.token()).as("round " + round).isGreaterThan(last);
            last = grant.token();
            released(grant);
            servers.get(broken).broken = null;
        }
    }

    /** Each of three servers would count for itself, and four calls of two servers each would be let in. */
    @Test
    void aSemaphoreOfSeveralPermitsIsRefused() {
        LockStore quorum = quorum(3);

        assertThatThrownBy(() -> quorum.acquire(permit("k", 2, 0)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a majority cannot keep a semaphore of 2 permits");
    }

    @Test
    void aQuorumIsOddAndThreeAtLeast() {
        for (int size : new int[] {0, 1, 2, 4}) {
            assertThatThrownBy(() -> new MajorityStore(
                            new TestContext(), Collections.nCopies(size, new FaultyStore(new FaultyServer()))))
                    .hasMessage("a quorum needs an odd number of servers, three or more; there are " + size);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 5})
    @Shows("votes of several JVMs split")
    void votesThatSplitAreSettledAndNobodyStarves(int size) throws Exception {
        quorum(size);
        servers.forEach(server -> server.delay = 1);
        List<LockStore> jvms = new ArrayList<>(Arrays.asList(quorums.get(0)));
        for (int i = 0; i < 3; i++) {
            jvms.add(beside());
        }
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger total = new AtomicInteger();
        List<AtomicInteger> shares = new ArrayList<>();
        ExecutorService pool = Executors.newCachedThreadPool(work -> {
            Thread thread = new Thread(work, "fuzz");
            thread.setDaemon(true);
            return thread;
        });
        List<Future<?>> threads = new ArrayList<>();
        long until = System.nanoTime() + SECONDS.toNanos(6);
        for (LockStore jvm : jvms) {
            for (int t = 0; t < 3; t++) {
                AtomicInteger share = new AtomicInteger();
                shares.add(share);
                threads.add(pool.submit(() -> {
                    while (System.nanoTime() - until < 0) {
                        Grant grant = granted(jvm.acquire(exclusive("k", 30_000, LEASE)));
                        assertThat(inside.incrementAndGet()).isEqualTo(1);
                        inside.decrementAndGet();
                        assertThat(released(grant)).isTrue();
                        share.incrementAndGet();
                        total.incrementAndGet();
                    }
                    return null;
                }));
            }
        }
        for (Future<?> thread : threads) {
            thread.get(60, SECONDS);
        }
        pool.shutdown();

        System.out.println("quorum of " + size + ": " + total + " entries in 6 s, of 12 threads: " + shares);
        assertThat(total.get()).as("entries").isGreaterThan(100);
        assertThat(shares).as("each of " + shares).allMatch(share -> share.get() > 0);
        assertFree("k");
    }

    private LockStore quorum(int size) {
        return quorum(size, server -> server);
    }

    private LockStore quorum(int size, UnaryOperator<LockStore> seenAs) {
        stores.clear();
        servers.clear();
        for (int i = 0; i < size; i++) {
            stores.add(numbered(i));
            servers.add(new FaultyStore(stores.get(i)));
        }
        return open(servers.stream().map(seenAs).collect(Collectors.toList()));
    }

    /** A server whose id is in the order of its number. */
    private static FaultyServer numbered(int i) {
        FaultyServer server = new FaultyServer();
        server.entry("test", "", new MemberEntry("id" + i, 0, 0, Collections.emptyList()).text);
        return server;
    }

    /** Another JVM's quorum of the same servers, as far from them. */
    private LockStore beside() {
        List<LockStore> mine = new ArrayList<>();
        for (int i = 0; i < stores.size(); i++) {
            FaultyStore server = new FaultyStore(stores.get(i));
            server.delay = servers.get(i).delay;
            mine.add(server);
        }
        return open(mine);
    }

    private LockStore open(List<LockStore> mine) {
        LockStore quorum = new MajorityStore(new TestContext(), mine);
        quorums.add(quorum);
        quorum.load().join();
        return quorum;
    }

    private static Request permit(String key, int permits, long waitMillis) {
        return Requests.of(
                LockKind.SEMAPHORE,
                permits,
                Collections.singletonList(key),
                OWNERS.incrementAndGet(),
                LEASE,
                System.nanoTime() + MILLISECONDS.toNanos(waitMillis));
    }

    private void hold(int server, String key) throws Exception {
        FaultyStore alone = new FaultyStore(stores.get(server));
        quorums.add(alone);
        granted(alone.acquire(exclusive(key, 1000, LEASE)));
    }

    private void assertFree(String key) {
        await().atMost(Duration.ofSeconds(10))
                .during(Duration.ofMillis(200))
                .until(() -> stores.stream().noneMatch(store -> store.isHeld(key)));
    }

    private static Request exclusive(String key, long waitMillis, long leaseMillis) {
        return Requests.exclusive(
                key, OWNERS.incrementAndGet(), leaseMillis, System.nanoTime() + MILLISECONDS.toNanos(waitMillis));
    }

    private static Request fenced(String key) {
        return request(LockKind.FENCED, key);
    }

    private static Request request(LockKind kind, String key) {
        return Requests.of(
                kind,
                1,
                Collections.singletonList(key),
                OWNERS.incrementAndGet(),
                LEASE,
                System.nanoTime() + SECONDS.toNanos(1));
    }

    private static Answer answer(Attempt attempt) throws Exception {
        return attempt.answer().get(60, SECONDS);
    }

    private static Grant granted(Attempt attempt) throws Exception {
        return Answers.granted(answer(attempt));
    }

    private static boolean released(Grant grant) throws Exception {
        return Renewals.isHeld(grant.release());
    }

    private static boolean renewed(LockStore backend, Grant grant) throws Exception {
        return Renewals.isHeld(backend, grant);
    }

    /** Is ready when the test says so. */
    private static final class Slow extends FaultyStore {
        private final CompletableFuture<Void> ready;

        Slow(CompletableFuture<Void> ready) {
            super(new FaultyServer());
            this.ready = ready;
        }

        @Override
        public CompletableFuture<?> load() {
            return ready;
        }
    }

    /** Where its server is down, it hopes for it until the request is over. */
    private static final class Unhurried extends ForwardingStore {
        private volatile boolean isDown;

        Unhurried() {
            super(new FaultyStore(new FaultyServer()));
        }

        @Override
        public Attempt acquire(Request request) {
            long nanos = request.lastAnswer(questionNanos()) - System.nanoTime();
            Answer down = Answer.unavailable(new IllegalStateException("down"));
            return isDown
                    ? AttemptDouble.later(new CompletableFuture<Answer>().completeOnTimeout(down, nanos, NANOSECONDS))
                    : super.acquire(request);
        }
    }

    /** Tells what a renewal has found only when it is asked to. */
    private static final class Tardy extends ForwardingStore {
        private CompletableFuture<Void> gate = CompletableFuture.completedFuture(null);

        Tardy(LockStore server) {
            super(server);
        }

        synchronized void answerOnRequest() {
            gate = new CompletableFuture<>();
        }

        /** What it has been asked so far. */
        void answer() {
            CompletableFuture<Void> open;
            synchronized (this) {
                open = gate;
                gate = new CompletableFuture<>();
            }
            open.complete(null);
        }

        @Override
        public synchronized List<CompletableFuture<Renewal>> renew(List<? extends Grant> grants) {
            CompletableFuture<Void> wait = gate;
            return super.renew(grants).stream()
                    .map(found -> found.thenCombine(wait, (said, done) -> said))
                    .toList();
        }
    }

    /** Tells that it has granted only when its gate is open. */
    private static final class Late extends ForwardingStore {
        private volatile CompletableFuture<Void> gate = CompletableFuture.completedFuture(null);

        Late(LockStore server) {
            super(server);
        }

        @Override
        public Attempt acquire(Request request) {
            return AttemptDouble.later(super.acquire(request).answer().thenCombine(gate, (said, open) -> said));
        }
    }

    /** Tells of the leases that a server is asked for. */
    private static final class Recorded extends ForwardingStore {
        private final List<Long> leases;

        Recorded(LockStore server, List<Long> leases) {
            super(server);
            this.leases = leases;
        }

        @Override
        public Attempt acquire(Request request) {
            leases.add(request.leaseMillis());
            return super.acquire(request);
        }
    }
}
