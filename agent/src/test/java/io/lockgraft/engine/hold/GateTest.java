package io.lockgraft.engine.hold;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.engine.Woven;
import io.lockgraft.engine.site.QueueMode;
import io.lockgraft.engine.site.Site;
import io.lockgraft.engine.site.Sites;
import io.lockgraft.rules.Handoff;
import io.lockgraft.rules.OnExceeded;
import io.lockgraft.rules.OnLost;
import io.lockgraft.rules.RuleBuilder;
import io.lockgraft.rules.Until;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Request;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.store.GrantDouble;
import io.lockgraft.testing.store.Requests;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The gate does not wait, so all that can happen to it in a few steps can be tried out. */
final class GateTest {
    private static final LockKind[] CALLS = {LockKind.EXCLUSIVE, LockKind.READ, LockKind.READ, LockKind.FAIR};
    private static final int STEPS = 6;

    private long histories;

    static final class Shop {
        static void pay(String order) {}
    }

    private static Site site(LockKind kind) {
        return site(rule().lock(kind));
    }

    private static RuleBuilder rule() {
        return Woven.rule("k").lease(Duration.ofMinutes(10)).handoff(new Handoff(2_000, Duration.ofMinutes(10)));
    }

    private static Site site(RuleBuilder rule) {
        Sites sites = new Sites();
        return sites.get(Woven.add(
                sites, rule.build(), Woven.method(Shop.class, "pay"), Shop.class.getClassLoader(), null))[0];
    }

    @Test
    void everyShortHistoryKeepsTheOrderAndForgetsNobody() {
        List<Site> sites = new ArrayList<>();
        for (LockKind kind : CALLS) {
            sites.add(site(kind));
        }
        explore(sites, new ArrayList<>());

        assertThat(histories).isGreaterThan(10_000);
    }

    /** A step: call n joins, steps inside, leaves, or leaves with a release under way; or the releases are answered. */
    private void explore(List<Site> sites, List<Integer> history) {
        Model model = new Model(sites);
        for (int step : history) {
            if (!model.apply(step)) {
                return;
            }
        }
        histories++;
        if (history.size() < STEPS) {
            for (int step = 0; step <= 4 * CALLS.length; step++) {
                history.add(step);
                explore(sites, history);
                history.remove(history.size() - 1);
            }
        }
    }

    /** Two lists beside the gate, to compare with. */
    private static final class Model {
        private final Gate gate = new Gate("k");
        private final List<Hold> calls = new ArrayList<>();
        private final List<Hold> order = new ArrayList<>();
        private final List<Hold> inside = new ArrayList<>();
        private final List<CompletableFuture<Boolean>> releasing = new ArrayList<>();
        private boolean closed;

        Model(List<Site> sites) {
            for (Site site : sites) {
                calls.add(new Hold(site, Thread.currentThread(), null, 0, System.nanoTime(), 0, List.of("k"), null));
            }
        }

        /** False: the step makes no sense here. */
        boolean apply(int step) {
            if (step == 4 * CALLS.length) {
                return answerReleases();
            }
            Hold call = calls.get(step % CALLS.length);
            boolean applies;
            switch (step / CALLS.length) {
                case 0:
                    applies = join(call);
                    break;
                case 1:
                    applies = stepInside(call);
                    break;
                default:
                    applies = leave(call, step >= 3 * CALLS.length);
            }
            if (applies) {
                assertThat(gate.head()).as("the head").isSameAs(order.isEmpty() ? null : order.get(0));
                assertThat(gate.calls().isEmpty()).as("empty").isEqualTo(order.isEmpty() && inside.isEmpty());
            }
            return applies;
        }

        private boolean join(Hold call) {
            if (order.contains(call) || inside.contains(call)) {
                return false;
            }
            boolean joined = gate.join(call, 0);
            assertThat(joined).as("a gate takes calls until it is closed").isEqualTo(!closed);
            if (joined) {
                (call.queueMode() == QueueMode.BESIDE ? inside : order).add(call);
            }
            return true;
        }

