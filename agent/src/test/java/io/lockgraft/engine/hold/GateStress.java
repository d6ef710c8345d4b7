package io.lockgraft.engine.hold;

import io.lockgraft.engine.Woven;
import io.lockgraft.engine.acquire.Gates;
import io.lockgraft.engine.site.Site;
import io.lockgraft.engine.site.Sites;
import io.lockgraft.rules.Handoff;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.Request;
import io.lockgraft.testing.store.GrantDouble;
import io.lockgraft.testing.store.Requests;
import java.time.Duration;
import java.util.Collections;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/**
 * Two real threads at one gate, as often and in as many ways as jcstress can make them meet. {@link
 * GateInterleavingsTest} tries all orders of steps that are each in one piece; here it shows whether they are. What an
 * outcome does not name is a failure.
 *
 * <p>A call does at the gate what {@link Gates} does there in its name.
 */
public final class GateStress {
    private static final long LATER = Duration.ofMinutes(10).toMillis();

    /** Longer than a short call. */
    private static final long LONG = Duration.ofMillis(1).toNanos();

    private static final Site WRITES = site(LockKind.EXCLUSIVE, Duration.ZERO);
    private static final Site READS = site(LockKind.READ, Duration.ZERO);
    private static final Site LINGERS = site(LockKind.EXCLUSIVE, Duration.ofMillis(LATER));
    private static final Thread FIRST = new Thread("first");
    private static final Thread SECOND = new Thread("second");
    private static final Thread THIRD = new Thread("third");

    /** The system property by which the gates have no lock, to see what becomes of the outcomes then. */
    static final String WITHOUT_LOCK = "lockgraft.stress.without-lock";

    private GateStress() {}

    private static final class NoLock extends ReentrantLock {
        private static final long serialVersionUID = 1L;

        @Override
        public void lock() {}

        @Override
        public void unlock() {}
    }

    static final class Shop {
        static void pay(String order) {}
    }

    private static Site site(LockKind kind, Duration linger) {
        Sites sites = new Sites();
        return sites.get(sites.add(
                Woven.rule("k")
                        .lock(kind)
                        .lease(Duration.ofMillis(LATER))
                        .handoff(new Handoff(64, Duration.ofMinutes(10)))
                        .linger(linger)
                        .build(),
                Woven.method(Shop.class, "pay"),
                Shop.class.getClassLoader(),
                null));
    }

    /** A gate, and calls that come to it one after the other before the threads begin. */
    abstract static class Scene {
        final long now = System.nanoTime();
        final Gate gate = Boolean.getBoolean(WITHOUT_LOCK) ? new Gate("k", new NoLock()) : new Gate("k");

        final Hold comes(Site site, Thread thread) {
            Hold hold = new Hold(site, thread, null, now, now, now + LONG, Collections.singletonList("k"), null);
            hold.waiter().comesTo(0, gate);
            return hold;
        }

        final Hold joins(Site site, Thread thread) {
            Hold hold = comes(site, thread);
            gate.join(hold, now);
            return hold;
        }

        final Lease isGranted(Hold hold) {
            Lease lease = new Lease(granted(hold.site().rule().lock()), hold, false);
            lease.begin(hold);
            return lease;
        }

        private static Grant granted(LockKind kind) {
            Request request = Requests.of(kind, 1, Collections.singletonList("k"), 7, LATER, 0);
            return new GrantDouble(request, System.nanoTime(), 0);
        }

        /**
         * Its body has ended after a while: it passes its lease on, or gives it back and leaves. True: it has passed it
         * on.
         */
        final boolean ends(Hold hold) {
            return ends(hold, hold.waiter().now() + LONG);
        }

        /** The same after no time: it offers its lease in place of passing it on. */
        final boolean endsSoon(Hold hold) {
            return ends(hold, hold.waiter().now());
        }

        private boolean ends(Hold hold, long at) {
            hold.grant().end();
            boolean passed = gate.passOn(hold.grant(), at);
            if (!passed) {
                gate.leave(hold, null);
            }
            return passed;
        }
    }

