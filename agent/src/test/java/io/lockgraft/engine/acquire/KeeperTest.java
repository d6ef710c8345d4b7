package io.lockgraft.engine.acquire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lockgraft.engine.Woven;
import io.lockgraft.engine.call.EnteredCall;
import io.lockgraft.engine.hold.Afterwards;
import io.lockgraft.engine.hold.Gate;
import io.lockgraft.engine.hold.Hold;
import io.lockgraft.engine.hold.Lease;
import io.lockgraft.engine.hold.LeasePart;
import io.lockgraft.engine.lease.Keeper;
import io.lockgraft.engine.lease.KeeperActions;
import io.lockgraft.manage.Counters.Event;
import io.lockgraft.rules.OnExceeded;
import io.lockgraft.rules.RuleBuilder;
import io.lockgraft.rules.Until;
import io.lockgraft.spi.Attempt;
import io.lockgraft.spi.log.Log;
import io.lockgraft.spi.thread.Daemons;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.StuckStream;
import io.lockgraft.testing.WrittenLog;
import io.lockgraft.testing.store.Requests;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

@Timeout(60)
final class KeeperTest {
    private static final long IDLE = TimeUnit.SECONDS.toNanos(30);

    private final Woven woven = new Woven();

    @RegisterExtension
    private final WrittenLog log = new WrittenLog();

    static final class Shop {
        static void pay(String order) {}
    }

    @AfterEach
    void close() {
        woven.close();
    }

    private int site(RuleBuilder rule) {
        return woven.site(rule.build(), Shop.class, "pay");
    }

    private static RuleBuilder lease(long millis) {
        return Woven.rule("PAY:{p0}").lease(Duration.ofMillis(millis));
    }

    private Object enter(int site, String order) throws Exception {
        try {
            return woven.engine.enter(site, null, new Object[] {order});
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    private long lost() {
        return woven.sites.counters().get("pay-order").of(Event.LOST);
    }

    @Test
    void aGrantIsRenewedForAsLongAsTheMethodRuns() throws Exception {
        Object token = enter(site(lease(1800)), "42");

        await().atMost(Duration.ofSeconds(20)).until(() -> woven.backend.renewals.size() >= 4);

        assertThat(woven.store.held()).containsExactly("shop:PAY:42");
        assertThat(lost()).isZero();
        Woven.exit(token, null);
        assertThat(woven.store.held()).isEmpty();
    }

    @Test
    @FailsWithout("`LineWriter` writes the log on a thread of its own, so that a full pipe stops no renewal")
    void aLogThatTakesNothingStopsNeitherRenewalsNorCalls() throws Exception {
        StuckStream stuck = new StuckStream();
        Log.to(stuck.stream());
        Log.writeBehind(Daemons::start);
        try {
            Object first = enter(
                    site(lease(1800).hold(Duration.ZERO, Duration.ofMillis(100), OnExceeded.WARN, Until.WORK)), "41");
            stuck.awaitSomebody();
            int before = woven.backend.renewals.size();

            Object second = enter(site(lease(1800)), "42");
            await().atMost(Duration.ofSeconds(20)).until(() -> woven.backend.renewals.size() >= before + 8);

            assertThat(woven.store.held()).containsExactlyInAnyOrder("shop:PAY:41", "shop:PAY:42");
            assertThat(lost()).isZero();
            Woven.exit(second, null);
            Woven.exit(first, null);
            stuck.open();
            Log.end();
            assertThat(stuck.lines()).anyMatch(line -> line.contains("shop:PAY:41"));
        } finally {
            stuck.open();
        }
    }

    @Test
    void eachOfManyLossesAtOnceIsToldWithItsKey() throws Exception {
        int site = site(lease(900));
        List<Object> tokens = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            tokens.add(enter(site, "order-" + i));
        }
        woven.store.held().forEach(woven.store::delete);

        await().atMost(Duration.ofSeconds(20)).until(() -> lost() == 20);

        for (int i = 0; i < 20; i++) {
            String key = "lost the lock on shop:PAY:order-" + i + ' ';
            await().untilAsserted(() -> assertThat(log.lines())
                    .as(key)
                    .filteredOn(line -> line.contains(key))
                    .hasSize(1));
        }
        for (Object token : tokens) {
            Woven.exit(token, null);
        }
    }

    @Test
    void manyGrantsAreRenewedInOneBatch() throws Exception {
        int site = site(lease(12_000));
        Woven.exit(enter(site, "the first loads classes"), null);
        List<Object> tokens = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            tokens.add(enter(site, "order-" + i));
        }

        await().atMost(Duration.ofSeconds(20)).until(() -> woven.backend.renewals.size() >= 1);

        assertThat(woven.backend.renewals.get(0)).as("the first batch").isGreaterThan(40);
        tokens.forEach(token -> Woven.exit(token, null));
        assertThat(woven.store.held()).isEmpty();
    }