        private boolean stepInside(Hold call) {
            boolean head = !order.isEmpty() && order.get(0) == call;
            if (call.queueMode() != QueueMode.TOGETHER || !head && order.contains(call)) {
                return false;
            }
            gate.stepInside(call, 0);
            if (head) {
                inside.add(order.remove(0));
            }
            return true;
        }

        private boolean leave(Hold call, boolean withRelease) {
            boolean had = inside.contains(call) || !order.isEmpty() && order.get(0) == call;
            if (!order.contains(call) && !inside.contains(call) || withRelease && !had) {
                return false;
            }
            CompletableFuture<Boolean> release = withRelease ? new CompletableFuture<>() : null;
            if (withRelease) {
                releasing.add(release);
            }
            order.remove(call);
            inside.remove(call);
            assertCloses(gate.leave(call, release));
            assertThat(gate.leave(call, null)).as("the second time").isFalse();
            return true;
        }

        private boolean answerReleases() {
            if (releasing.isEmpty()) {
                return false;
            }
            CompletableFuture<?> all = gate.calls().returning();
            for (CompletableFuture<Boolean> each : releasing) {
                assertThat(all.isDone()).as("all releases are answered").isFalse();
                each.complete(true);
            }
            assertThat(all.isDone()).as("all releases are answered").isTrue();
            releasing.clear();
            assertCloses(gate.tidy());
            return true;
        }

        private void assertCloses(boolean closes) {
            boolean idle = order.isEmpty() && inside.isEmpty() && releasing.isEmpty();
            assertThat(closes).as("closes").isEqualTo(idle && !closed);
            closed |= idle;
        }
    }

    @Test
    void aThreadFindsItsHoldWhereverItIsAndTheLaterOfTwo() {
        Gate gate = new Gate("k");
        Thread me = Thread.currentThread();
        Hold first = hold(LockKind.READ);
        Hold second = hold(LockKind.READ);

        gate.join(first, 0);
        assertThat(gate.calls().of(me)).as("at the head").isSameAs(first);
        gate.stepInside(first, 0);
        assertThat(gate.calls().of(me)).as("inside").isSameAs(first);
        assertThat(gate.calls().of(new Thread())).as("another thread's").isNull();
        gate.join(second, 0);
        gate.stepInside(second, 0);
        assertThat(gate.calls().of(me)).as("the second").isSameAs(second);

        gate.leave(first, null);
        assertThat(gate.calls().of(me)).isSameAs(second);
        assertThat(gate.leave(second, null)).as("closes").isTrue();
    }

    private static Hold hold(LockKind kind) {
        return new Hold(site(kind), Thread.currentThread(), null, 0, System.nanoTime(), 0, List.of("k"), null);
    }

    /** Its lease is on its way back, and the same thread has come back meanwhile. */
    @Test
    void anEndedCallAtTheHeadDoesNotHideTheOneThatItsThreadIsIn() {
        Gate gate = new Gate("k");
        long now = System.nanoTime();
        Hold ended = granted(gate, site(LockKind.EXCLUSIVE), now);
        ended.part().end();
        Hold within = granted(gate, site(LockKind.FAIR), now);

        assertThat(gate.head()).isSameAs(ended);
        assertThat(gate.calls().of(Thread.currentThread())).isSameAs(within);
    }