    /** The last one leaves while another comes. */
    @JCStressTest
    @Outcome(id = "closed, refused", expect = Expect.ACCEPTABLE, desc = "it goes to a gate of its own")
    @Outcome(id = "open, at the head", expect = Expect.ACCEPTABLE, desc = "it came first")
    @State
    public static class LastLeavesWhileOneJoins extends Scene {
        private final Hold leaving = joins(WRITES, FIRST);
        private final Hold coming = comes(WRITES, SECOND);
        private boolean closed;
        private boolean joined;

        @Actor
        public void leave() {
            closed = gate.leave(leaving, null);
        }

        @Actor
        public void join() {
            joined = gate.join(coming, now);
        }

        @Arbiter
        public void look(L_Result result) {
            result.r1 = (closed ? "closed, " : "open, ") + place(joined, gate, coming);
        }
    }

    private static String place(boolean joined, Gate gate, Hold hold) {
        return !joined ? "refused" : gate.head() == hold ? "at the head" : "forgotten";
    }

    /** The last release is answered while another comes. */
    @JCStressTest
    @Outcome(id = "closed, refused", expect = Expect.ACCEPTABLE, desc = "it goes to a gate of its own")
    @Outcome(id = "open, at the head", expect = Expect.ACCEPTABLE, desc = "it came first")
    @State
    public static class LastReleaseIsAnsweredWhileOneJoins extends Scene {
        private final CompletableFuture<Boolean> released = new CompletableFuture<>();
        private final Hold coming = comes(WRITES, SECOND);
        private boolean closed;
        private boolean joined;

        public LastReleaseIsAnsweredWhileOneJoins() {
            gate.leave(joins(WRITES, FIRST), released);
        }

        @Actor
        public void answer() {
            released.complete(true);
            closed = gate.tidy();
        }

        @Actor
        public void join() {
            joined = gate.join(coming, now);
        }

        @Arbiter
        public void look(L_Result result) {
            result.r1 = (closed ? "closed, " : "open, ") + place(joined, gate, coming);
        }
    }

    /** A lease is passed on, or given back, while another comes. */
    @JCStressTest
    @Outcome(id = "passed on, it is at the head and has the lease", expect = Expect.ACCEPTABLE, desc = "it came first")
    @Outcome(id = "given back, it is at the head and asks", expect = Expect.ACCEPTABLE, desc = "it came in between")
    @Outcome(id = "given back, it is refused", expect = Expect.ACCEPTABLE, desc = "it goes to a gate of its own")
    @State
    public static class OneEndsWhileAnotherJoins extends Scene {
        private final Hold ending = joins(WRITES, FIRST);
        private final Hold coming = comes(WRITES, SECOND);
        private boolean passed;
        private boolean joined;

        public OneEndsWhileAnotherJoins() {
            isGranted(ending);
        }

        @Actor
        public void end() {
            passed = ends(ending);
        }

        @Actor
        public void join() {
            joined = gate.join(coming, now);
        }

        @Arbiter
        public void look(L_Result result) {
            String has = coming.hasGrant() ? " and has the lease" : joined ? " and asks" : "";
            result.r1 = (passed ? "passed on, " : "given back, ") + "it is " + place(joined, gate, coming) + has;
        }
    }

    /** A lease is passed on while the one who would get it gives up: an interrupt, or its deadline. */
    abstract static class NextGivesUp extends Scene {
        private final Hold ending = joins(WRITES, FIRST);
        final Hold next = joins(WRITES, SECOND);
        boolean passed;
        boolean has;

        NextGivesUp() {
            isGranted(ending);
        }

        final void firstEnds() {
            passed = ends(ending);
        }

        final void nextGivesUp() {
            gate.leave(next, null);
            has = next.hasGrant();
        }
    }

