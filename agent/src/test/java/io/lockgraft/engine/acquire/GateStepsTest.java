package io.lockgraft.engine.acquire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.engine.Woven;
import io.lockgraft.engine.hold.Afterwards;
import io.lockgraft.engine.hold.Gate;
import io.lockgraft.engine.hold.Hold;
import io.lockgraft.engine.hold.Lease;
import io.lockgraft.engine.lease.KeeperActions;
import io.lockgraft.engine.lease.ReleasePath;
import io.lockgraft.engine.site.Site;
import io.lockgraft.engine.thread.StoreThread;
import io.lockgraft.manage.Counters.Event;
import io.lockgraft.rules.Handoff;
import io.lockgraft.rules.OnLost;
import io.lockgraft.rules.RuleBuilder;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Renewal;
import io.lockgraft.spi.Request;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.WrittenLog;
import io.lockgraft.testing.store.GrantDouble;
import io.lockgraft.testing.store.Requests;
import io.lockgraft.testing.store.TestContext;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Orders of steps that a caller cannot bring about, because they lie within one call of the gate, or between the moment
 * in which a thread is woken and the one in which it goes on. All others are looked for from outside, by {@link
 * io.lockgraft.engine.SchedulesTest}.
 */
@Timeout(60)
final class GateStepsTest {
    private static final String KEY = "shop:PAY:42";
    private static final long MINUTE = TimeUnit.SECONDS.toNanos(60);

    @RegisterExtension
    private final WrittenLog log = new WrittenLog();

    private final Woven woven = new Woven();
    private final ReentrantLock lock = new ReentrantLock();
    private final Gate gate = new Gate(KEY, lock);

    static final class Shop {
        static void pay(String order) {}
    }

    @AfterEach
    void close() {
        woven.close();
    }

    private Site site(RuleBuilder rule) {
        return woven.sites.get(woven.site(rule.build(), Shop.class, "pay"))[0];
    }

    private static RuleBuilder rule() {
        return Woven.rule("PAY:{p0}")
                .waiting(Duration.ofSeconds(30))
                .handoff(new Handoff(1_000_000, Duration.ofMinutes(1)));
    }

    private Hold atGate(Site site) {
        return atGate(site, System.nanoTime());
    }

    private Hold atGate(Site site, long now) {
        return atGate(site, now, null);
    }

    private Hold atGate(Site site, long now, ReleasePath path) {
        Hold hold = new Hold(site, Thread.currentThread(), null, now, now, now + MINUTE, List.of(KEY), path);
        hold.waiter().setGate(0, gate);
        gate.join(hold, now);
        return hold;
    }

    private static Lease isGranted(Hold first) {
        return isGranted(first, Renewal.held(first.waiter().now()));
    }

    /** @param said the store's answer to the release */
    private static Lease isGranted(Hold first, Renewal said) {
        Request request = first.site()
                .request(
                        first.keys(),
                        Requests.owner(1),
                        first.waiter().deadline(),
                        first.waiter().now());
        GrantDouble grant = new GrantDouble(request, first.waiter().now(), 0) {
            @Override
            public CompletableFuture<Renewal> release() {
                return CompletableFuture.completedFuture(said);
            }
        };
        Lease lease = new Lease(grant, first, false);
        lease.begin(first);
        assertThat(first.part().enter()).isTrue();
        return lease;
    }

    /** Its body was too long for its lease to be offered. */
    private void passesOn(Hold first) {
        first.part().end();
        assertThat(gate.passOn(first.part(), first.waiter().now() + TimeUnit.MILLISECONDS.toNanos(1)))
                .isEqualTo(Afterwards.HANDED_OVER);
    }

    @Test
    @FailsWithout("`Waiting#atHead` looks at the clock where its call was passed a lease")
    void aCallThatWasPassedALeaseAndStoodStillUntilItWasOverAsksTheStore() throws Exception {
        Site site = site(rule().lease(Duration.ofMillis(300)));
        Hold first = atGate(site);
        isGranted(first);
        Hold second = atGate(site);
        passesOn(first);

        TimeUnit.MILLISECONDS.sleep(350);

        assertThat(new Waiting(new Gates(woven.backend, TestContext.newJvm(), 0), second, null).step())
                .isSameAs(Acquired.AGAIN);
    }

    /** A thread that waits there for its turn, and tells when it has come. */
    private Thread waitsAt(Site site, CompletableFuture<Hold> turn) {
        Thread next = new Thread(() -> {
            Hold second = atGate(site);
            Acquired got = new Waiting(new Gates(woven.backend, TestContext.newJvm(), 0), second, null).await();
            turn.complete(got.hold());
        });
        next.start();
        await().until(() -> next.getState() == Thread.State.TIMED_WAITING);
        return next;
    }

    @Test
    @FailsWithout("`Waiting` looks whether its call is at the head before it begins with a lease that it was passed")
    void aCallThatIsPassedALeaseBeginsOnlyWhenItIsAtTheHead() throws Exception {
        Site site = site(rule());
        Hold first = atGate(site);
        isGranted(first);
        CompletableFuture<Hold> turn = new CompletableFuture<>();
        Thread next = waitsAt(site, turn);

        lock.lock();
        first.part().end();
        assertThat(gate.passOn(first.part(), System.nanoTime())).isEqualTo(Afterwards.HANDED_OVER);
        await().until(() -> lock.hasQueuedThread(next) || turn.isDone());
        boolean early = turn.isDone();
        lock.unlock();

        assertThat(early).as("begun while it was being passed the lease").isFalse();
        Hold second = turn.get(20, TimeUnit.SECONDS);
        assertThat(gate.calls().of(next)).as("what a nested call finds").isSameAs(second);
    }

