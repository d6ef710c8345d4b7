package io.lockgraft.engine.hold;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.api.LockLostException;
import io.lockgraft.engine.Woven;
import io.lockgraft.engine.site.Site;
import io.lockgraft.engine.site.Sites;
import io.lockgraft.rules.OnExceeded;
import io.lockgraft.rules.OnLost;
import io.lockgraft.rules.RuleBuilder;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.store.GrantDouble;
import io.lockgraft.testing.store.Requests;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** What becomes of a hold's grant, and who is told. */
final class LeasePartTest {
    private final Sites sites = new Sites();
    private final Hold hold = hold();
    private final Lease lease = leaseOf(hold);

    static final class Shop {
        static void pay(String order) {}
    }

    private static Lease leaseOf(Hold hold) {
        return new Lease(
                new GrantDouble(Requests.exclusive("shop:PAY:42", 7, 30_000, 0), System.nanoTime(), 0), hold, false);
    }

    /** A grant of a store that is not asked. */
    private Hold hold() {
        return hold(Woven.rule("PAY:{p0}"));
    }

    private Hold hold(RuleBuilder rule) {
        Site site = sites.get(Woven.add(
                sites, rule.build(), Woven.method(Shop.class, "pay"), Shop.class.getClassLoader(), null))[0];
        return new Hold(site, Thread.currentThread(), null, 0, System.nanoTime(), 0, List.of("shop:PAY:42"), null);
    }

    @Test
    void whatIsGivenBackIsNeitherLostNorGivenBackAgain() {
        lease.begin(hold);

        assertThat(hold.part().end()).isTrue();

        assertThat(hold.part().lose("gone")).isFalse();
        assertThat(hold.part().endEarly(PartState.ENTERED)).isFalse();
        assertThat(hold.part().end()).isFalse();
        assertThat(hold.part().state()).isEqualTo(PartState.RELEASED);
    }

    @Test
    void whatIsLostIsToldOnceAndStillGivenBack() {
        lease.begin(hold);

        assertThat(hold.part().lose("gone")).isTrue();
        assertThat(hold.part().lose("gone")).isFalse();

        assertThat(hold.part().loss().reason()).contains("gone");
        assertThat(hold.part().endEarly(PartState.ENTERED)).isFalse();
        assertThat(hold.part().end()).as("the store may know better").isTrue();
    }

    @Test
    @FailsWithout("`LeasePart#hasEntered` goes by the state, which the call and the keeper move by one step each")
    void aLossThatComesBeforeTheCallEntersIsNotToldToIt() throws Exception {
        ExecutorService keeper = Executors.newSingleThreadExecutor();
        try {
            for (int i = 0; i < 20_000; i++) {
                Hold racing = hold();
                Lease of = leaseOf(racing);
                of.begin(racing);
                LeasePart part = racing.part();
                AtomicBoolean ready = new AtomicBoolean();
                Future<Boolean> told = keeper.submit(() -> {
                    ready.set(true);
                    return part.lose("gone") && part.isUsed();
                });
                while (!ready.get()) {
                    Thread.onSpinWait();
                }

                boolean enters = part.enter();

                assertThat(told.get()).as("told in round %s", i).isEqualTo(enters);
                assertThat(part.hasEntered()).isEqualTo(enters);
            }
        } finally {
            keeper.shutdownNow();
        }
    }

    @Test
    void aHoldThatIsOverHasNoBody() {
        lease.begin(hold);
        assertThat(hold.part().hasBody()).isTrue();

        assertThat(hold.exitBody()).isTrue();

        assertThat(hold.part().isOver()).isTrue();
        assertThat(hold.part().hasBody()).isFalse();
    }

    @Test
    void whatIsGivenBackEarlyIsNotGivenBackAtTheEnd() {
        lease.begin(hold);
        assertThat(hold.part().enter()).isTrue();

        assertThat(hold.part().endEarly(PartState.ENTERED)).isTrue();

        assertThat(hold.part().end()).isFalse();
        assertThat(hold.part().lose("gone")).isFalse();
    }