    /** The first one's lease is offered to the second, which wakes up while a third comes. */
    @JCStressTest
    @Outcome(id = "the second has it, the third waits", expect = Expect.ACCEPTABLE, desc = "it was awake in time")
    @Outcome(id = "the third has it, the second waits", expect = Expect.ACCEPTABLE, desc = "it was overtaken")
    @State
    public static class OfferIsAcceptedWhileAnotherJoins extends Scene {
        private final Hold ended = joins(WRITES, FIRST);
        private final Hold second = joins(WRITES, SECOND);
        private final Hold third = comes(WRITES, THIRD);

        public OfferIsAcceptedWhileAnotherJoins() {
            isGranted(ended);
            endsSoon(ended);
        }

        @Actor
        public void accept() {
            gate.accept(second);
        }

        @Actor
        public void join() {
            gate.join(third, now);
        }

        @Arbiter
        public void look(L_Result result) {
            result.r1 = second.hasGrant() == third.hasGrant()
                    ? "both have it, or nobody"
                    : gate.head() != (second.hasGrant() ? second : third)
                            ? "who has it is not at the head"
                            : second.hasGrant()
                                    ? "the second has it, the third waits"
                                    : "the third has it, the second waits";
        }
    }

    /** The one to whom it is offered gives up while another comes. */
    @JCStressTest
    @Outcome(id = "the second has it to pass on to the third", expect = Expect.ACCEPTABLE, desc = "it came first")
    @Outcome(id = "the third has it, the second has left", expect = Expect.ACCEPTABLE, desc = "it was overtaken")
    @State
    public static class WhoIsOfferedALeaseGivesUpWhileAnotherJoins extends Scene {
        private final Hold ended = joins(WRITES, FIRST);
        private final Hold second = joins(WRITES, SECOND);
        private final Hold third = comes(WRITES, THIRD);

        public WhoIsOfferedALeaseGivesUpWhileAnotherJoins() {
            isGranted(ended);
            endsSoon(ended);
        }

        @Actor
        public void giveUp() {
            gate.leave(second, null);
        }

        @Actor
        public void join() {
            gate.join(third, now);
        }

        @Arbiter
        public void look(L_Result result) {
            if (second.hasGrant() && !third.hasGrant()) {
                boolean passed = gate.head() == second && ends(second) && third.hasGrant();
                result.r1 = "the second has it to pass on to " + (passed ? "the third" : "nobody");
            } else {
                boolean has = third.hasGrant() && gate.head() == third && !ends(third);
                result.r1 = has ? "the third has it, the second has left" : "nobody has it";
            }
        }
    }

    /** A lease is offered while the one who would get it looks whether it is, and goes to sleep. */
    @JCStressTest
    @Outcome(id = "offered, it has it", expect = Expect.ACCEPTABLE, desc = "it was awake")
    @Outcome(id = "offered, it will find it when it is woken", expect = Expect.ACCEPTABLE, desc = "it looked too early")
    @State
    public static class OneEndsSoonWhileTheNextLooks extends Scene {
        private final Hold ending = joins(WRITES, FIRST);
        private final Hold next = joins(WRITES, SECOND);
        private boolean passed;
        private boolean accepted;

        public OneEndsSoonWhileTheNextLooks() {
            isGranted(ending);
        }

        @Actor
        public void end() {
            passed = endsSoon(ending);
        }

        @Actor
        public void look() {
            accepted = gate.accept(next);
        }

        @Arbiter
        public void look(L_Result result) {
            String has = accepted == next.hasGrant()
                    ? accepted ? "it has it" : gate.accept(next) ? "it will find it when it is woken" : "it is lost"
                    : "half of it";
            result.r1 = (passed ? "offered, " : "given back, ") + has;
        }
    }

    /** There are the two of them. */
    @JCStressTest
    @Outcome(id = "passed on, it has it to give back", expect = Expect.ACCEPTABLE, desc = "the lease came first")
    @Outcome(id = "given back, it has left", expect = Expect.ACCEPTABLE, desc = "it left first")
    @State
    public static class OneEndsWhileTheNextGivesUp extends NextGivesUp {
        @Actor
        public void end() {
            firstEnds();
        }