    /** To wait for the gate's own lock takes away the sign that its turn has come. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @FailsWithout("`Gate#accept` answers whether the turn has come, not only whether the offer was there")
    void aTurnThatComesWhileACallLooksWhatItIsOfferedIsNotMissed(boolean passed) throws Exception {
        Site site = site(rule());
        Hold first = atGate(site);
        isGranted(first);
        CompletableFuture<Hold> turn = new CompletableFuture<>();
        Thread next = waitsAt(site, turn);

        lock.lock();
        first.part().end();
        assertThat(gate.passOn(first.part(), first.waiter().now())).isEqualTo(Afterwards.HANDED_OVER);
        await().until(() -> lock.hasQueuedThread(next) && next.getState() == Thread.State.WAITING);
        Hold faster = atGate(site, first.waiter().now());
        assertThat(faster.hasLease()).isTrue();
        faster.part().end();
        if (passed) {
            assertThat(gate.passOn(faster.part(), faster.waiter().now() + TimeUnit.MILLISECONDS.toNanos(1)))
                    .isEqualTo(Afterwards.HANDED_OVER);
        } else {
            gate.leave(faster, null);
        }
        await().pollDelay(Duration.ofMillis(50))
                .until(() -> lock.hasQueuedThread(next) && next.getState() == Thread.State.WAITING);
        lock.unlock();

        assertThat(turn.get(20, TimeUnit.SECONDS)).as("it waits for a minute").isSameAs(gate.head());
        assertThat(turn.join().part().lease() == first.part().lease()).isEqualTo(passed);
    }

    @Test
    @FailsWithout("`Gate#leave` keeps the place of a call that has been passed a lease in this moment")
    void aCallThatGivesUpWhenItHasBeenPassedALeaseKeepsItsPlaceUntilThatIsOnItsWay() {
        Site site = site(rule());
        Hold first = atGate(site);
        isGranted(first);
        Hold second = atGate(site);
        passesOn(first);

        gate.leave(second, null);

        assertThat(gate.head()).isSameAs(second);
    }

    @Test
    @FailsWithout("`LeasePart#isUsed` is true of no call that was passed a lease and has not begun")
    @FailsWithout("`KeeperActions#lost` tells the call that had the lease last")
    void aCallThatIsPassedALeaseWhichIsFoundLostBeforeItBeginsIsNotInterruptedAndTheOneBeforeIsTold() throws Exception {
        Site site = site(rule().onLost(OnLost.INTERRUPT));
        ConcurrentMap<String, Gate> gates = new ConcurrentHashMap<>();
        KeeperActions findings = new KeeperActions(gates, new ReleasePath(new StoreThread(woven.backend), gates));
        Hold first = atGate(site);
        Lease lease = isGranted(first);
        Hold second = atGate(site);
        passesOn(first);

        lease.lose("somebody deleted it");
        assertThat(second.part().lose(lease.lost())).isTrue();
        findings.lost(second.part());

        assertThat(count(Event.LOST)).isEqualTo(1);
        assertThat(log.toString()).contains("somebody deleted it. The method has ended;");
        assertThat(second.mayBegin()).isFalse();
        assertThat(gate.head()).isNull();
        assertThat(count(Event.BODY_INTERRUPTED)).isZero();
    }

    @Test
    @FailsWithout("`Release#accept` tells of a loss that was found when no call under the lease was left")
    void aLossThatIsFoundWhenTheLastReaderGivesUpIsToldForThoseThatRan() {
        Site site = site(rule().lock(LockKind.READ));
        ReleasePath path = new ReleasePath(new StoreThread(woven.backend), new ConcurrentHashMap<>());
        Hold first = atGate(site, System.nanoTime(), path);
        isGranted(first, Renewal.lost());
        gate.stepInside(first, first.waiter().now());
        Hold second = atGate(site, first.waiter().now(), path);
        assertThat(second.hasLease()).as("it shares the lease").isTrue();

        path.release(first);
        assertThat(count(Event.LOST)).isZero();
        path.giveUp(second);

        assertThat(count(Event.LOST)).isEqualTo(1);
        assertThat(log.toString()).contains("lost the lock on " + KEY + " while no call had it");
    }

    @Test
    @FailsWithout("`ReleasePath#giveBackLease` tells what `Gate#passOn` has done, and not what the lease does since")
    void aCallThatHandsItsLeaseOverHasDoneSoHoweverSoonThatLingers() {
        Site site = site(rule().linger(Duration.ofMinutes(1)));
        ReleasePath path = new ReleasePath(new StoreThread(woven.backend), new ConcurrentHashMap<>());
        long now = System.nanoTime() - TimeUnit.MILLISECONDS.toNanos(1);
        Hold first = atGate(site, now);
        isGranted(first);
        Hold[] second = new Hold[1];
        Runnable callsAndEnds = () -> {
            assertThat(second[0].part().enter()).isTrue();
            path.release(second[0]);
        };
        second[0] = new Hold(site, null, callsAndEnds, now, now, now + MINUTE, List.of(KEY), null);
        second[0].waiter().setGate(0, gate);
        gate.join(second[0], now);

        path.release(first);

        assertThat(gate.lingering()).isSameAs(first.part().lease());
        assertThat(count(Event.HANDED_OVER)).isEqualTo(1);
        assertThat(count(Event.LINGERED)).isEqualTo(1);
    }

    private long count(Event event) {
        return woven.sites.counters().get("pay-order").of(event);
    }
}
