package io.lockgraft.store.compound.ahead;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.Capabilities;
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
import io.lockgraft.testing.store.GrantDouble;
import io.lockgraft.testing.store.Renewals;
import io.lockgraft.testing.store.Requests;
import io.lockgraft.testing.store.TestContext;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a store that decides behind another one makes of the faults of both. */
@Timeout(120)
final class AheadTest {
    private static final long LEASE = 30_000;
    private static final AtomicLong OWNERS = new AtomicLong();

    private final FaultyServer ahead = new FaultyServer();
    private final FaultyServer decide = new FaultyServer();
    private final FaultyStore waiting = new FaultyStore(ahead);
    private final FaultyStore deciding = new FaultyStore(decide);
    private final LockStore store = new AheadStore(new TestContext(), waiting, true, deciding);

    @AfterEach
    void close() {
        ahead.thaw();
        decide.thaw();
        store.close();
    }

    @Test
    void bothHoldWhatACallHoldsAndNeitherKeepsItAfterwards() throws Exception {
        Grant grant = granted(store.acquire(request("k", 1_000)));

        assertThat(ahead.isHeld("k")).isTrue();
        assertThat(decide.isHeld("k")).isTrue();
        assertThat(Renewals.isHeld(grant.release())).isTrue();
        assertNothingLeft("k");
    }

    /** Another JVM waits there for that key, and would until its lease ends. */
    @Test
    @FailsWithout("`AheadStore#close` waits for what is on its way back to the first store")
    void whatIsReleasedRightBeforeTheCloseIsReleasedAtTheFirstStore() throws Exception {
        Grant grant = granted(store.acquire(request("k", 1_000)));
        waiting.delay = 100;
        deciding.delay = 100;

        grant.release();
        store.close();

        assertThat(ahead.isHeld("k")).isFalse();
    }

    /** The end of a JVM closes no store. */
    @Test
    @FailsWithout("`AheadStore#endWaiting` waits for what is on its way back to the first store")
    void whatIsReleasedBeforeTheEndOfTheJvmIsReleasedAtTheFirstStore() throws Exception {
        Grant grant = granted(store.acquire(request("k", 1_000)));
        waiting.delay = 100;

        grant.release().get(30, SECONDS);
        store.endWaiting().get(30, SECONDS);

        assertThat(ahead.isHeld("k")).isFalse();
    }

    @Test
    @Shows("the store `ahead` is down")
    @FailsWithout("`AheadAttempt#atAhead` goes on to the store that decides when the first one fails")
    void aFirstStoreThatIsDownKeepsNoCallWaiting() throws Exception {
        waiting.broken = new IllegalStateException("down");

        for (int i = 0; i < 10; i++) {
            Grant grant = granted(store.acquire(request("k", 10_000)));
            assertThat(renewed(grant).isHeld()).isTrue();
            assertThat(Renewals.isHeld(grant.release())).isTrue();
        }
        assertNothingLeft("k");
    }

    @Test
    @FailsWithout("`AheadAttempt#ask` takes an exception of the first store for no answer")
    @FailsWithout("`AheadStore#tellAhead` keeps an exception of the first store from the answer of the other one")
    void whatTheFirstStoreThrowsReachesNoCall() throws Exception {
        try (LockStore throwing =
                new AheadStore(new TestContext(), new ThrowingStore(), true, new FaultyStore(decide))) {
            for (int i = 0; i < 10; i++) { // each other one is granted there first
                Grant grant = granted(throwing.acquire(request("k", 1_000)));

                assertThat(Renewals.isHeld(i < 5 ? grant.release() : grant.releaseAfter(1)))
                        .isTrue();
            }
        }
        assertNothingLeft("k");
    }

    /** Throws at each other request, and at the release of what it grants. */
    private static final class ThrowingStore extends FaultyStore {
        ThrowingStore() {
            super(new FaultyServer());
        }

        @Override
        public Attempt acquire(Request request) {
            if (acquires.incrementAndGet() % 2 == 1) {
                throw new NoClassDefFoundError("com/example/Wire");
            }
            return AttemptDouble.granted(new ThrowingGrant(request), false);
        }
    }