        @Actor
        public void giveUp() {
            nextGivesUp();
        }

        @Arbiter
        public void look(L_Result result) {
            boolean stands = gate.head() == next;
            result.r1 = (passed ? "passed on, " : "given back, ")
                    + (has && stands ? "it has it to give back" : !has && !stands ? "it has left" : "and half of it");
        }
    }

    /** One more is behind it, who waits. */
    @JCStressTest
    @Outcome(
            id = "the second has it, and stands in front of the third",
            expect = Expect.ACCEPTABLE,
            desc = "the lease came first")
    @Outcome(id = "the third has it", expect = Expect.ACCEPTABLE, desc = "the second left first")
    @State
    public static class OneEndsWhileTheNextOfTwoGivesUp extends NextGivesUp {
        private final Hold last = joins(WRITES, THIRD);

        @Actor
        public void end() {
            firstEnds();
        }

        @Actor
        public void giveUp() {
            nextGivesUp();
        }

        @Arbiter
        public void look(L_Result result) {
            if (!passed) {
                result.r1 = "nobody has it";
            } else if (has && gate.head() == next && !last.hasGrant()) {
                // It gives it back now, and the turn of the third comes.
                next.grant().end();
                gate.leave(next, null);
                result.r1 =
                        "the second has it, and stands in front of " + (gate.head() == last ? "the third" : "nobody");
            } else {
                result.r1 = !has && gate.head() == last && last.hasGrant() ? "the third has it" : "none or two";
            }
        }
    }

    /** A lease that lingers goes back, as the keeper lets it, while another comes that may have it. */
    @JCStressTest
    @Outcome(id = "it stays, it has it at the head", expect = Expect.ACCEPTABLE, desc = "it came first")
    @Outcome(id = "it goes back, it is at the head and asks", expect = Expect.ACCEPTABLE, desc = "it came in between")
    @Outcome(id = "it goes back, it is refused", expect = Expect.ACCEPTABLE, desc = "it goes to a gate of its own")
    @State
    public static class LingeringLeaseGoesBackWhileOneJoins extends Scene {
        private final Hold ended = joins(LINGERS, FIRST);
        private final Lease lease = isGranted(ended);
        private final Hold coming = comes(LINGERS, SECOND);
        private final boolean lingers = ends(ended);
        private boolean goesBack;
        private boolean joined;

        @Actor
        public void giveBack() {
            goesBack = gate.endLinger(lease);
            if (goesBack) {
                gate.leave(ended, null);
            }
        }

        @Actor
        public void join() {
            joined = gate.join(coming, now);
        }

        @Arbiter
        public void look(L_Result result) {
            String place = place(joined, gate, coming);
            result.r1 = !lingers
                    ? "it did not linger"
                    : (goesBack ? "it goes back, it " : "it stays, it ")
                            + (coming.hasGrant() ? "has it " + place : "is " + place + (joined ? " and asks" : ""));
        }
    }

    /** The last reader ends while another comes that would have a share in its lease. */
    @JCStressTest
    @Outcome(id = "not the last, it has a share", expect = Expect.ACCEPTABLE, desc = "it came first")
    @Outcome(id = "the last, it is at the head and asks", expect = Expect.ACCEPTABLE, desc = "it came too late")
    @State
    public static class LastReaderEndsWhileOneJoins extends Scene {
        private final Hold ending = joins(READS, FIRST);
        private final Hold coming = comes(READS, SECOND);
        private boolean last;

        public LastReaderEndsWhileOneJoins() {
            isGranted(ending);
            gate.stepInside(ending, now);
        }

        @Actor
        public void end() {
            ending.grant().end();
            last = gate.leaveShared(ending.grant());
        }

        @Actor
        public void join() {
            gate.join(coming, now);
        }