    @Test
    @Shows("many calls of one JVM")
    void whatAShortCallHadIsOfferedToTheNextAndWhoeverIsFasterHasIt() {
        Gate gate = new Gate("k");
        Site site = site(LockKind.EXCLUSIVE);
        long now = System.nanoTime();
        Hold first = granted(gate, site, now);
        Hold waiting = comes(gate, site, now);

        assertThat(ends(gate, first, now)).isTrue();
        assertThat(waiting.hasLease()).as("it is asleep").isFalse();
        Hold faster = comes(gate, site, now);
        assertThat(faster.hasLease()).as("it is awake").isTrue();
        assertThat(gate.head()).isSameAs(faster);
        assertThat(gate.accept(waiting)).as("it comes too late").isFalse();
        Hold third = comes(gate, site, now);
        assertThat(third.hasLease()).as("nothing is offered now").isFalse();

        assertThat(ends(gate, faster, now)).isTrue();
        assertThat(gate.accept(third)).as("it is not its turn").isFalse();
        assertThat(gate.accept(waiting)).isTrue();
        assertThat(gate.head()).isSameAs(waiting);
        assertThat(waiting.part().lease()).isSameAs(first.part().lease());
    }

    @Test
    @FailsWithout("`WaitQueue` bounds how long a call is overtaken")
    void whatALongCallHadIsPassedOnAtOnce() {
        Gate gate = new Gate("k");
        Site site = site(LockKind.EXCLUSIVE);
        long now = System.nanoTime();
        Hold first = granted(gate, site, now);
        Hold next = comes(gate, site, now);

        assertThat(ends(gate, first, now + TimeUnit.MICROSECONDS.toNanos(100))).isTrue();

        assertThat(gate.head()).isSameAs(next);
        assertThat(next.hasLease()).isTrue();
    }

    @Test
    @FailsWithout("`WaitQueue` bounds how long a call is overtaken")
    @Shows("many calls of one JVM")
    void nobodyIsOvertakenForLongerThanAMillisecondAndTheOneThatRunsThen() {
        Gate gate = new Gate("k");
        Site site = site(LockKind.EXCLUSIVE);
        long begun = System.nanoTime();
        Hold running = granted(gate, site, begun);
        Hold waiting = comes(gate, site, begun);
        Hold behind = comes(gate, site, begun);
        int overtook = 0;
        long now = begun;

        for (;
                overtook < 100 && ends(gate, running, now) && !waiting.hasLease();
                now += TimeUnit.MICROSECONDS.toNanos(20)) {
            running = comes(gate, site, now);
            assertThat(running.hasLease()).isTrue();
            overtook++;
        }

        assertThat(overtook).isEqualTo(50);
        assertThat(gate.head()).isSameAs(waiting);
        waiting.waiter().readClock();
        assertThat(ends(gate, waiting, waiting.waiter().now())).isTrue();
        assertThat(behind.hasLease()).as("its time to be overtaken begins").isFalse();
        assertThat(comes(gate, site, waiting.waiter().now()).hasLease()).isTrue();
    }

    @Test
    @FailsWithout("`Gate#leave` passes on what is offered to a call that gives up")
    void whoGivesUpWhatItIsOfferedHasItToPassOn() {
        Gate gate = new Gate("k");
        Site site = site(LockKind.EXCLUSIVE);
        long now = System.nanoTime();
        Hold first = granted(gate, site, now);
        Hold waiting = comes(gate, site, now);
        Hold behind = comes(gate, site, now);
        ends(gate, first, now);

        assertThat(gate.leave(waiting, null)).isFalse();

        assertThat(waiting.hasLease()).isTrue();
        assertThat(gate.head()).isSameAs(waiting);
        assertThat(ends(gate, waiting, now)).isTrue();
        assertThat(gate.accept(behind)).isTrue();
    }

    /** Who is behind another one may leave without a word. */
    @Test
    void whoGivesUpBehindTheOneThatIsOfferedALeaseJustLeaves() {
        Gate gate = new Gate("k");
        Site site = site(LockKind.EXCLUSIVE);
        long now = System.nanoTime();
        Hold first = granted(gate, site, now);
        Hold waiting = comes(gate, site, now);
        Hold behind = comes(gate, site, now);
        ends(gate, first, now);

        gate.leave(behind, null);

        assertThat(behind.hasLease()).isFalse();
        assertThat(gate.accept(waiting)).isTrue();
    }