    @Test
    @FailsWithout("`KeeperRound#answered` takes a lock for lost that the store does not have any more")
    void aLockThatWasTakenAwayIsKnownWithinAThirdOfItsLease() throws Exception {
        Object token = enter(site(lease(6000)), "42");

        long start = System.nanoTime();
        woven.store.delete("shop:PAY:42");
        int sent = woven.backend.renewals.size();
        long due = ((EnteredCall) token).hold().part().lease().dueAt() - System.nanoTime();
        await().atMost(Duration.ofSeconds(20)).until(() -> lost() == 1);

        assertThat(due).as("nanoseconds until the next renewal").isLessThanOrEqualTo(TimeUnit.SECONDS.toNanos(2));
        assertThat(woven.backend.renewals.size() - sent)
                .as("renewals until it is known")
                .isLessThanOrEqualTo(1);
        assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start)).isLessThan(4000);
        await().untilAsserted(() -> assertThat(log.toString())
                .containsPattern(
                        "WARN rule 'pay-order': lost the lock on shop:PAY:42 after \\d+ ms \\(lease 6000 ms\\):"
                                + " the lock server does not have it any more. The method goes on without it"));
        Woven.exit(token, null);
        assertThat(lost()).as("counted once").isEqualTo(1);
    }

    @Test
    void afterALossOtherCallsOfThisJvmAskTheStoreLikeEverybodyElse() throws Exception {
        int site = site(lease(900));
        Object lost = enter(site, "42");
        woven.store.delete("shop:PAY:42");
        await().atMost(Duration.ofSeconds(20)).until(() -> lost() == 1);

        Object sameThread = enter(site, "42");
        CompletableFuture<Object> other = CompletableFuture.supplyAsync(() -> {
            try {
                return enter(site, "42");
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });

        assertThat(sameThread).as("no share of what was lost").isNotSameAs(lost);
        Woven.exit(lost, null);
        assertThat(woven.store.held())
                .as("the new hold is not touched by the old one's end")
                .isNotEmpty();
        Woven.exit(sameThread, null);
        Woven.exit(other.get(20, TimeUnit.SECONDS), null);
        await().until(() -> woven.store.held().isEmpty());
        await().until(() -> woven.engine.gatesInUse() == 0);
    }

    @Test
    @FailsWithout("`Keeper#expire` takes a lock for lost that is not confirmed until its lease ends")
    void aSilentStoreLosesTheLockAtTheLeasesEndAndNotBefore() throws Exception {
        Object token = enter(site(lease(1500)), "42");
        long start = System.nanoTime();
        woven.store.freeze();

        await().atMost(Duration.ofSeconds(20)).until(() -> lost() == 1);

        assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start)).isBetween(1000L, 4000L);
        await().untilAsserted(() ->
                assertThat(log.toString()).contains("the lock server did not confirm it before its lease ended"));
        Woven.exit(token, null);
    }

    @Test
    @FailsWithout("`RuleEvents#atRisk` tells the listeners")
    void renewalsThatFailForAWhileAreTriedAgainAndLoseNothing() throws Exception {
        Object token = enter(site(lease(3000)), "42");
        woven.backend.broken = new IllegalStateException("connection reset");
        await().atMost(Duration.ofSeconds(20)).until(() -> woven.backend.renewals.size() >= 3);
        assertThat(((EnteredCall) token).hold().part().lease().clock().isAtRisk())
                .isTrue();

        assertThat(log.toString())
                .containsPattern(
                        "the lock server did not confirm that shop:PAY:42 is still ours; it is asked again, and"
                                + " the lock counts as lost in \\d+ ms if it does not answer: .*connection reset");

        woven.backend.broken = null;

        await().atMost(Duration.ofSeconds(20))
                .until(() ->
                        !((EnteredCall) token).hold().part().lease().clock().isAtRisk());
        assertThat(woven.backend.renewals.size())
                .as("renewals, not a busy loop")
                .isLessThan(20);
        assertThat(lost()).isZero();
        Woven.exit(token, null);
    }

    @Test
    void withoutRenewalTheLockEndsWithItsLease() throws Exception {
        Object token = enter(site(lease(400).renew(false)), "42");

        await().atMost(Duration.ofSeconds(20)).until(() -> lost() == 1);

        assertThat(woven.backend.renewals).isEmpty();
        await().untilAsserted(
                        () -> assertThat(log.toString()).contains("its lease ended, and the rule says renew: false"));
        Woven.exit(token, null);
    }

    @Test
    @FailsWithout("`RuleEvents#lostAtEnd` tells the listeners")
    @FailsWithout("`Release#accept` tells of a loss that the release finds")
    void aLockThatIsGoneWhenItIsReleasedWasLost() throws Exception {
        Object token = enter(site(lease(30_000)), "42");
        woven.store.delete("shop:PAY:42");

        Woven.exit(token, null);

        assertThat(lost()).isEqualTo(1);
    }

    private Hold atGate(Gate gate, int site, long now) {
        Hold hold = new Hold(
                woven.sites.get(site)[0],
                new Thread(),
                null,
                now,
                now,
                now + TimeUnit.SECONDS.toNanos(60),
                List.of(gate.key()),
                null);
        hold.waiter().setGate(0, gate);
        gate.join(hold, now);
        return hold;
    }

    private Lease granted(Hold hold) throws Exception {
        Attempt attempt = woven.backend.acquire(hold.site()
                .request(
                        hold.keys(),
                        Requests.owner(1),
                        hold.waiter().deadline(),
                        hold.waiter().now()));
        Lease lease = new Lease(attempt.answer().get(20, TimeUnit.SECONDS).grant(), hold, false);
        lease.begin(hold);
        return lease;
    }

    /** What a keeper finds that looks at one gate only; of the rest nothing happens. */
    private static class AtOneGate extends KeeperActions {
        private final Gate gate;

        AtOneGate(Gate gate) {
            super(new ConcurrentHashMap<>(), null);
            this.gate = gate;
        }

        @Override
        public void eachLease(Consumer<Lease> look) {
            gate.calls().eachLease(look);
        }

        @Override
        public boolean isAnythingHeld() {
            return true;
        }

        @Override
        public void lost(LeasePart part) {}

        @Override
        public void returnLingering(Lease lease) {}

        @Override
        public void checkDuration(LeasePart part, long now) {}
    }

    @Test
    void aLeaseThatACallTakesAgainAsItsTimeToLingerEndsIsRenewed() throws Exception {
        int site = site(lease(3000).linger(Duration.ofMillis(20)));
        Gate gate = new Gate("shop:PAY:42");
        CompletableFuture<Boolean> ended = new CompletableFuture<>();
        long inTime = System.nanoTime();
        KeeperActions actions = new AtOneGate(gate) {
            @Override
            public void returnLingering(Lease lease) {
                atGate(gate, site, inTime);
                ended.complete(gate.endLinger(lease));
            }
        };
        Keeper keeper = new Keeper(woven.backend, actions, Daemons::start, IDLE);
        Hold first = atGate(gate, site, inTime);
        Lease lease = granted(first);
        first.part().end();
        assertThat(gate.passOn(first.part(), inTime)).isEqualTo(Afterwards.LINGERS);

        try {
            keeper.keep(lease);

            assertThat(ended.get(20, TimeUnit.SECONDS)).as("given back").isFalse();
            await().atMost(Duration.ofSeconds(20)).until(() -> woven.backend.renewals.size() >= 2);
        } finally {
            keeper.close();
        }
    }

    @Test
    void whatNoKeeperLooksAfterIsNotPassedOn() throws Exception {
        int site = site(lease(30_000));
        Gate gate = new Gate("shop:PAY:42");
        Keeper keeper = new Keeper(
                woven.backend,
                new AtOneGate(gate),
                (name, work) -> {
                    throw new OutOfMemoryError("unable to create native thread");
                },
                IDLE);
        Hold first = atGate(gate, site, System.nanoTime());
        atGate(gate, site, System.nanoTime());

        Lease lease = new Lease(
                woven.backend
                        .acquire(first.site()
                                .request(
                                        first.keys(),
                                        Requests.owner(1),
                                        first.waiter().deadline(),
                                        first.waiter().now()))
                        .answer()
                        .get(20, TimeUnit.SECONDS)
                        .grant(),
                first,
                false);
        lease.begin(first);
        assertThatThrownBy(() -> keeper.keep(lease)).isInstanceOf(OutOfMemoryError.class);

        first.part().end();
        assertThat(gate.passOn(first.part(), System.nanoTime())).isEqualTo(Afterwards.GOES_BACK);
    }

    /** As that of rules that are in force no more: it is not there for ever. */
    @Test
    @FailsWithout("`Keeper#retire` ends the thread when there has been no lease for a while")
    void aKeeperThatHasHadNothingToLookAfterForAWhileEndsAndTheNextLeaseStartsAnother() throws Exception {
        int site = site(lease(3000));
        Gate gate = new Gate("shop:PAY:42");
        AtomicBoolean held = new AtomicBoolean(true);
        KeeperActions actions = new AtOneGate(gate) {
            @Override
            public boolean isAnythingHeld() {
                return held.get();
            }
        };
        List<Thread> threads = new CopyOnWriteArrayList<>();
        Keeper keeper = new Keeper(
                woven.backend,
                actions,
                (name, work) -> {
                    Thread thread = Daemons.start(name, work);
                    threads.add(thread);
                    return thread;
                },
                TimeUnit.MILLISECONDS.toNanos(20));
        Hold hold = atGate(gate, site, System.nanoTime());
        Lease lease = granted(hold);
        try {
            keeper.keep(lease);
            await().atMost(Duration.ofSeconds(20)).until(() -> !woven.backend.renewals.isEmpty());
            assertThat(threads).as("while there is a lease").hasSize(1);
            assertThat(threads.get(0).isAlive()).isTrue();

            held.set(false);
            lease.end();
            threads.get(0).join(20_000);
            assertThat(threads.get(0).isAlive()).as("with none").isFalse();

            held.set(true);
            keeper.keep(granted(hold));
            assertThat(threads).as("with the next").hasSize(2);
        } finally {
            keeper.close();
        }
    }

    @Test
    void aLeaseOfSeveralKeysIsRenewedOnceARound() throws Exception {
        int site = site(Woven.rule("PAY:{p0}", "LOG:{p0}", "SUM:{p0}").lease(Duration.ofMillis(3000)));
        List<Object> tokens = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            tokens.add(enter(site, "order-" + i));
        }

        await().atMost(Duration.ofSeconds(20)).until(() -> woven.backend.renewals.size() >= 2);

        assertThat(woven.backend.renewals).allMatch(size -> size <= 10);
        tokens.forEach(token -> Woven.exit(token, null));
    }

    @Test
    void theKeeperIsADaemonWithoutTheApplicationsLoader() throws Exception {
        Object token = enter(site(lease(30_000)), "42");

        Thread keeper = Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals(Keeper.THREAD))
                .findAny()
                .orElseThrow();

        assertThat(keeper.isDaemon()).isTrue();
        assertThat(keeper.getContextClassLoader()).isNull();
        Woven.exit(token, null);
        woven.engine.close();
        keeper.join(20_000);
        assertThat(keeper.isAlive()).isFalse();
    }
}