    private static final class ThrowingGrant extends GrantDouble {
        ThrowingGrant(Request request) {
            super(request, System.nanoTime(), 0);
        }

        @Override
        public CompletableFuture<Renewal> release() {
            throw new NoClassDefFoundError("com/example/Wire");
        }
    }

    @Test
    @Shows("the store `ahead` is frozen")
    @FailsWithout("`AheadAttempt#begin` leaves out a first store that is silent")
    void aFrozenFirstStoreIsPassedOverAndThenLeftOutUntilItAnswers() throws Exception {
        granted(store.acquire(request("first", 1_000))).release().get(30, SECONDS);
        ahead.freeze();

        await().until(() -> asksNot("k"));
        int before = waiting.acquires.get();
        for (int i = 0; i < 20; i++) {
            granted(store.acquire(request("k" + i, 20_000))).release().get(30, SECONDS);
        }

        assertThat(waiting.acquires.get() - before).as("probes").isLessThan(10);
        assertThat(ahead.held()).isEmpty();
        ahead.thaw();
        await().atMost(20, SECONDS).until(() -> {
            Grant grant = granted(store.acquire(request("later", 20_000)));
            boolean held = ahead.isHeld("later");
            grant.release().get(30, SECONDS);
            return held;
        });
        for (int i = 0; i < 20; i++) {
            assertNothingLeft("k" + i);
        }
        assertNothingLeft("k");
    }

    /** Told to be 250 ms at most. A pause of this machine may come upon one of them. */
    @Test
    @Shows("the store `ahead` is frozen")
    @FailsWithout("`Member#MOST_PATIENCE` bounds how long the first store is waited for")
    void noCallWaitsForLongForAFrozenFirstStore() throws Exception {
        ahead.freeze();
        List<Long> took = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            FaultyStore frozen = new FaultyStore(ahead);
            try (LockStore fresh = new AheadStore(new TestContext(), frozen, true, new FaultyStore(decide))) {
                long began = System.nanoTime();
                Grant grant = granted(fresh.acquire(request("k", 40_000)));
                took.add(NANOSECONDS.toMillis(System.nanoTime() - began));
                assertThat(frozen.acquires).as("asked at all").hasValue(1);
                grant.release().get(30, SECONDS);
            }
        }