        @Arbiter
        public void look(L_Result result) {
            boolean inside = gate.calls().of(SECOND) == coming && gate.head() != coming;
            result.r1 = (last ? "the last, " : "not the last, ")
                    + (coming.hasGrant() && inside
                            ? "it has a share"
                            : !coming.hasGrant() && gate.head() == coming
                                    ? "it is at the head and asks"
                                    : "and half of it");
        }
    }

    /** Two readers end together. */
    @JCStressTest
    @Outcome(id = "one of them gives it back", expect = Expect.ACCEPTABLE, desc = "whoever ended last")
    @State
    public static class TwoReadersEnd extends Scene {
        private final Hold first = joins(READS, FIRST);
        private final Hold second;
        private boolean firstIsLast;
        private boolean secondIsLast;

        public TwoReadersEnd() {
            isGranted(first);
            gate.stepInside(first, now);
            second = joins(READS, SECOND);
        }

        @Actor
        public void end() {
            first.grant().end();
            firstIsLast = gate.leaveShared(first.grant());
        }

        @Actor
        public void endToo() {
            second.grant().end();
            secondIsLast = gate.leaveShared(second.grant());
        }

        @Arbiter
        public void look(L_Result result) {
            result.r1 = firstIsLast && secondIsLast
                    ? "both give it back"
                    : firstIsLast || secondIsLast ? "one of them gives it back" : "nobody gives it back";
        }
    }

    /**
     * A lease is found lost while it is accepted: the one before has ended and is not told, the next one does not
     * begin.
     */
    @JCStressTest
    @Outcome(id = "the next one is told", expect = Expect.ACCEPTABLE, desc = "it had it first")
    @Outcome(id = "the next one sees it by itself", expect = Expect.ACCEPTABLE, desc = "it was lost first")
    @State
    public static class LossWhileAnOfferIsAccepted extends Scene {
        private final Hold ended = joins(WRITES, FIRST);
        private final Hold next = joins(WRITES, SECOND);
        private final Lease lease = isGranted(ended);
        private boolean begins;
        private boolean told;

        public LossWhileAnOfferIsAccepted() {
            endsSoon(ended);
        }

        @Actor
        public void accept() {
            begins = gate.accept(next) && next.grant().isGood(now);
        }

        @Actor
        public void lose() {
            lease.lose("it is gone");
            for (HoldShare each : lease.holders()) {
                told |= each.lose(lease.lost());
            }
        }

        @Arbiter
        public void look(L_Result result) {
            result.r1 = told
                    ? "the next one is told"
                    : begins ? "it runs and does not know" : "the next one sees it by itself";
        }
    }

    /** A lease is found lost, as the keeper does it, while it is passed on: who has it then must know. */
    @JCStressTest
    @Outcome(id = "one is told", expect = Expect.ACCEPTABLE, desc = "the one that has it")
    @Outcome(
            id = "one sees it by itself",
            expect = Expect.ACCEPTABLE,
            desc = "it got it in this moment, and does not begin")
    @Outcome(id = "it had ended", expect = Expect.ACCEPTABLE, desc = "nobody got it")
    @State
    public static class LossWhileOneEnds extends Scene {
        private final Hold ending = joins(WRITES, FIRST);
        private final Hold next = joins(WRITES, SECOND);
        private final Lease lease = isGranted(ending);
        private boolean passed;
        private boolean begins;
        private boolean told;

        @Actor
        public void end() {
            boolean held = ending.grant().end() && ending.grant().state() == GrantState.RELEASED;
            passed = held && gate.passOn(ending.grant(), now + LONG);
            begins = passed && next.grant().isGood(now);
        }

        @Actor
        public void lose() {
            lease.lose("it is gone");
            for (HoldShare each : lease.holders()) {
                told |= each.lose(lease.lost());
            }
        }

        @Arbiter
        public void look(L_Result result) {
            if (told) {
                result.r1 = "one is told";
            } else if (passed) {
                result.r1 = begins ? "one runs and does not know" : "one sees it by itself";
            } else {
                result.r1 = "it had ended";
            }
        }
    }
}