    @Test
    void whatIsGivenBackBeforeItsCallHasEnteredIsNotEntered() {
        lease.begin(hold);

        assertThat(hold.part().endEarly(PartState.ENTERED)).as("no method runs").isFalse();
        assertThat(hold.part().endEarly(PartState.HELD)).isTrue();

        assertThat(hold.part().enter()).isFalse();
        assertThat(hold.part().hasEntered()).isFalse();
        assertThat(hold.part().end()).isFalse();
    }

    @Test
    void whatHasEnteredIsLostAndGivenBackAsBefore() {
        lease.begin(hold);

        assertThat(hold.part().enter()).isTrue();

        assertThat(hold.part().endEarly(PartState.HELD)).isFalse();
        assertThat(hold.part().lose("gone")).isTrue();
        assertThat(hold.part().hasEntered()).isTrue();
        assertThat(hold.part().end()).isTrue();
    }

    @Test
    void aLossThatIsFoundWhileALeaseIsPassedOnIsSeenByTheOneOrTheOther() {
        Hold next = hold();
        lease.begin(hold);
        assertThat(hold.part().end()).isTrue();

        lease.lose("gone");
        assertThat(hold.part().lose("gone")).as("nobody has it in this moment").isFalse();
        lease.passTo(next, System.nanoTime());

        assertThat(lease.lost()).as("seen by the one that passes it on").isEqualTo("gone");
        assertThat(next.part().lose(lease.lost())).isTrue();
        assertThat(hold.part().state()).isEqualTo(PartState.RELEASED);
    }

    @Test
    @FailsWithout("`Lease#passTo` reads the clock where the hold is to last for a while")
    void aHoldThatIsPassedOnLateLastsForItsWholeTimeAllTheSame() {
        Hold next = hold(Woven.rule("PAY:{p0}").hold(Duration.ofMinutes(5), null, OnExceeded.WARN, null));
        lease.begin(hold);
        assertThat(hold.part().end()).isTrue();

        lease.passTo(next, System.nanoTime() - TimeUnit.MINUTES.toNanos(2));

        assertThat(next.part().restNanos()).isGreaterThan(TimeUnit.MINUTES.toNanos(4));
    }

    /** Keeps holds until the test says that it is over. */
    private static final class Going extends Work {
        @Override
        protected String told() {
            return "the end of the test";
        }
    }

    private static final WorkCallback NO_END = new WorkCallback() {
        @Override
        public void release(Hold hold, Work over) {}

        @Override
        public LockLostException lost(Hold hold) {
            return null;
        }
    };

    @Test
    @FailsWithout("`Hold#enterOutersAsWork` enters outer holds as work, so that no thread is interrupted for it")
    void workThatSharesAHoldInterruptsNoThreadOfIt() {
        Hold outer = hold(Woven.rule("PAY:{p0}").onLost(OnLost.INTERRUPT));
        leaseOf(outer).begin(outer);
        new Going().keep(outer, NO_END);
        assertThat(outer.exitBody()).as("its work goes on").isFalse();
        assertThat(outer.part().body().interrupt()).as("its thread has left").isFalse();

        Hold inner = hold(Woven.rule("PAY:{p0}"));
        assertThat(inner.enterOutersAsWork(List.of(outer))).isTrue();

        assertThat(outer.hasBody()).isFalse();
        assertThat(outer.part().body().interrupt()).as("no thread has entered").isFalse();
        assertThat(Thread.interrupted()).isFalse();
        assertThat(outer.exitWork()).as("the first work goes on").isFalse();
    }

    @Test
    void aThreadThatEntersAgainMayBeInterruptedAgain() {
        Hold outer = hold(Woven.rule("PAY:{p0}").onLost(OnLost.INTERRUPT));
        leaseOf(outer).begin(outer);
        new Going().keep(outer, NO_END);
        outer.exitBody();

        assertThat(outer.enterBody()).isTrue();

        assertThat(outer.part().body().interrupt()).isTrue();
        assertThat(outer.exitBody()).isFalse();
        assertThat(Thread.interrupted()).as("taken back at the end of the body").isFalse();
    }
}