        assertThat(Collections.min(took)).as("of %s ms", took).isBetween(200L, 2_000L);
        Capabilities slow = FaultyStore.CAPABILITIES.question(15_000);
        assertThat(AheadStore.capabilities(slow, FaultyStore.CAPABILITIES).question())
                .isEqualTo(FaultyStore.CAPABILITIES.question() + 250);
    }

    /** True if a call is granted without a question to the first store. */
    private boolean asksNot(String key) throws Exception {
        int before = waiting.acquires.get();
        granted(store.acquire(request(key, 20_000))).release().get(30, SECONDS);
        return waiting.acquires.get() == before;
    }

    @Test
    @Shows("a key stays locked at `ahead` that nothing holds")
    @FailsWithout("`AheadAttempt#atAhead` asks the store that decides whatever the first one says: its busy is not"
            + " believed")
    void aStrangersKeyAtTheFirstStoreIsNoAnswer() throws Exception {
        FaultyStore stranger = strangerAhead();
        long began = System.nanoTime();

        Grant grant = granted(store.acquire(request("k", 1_000)));

        assertThat(grant).isNotNull();
        assertThat(System.nanoTime() - began).as("it has waited").isGreaterThan(MILLISECONDS.toNanos(700));
        assertThat(Renewals.isHeld(grant.release())).isTrue();
        assertThat(granted(store.acquire(request("k", 0)))).as("tried once").isNotNull();
        stranger.close();
    }

    @Test
    @FailsWithout("`AheadAttempt#waitAhead` looks at the store that decides during a long wait")
    void aCallWithALongWaitLooksAtTheStoreThatDecidesBeforeItsEnd() throws Exception {
        FaultyStore stranger = strangerAhead();

        assertThat(granted(store.acquire(longWait(LockKind.EXCLUSIVE)))).isNotNull();
        stranger.close();
    }

    @Test
    @FailsWithout("`AheadAttempt#waitAhead` gives each look an owner of its own")
    void aLookThatIsGrantedLateTakesNothingFromTheNextOne() throws Exception {
        FaultyStore stranger = strangerAhead();
        deciding.delay = 4_500;
        Attempt waiting = store.acquire(longWait(LockKind.EXCLUSIVE));
        await().until(() -> deciding.asking.get() == 1);
        deciding.delay = 0;

        Grant grant = granted(waiting);
        await("the first look reaches its server").until(() -> {
            assertThat(renewed(grant).isHeld()).isTrue();
            return deciding.asking.get() == 0;
        });

        assertThat(renewed(grant).isHeld()).isTrue();
        assertThat(decide.isHeld("k")).isTrue();
        assertThat(Renewals.isHeld(grant.release())).isTrue();
        stranger.close();
    }

    @Test
    @FailsWithout("`AheadAttempt#granted` tells the owner that a look has")
    @FailsWithout("`AheadAttempt#begin` does not wait at the first store to raise a token")
    void whatALookIsGrantedHasItsTokenRaisedWhileOthersHaveTheFirstStore() throws Exception {
        FaultyStore stranger = strangerAhead();
        Grant grant = granted(store.acquire(longWait(LockKind.FENCED)));

        Request again = longWait(LockKind.FENCED).as(grant.request().owner(), LEASE);
        Grant raised = granted(store.acquire(again.withTokenAbove(grant.token() + 7)));

        assertThat(raised.token()).isGreaterThan(grant.token() + 7);
        assertThat(renewed(grant).isHeld()).as("raised, and not lost meanwhile").isTrue();
        assertThat(Renewals.isHeld(raised.release())).isTrue();
        assertThat(decide.isHeld("k")).isFalse();
        stranger.close();
    }

    /** Has the key at the first store for good. */
    private FaultyStore strangerAhead() throws Exception {
        FaultyStore stranger = new FaultyStore(ahead);
        granted(stranger.acquire(
                Requests.exclusive("k", OWNERS.incrementAndGet(), 3_600_000, System.nanoTime() + SECONDS.toNanos(10))));
        return stranger;
    }

    /** Looks at the second store each three seconds. */
    private static Request longWait(LockKind kind) {
        long deadline = System.nanoTime() + SECONDS.toNanos(3_600);
        return Requests.of(kind, 1, Collections.singletonList("k"), OWNERS.incrementAndGet(), 3_000, deadline);
    }

    @Test
    @FailsWithout("`AheadAttempt#begin` asks the first store: the crowd waits there")
    void theStoreThatDecidesIsAskedByFewOfTheCrowd() throws Exception {
        List<LockStore> jvms = new ArrayList<>();
        List<FaultyStore> deciders = new ArrayList<>();
        Grant held = granted(store.acquire(request("k", 10_000)));
        int before = deciding.acquires.get();
        List<Attempt> crowd = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            deciders.add(new FaultyStore(decide));
            jvms.add(new AheadStore(new TestContext(), new FaultyStore(ahead), true, deciders.get(i)));
            crowd.add(jvms.get(i).acquire(request("k", 60_000)));
        }
        for (Attempt each : crowd) {
            await().until(each::isContended);
        }
        assertThat(asked(deciders)).as("asked by those that wait").isZero();

        held.release().get(30, SECONDS);
        while (!crowd.isEmpty()) {
            await().until(() -> crowd.stream().anyMatch(each -> each.answer().isDone()));
            Attempt next = crowd.stream()
                    .filter(each -> each.answer().isDone())
                    .findFirst()
                    .orElseThrow();
            granted(next).release().get(30, SECONDS);
            crowd.remove(next);
        }

        assertThat(asked(deciders)).as("once for each grant").isEqualTo(10);
        assertThat(deciding.acquires.get()).isEqualTo(before);
        jvms.forEach(LockStore::close);
    }

    private static int asked(List<FaultyStore> deciders) {
        return deciders.stream().mapToInt(each -> each.acquires.get()).sum();
    }

    @Test
    @Shows("the store `decide` is down")
    @FailsWithout("`AheadAttempt#decided` grants what the store that decides has granted, and nothing else")
    void withoutTheStoreThatDecidesThereIsNoGrant() throws Exception {
        deciding.broken = new IllegalStateException("down");

        Answer answer = answer(store.acquire(request("k", 300)));

        assertThat(answer.grant()).isNull();
        assertThat(answer.isBusy()).isFalse();
        assertThat(answer.cause()).hasMessage("down");
        assertNothingLeft("k");
    }

    @Test
    void aFrozenStoreThatDecidesIsNoGrantAndNothingStays() throws Exception {
        decide.freeze();

        Answer answer = answer(store.acquire(request("k", 300)));

        assertThat(answer.grant()).isNull();
        assertThat(answer.isBusy()).isFalse();
        decide.thaw();
        assertNothingLeft("k");
    }

    @Test
    @Shows("`ahead` loses its data")
    void aLossOfTheFirstStoreIsNoLoss() throws Exception {
        Grant grant = granted(store.acquire(request("k", 10_000)));
        ahead.empty();

        assertThat(renewed(grant).isHeld()).isTrue();
        assertThat(renewed(grant).isHeld()).as("once more").isTrue();
        assertThat(waiting.renewals)
                .as("the first store is asked until it has lost it")
                .hasSize(1);
        assertThat(answer(store.acquire(request("k", 300))).isBusy()).isTrue();
        assertThat(Renewals.isHeld(grant.release())).isTrue();
    }

    @Test
    void aLossOfTheStoreThatDecidesIsALoss() throws Exception {
        Grant grant = granted(store.acquire(request("k", 10_000)));
        decide.delete("k");

        assertThat(renewed(grant).isLost()).isTrue();
        assertThat(grant.release().get(30, SECONDS).isLost()).isTrue();
        assertNothingLeft("k");
    }

    @Test
    @FailsWithout("`AheadGrant#lost` is that of the store that decides")
    void aLossThatTheStoreThatDecidesTellsIsToldAtOnce() throws Exception {
        Grant grant = granted(store.acquire(request("k", 10_000)));

        ahead.lose("k", "ahead has gone");
        assertThat(grant.lost()).as("of the first store").isNotDone();
        decide.lose("k", "an administrator has taken it");

        assertThat(grant.lost()).succeedsWithin(30, SECONDS).asString().endsWith("an administrator has taken it");
        assertThat(grant.release().get(30, SECONDS).isLost()).isTrue();
    }

    @Test
    @FailsWithout("`AheadGrant#release` gives back first what was taken last")
    void theStoreThatDecidesHasItBackBeforeTheFirstOne() throws Exception {
        Grant grant = granted(store.acquire(request("k", 10_000)));
        decide.freeze();

        grant.release();

        assertThat(ahead.isHeld("k")).isTrue();
        decide.thaw();
        assertNothingLeft("k");
    }

    @Test
    void aTokenIsThatOfTheStoreThatDecides() throws Exception {
        Request fenced = Requests.of(
                LockKind.FENCED,
                1,
                Collections.singletonList("k"),
                OWNERS.incrementAndGet(),
                LEASE,
                System.nanoTime() + SECONDS.toNanos(10));
        FaultyStore before = new FaultyStore(decide);
        Grant first = granted(before.acquire(fenced));
        first.release().get(30, SECONDS);

        Grant second = granted(store.acquire(Requests.of(
                LockKind.FENCED,
                1,
                Collections.singletonList("k"),
                OWNERS.incrementAndGet(),
                LEASE,
                System.nanoTime() + SECONDS.toNanos(10))));

        assertThat(second.token()).isGreaterThan(first.token());
        before.close();
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
        return store.renew(Collections.singletonList(grant)).get(0).get(30, SECONDS);
    }

    private void assertNothingLeft(String key) {
        await().untilAsserted(() -> {
            assertThat(ahead.left(Collections.singletonList(key))).isEmpty();
            assertThat(decide.left(Collections.singletonList(key))).isEmpty();
        });
    }
}