    @Test
    void noCallOvertakesThatMayNotHaveTheLease() {
        Gate gate = new Gate("k");
        long now = System.nanoTime();
        Hold first = granted(gate, site(LockKind.EXCLUSIVE), now);
        comes(gate, site(LockKind.EXCLUSIVE), now);
        ends(gate, first, now);

        for (Site other : List.of(
                site(LockKind.WRITE),
                site(LockKind.FENCED),
                site(rule().lease(Duration.ofMinutes(5))),
                site(rule().handoff(Handoff.OFF)),
                site(rule().renew(false)),
                site(rule().onLost(OnLost.THROW)),
                site(rule().handoff(new Handoff(1, Duration.ofMinutes(1)))),
                site(rule().hold(Duration.ofNanos(1), null, OnExceeded.WARN, Until.WORK)))) {
            assertThat(comes(gate, other, now).hasLease())
                    .as("one of %s", other.rule())
                    .isFalse();
        }
        assertThat(comes(gate, site(LockKind.EXCLUSIVE), now, now).hasLease())
                .as("one that tries once")
                .isFalse();
        assertThat(comes(gate, site(LockKind.EXCLUSIVE), now + TimeUnit.MILLISECONDS.toNanos(1))
                        .hasLease())
                .as("one that comes when it has been offered for a while")
                .isFalse();
        assertThat(gate.calls().queue.offered())
                .as("is still offered")
                .isSameAs(first.part().lease());
        first.part().lease().lose("gone");
        assertThat(comes(gate, site(LockKind.EXCLUSIVE), now).hasLease())
                .as("one that is lost")
                .isFalse();
    }

    @Test
    void eachThatOvertakesHasAGreaterTokenAndWithTheLastOneTheGrantGoesBack() {
        Gate gate = new Gate("k");
        Site site = site(LockKind.FENCED);
        long now = System.nanoTime();
        Hold first = new Hold(site, new Thread(), null, now, now, now, List.of("k"), null);
        first.waiter().setGate(0, gate);
        gate.join(first, now);
        Request request =
                Requests.of(LockKind.FENCED, 1, List.of("k"), 7, 600_000, 0).withTokens(4);
        // The last of them is for the call that waits.
        new Lease(new GrantDouble(request, now, 100), first, false).begin(first);
        Hold waiting = comes(gate, site, now);
        List<Long> tokens = new ArrayList<>(List.of(first.token()));

        for (Hold running = first; ends(gate, running, now); ) {
            Hold comes = comes(gate, site, now);
            running = comes.hasLease() ? comes : waiting;
            assertThat(running != waiting || gate.accept(waiting)).isTrue();
            tokens.add(running.token());
        }

        assertThat(tokens).containsExactly(100L, 101L, 102L, 103L);
        assertThat(gate.head()).as("it ended, and must give the lease back").isSameAs(waiting);
    }

    private static boolean ends(Gate gate, Hold hold, long now) {
        hold.part().end();
        return gate.passOn(hold.part(), now) == Afterwards.HANDED_OVER;
    }

    private static Hold comes(Gate gate, Site site, long now) {
        return comes(gate, site, now, now + TimeUnit.MINUTES.toNanos(1));
    }

    private static Hold comes(Gate gate, Site site, long now, long deadline) {
        Hold hold = new Hold(site, new Thread(), null, now, now, deadline, List.of("k"), null);
        hold.waiter().setGate(0, gate);
        gate.join(hold, now);
        return hold;
    }

    private static Hold granted(Gate gate, Site site, long now) {
        Hold hold = new Hold(site, Thread.currentThread(), null, now, now, now, List.of("k"), null);
        hold.waiter().setGate(0, gate);
        gate.join(hold, now);
        Request request = Requests.of(site.rule().lock(), 1, List.of("k"), 7, 600_000, 0);
        new Lease(new GrantDouble(request, now, 0), hold, false).begin(hold);
        return hold;
    }
}
