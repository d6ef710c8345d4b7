package io.lockgraft.engine.call;

import static io.lockgraft.engine.Woven.rule;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lockgraft.api.LockBusyException;
import io.lockgraft.api.LockInterruptedException;
import io.lockgraft.api.LockRuleException;
import io.lockgraft.api.LockUnavailableException;
import io.lockgraft.bootstrap.Token;
import io.lockgraft.engine.Woven;
import io.lockgraft.engine.hold.Work;
import io.lockgraft.engine.later.NotFollowedException;
import io.lockgraft.manage.Counters;
import io.lockgraft.manage.Counters.Event;
import io.lockgraft.manage.meter.RuleNumbers;
import io.lockgraft.rules.OnExceeded;
import io.lockgraft.rules.RuleBuilder;
import io.lockgraft.rules.Until;
import io.lockgraft.spi.LockKind;
import io.lockgraft.testing.FailsWithout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the meters say of calls that go well and of calls that do not, held against what the calls saw themselves. */
class NumbersTest {
    private static final int THREADS = 6;
    private static final int CALLS = 300;
    private static final int MOST_CALLS = 1_000;

    /** How holds of each kind end, while nothing is wrong with them. */
    private static final Map<LockKind, List<Event>> ENDS = Map.of(
            LockKind.EXCLUSIVE, List.of(Event.HANDED_OVER, Event.RELEASED),
            LockKind.FAIR, List.of(Event.RELEASED),
            LockKind.READ, List.of(Event.LEFT_SHARED, Event.RELEASED),
            LockKind.WRITE, List.of(Event.HANDED_OVER, Event.LINGERED));

    static final class Shop {
        static void pay(String order) {}

        static void refund(Object order) {}
    }

    /** Has no text. */
    private static final class Order {
        @Override
        public String toString() {
            throw new InternalError("there is no number");
        }
    }

    /** What the calls of all threads saw. */
    private static final class Witness {
        final AtomicLong entered = new AtomicLong();
        final AtomicLong nested = new AtomicLong();
        final AtomicLong busy = new AtomicLong();
        final AtomicLong unavailable = new AtomicLong();
        final AtomicLong interrupted = new AtomicLong();
        final AtomicLong heldNanos = new AtomicLong();
    }

    private final Witness witness = new Witness();

    @ParameterizedTest
    @EnumSource(
            value = LockKind.class,
            names = {"EXCLUSIVE", "FAIR", "READ", "WRITE"})
    @FailsWithout("`RuleEvents#handedOver` tells the listeners")
    @FailsWithout("`RuleEvents#leftShared` tells the listeners")
    void theMetersAgreeWithTheCallsWhateverGoesWrong(LockKind kind) throws Exception {
        try (Woven woven = new Woven()) {
            RuleBuilder rule = rule("PAY:{p0}").lock(kind).waiting(Duration.ofMillis(40));
            if (kind == LockKind.WRITE) {
                rule.linger(Duration.ofMillis(5));
            }
            int site = woven.site(rule.build(), Shop.class, "pay");
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                int seed = i;
                threads.add(new Thread(() -> callOften(woven, site, kind, new Random(seed))));
            }
            threads.forEach(Thread::start);
            Random faults = new Random(THREADS);
            while (threads.stream().anyMatch(Thread::isAlive)) {
                woven.backend.broken = faults.nextInt(4) == 0 ? new IllegalStateException("broken") : null;
                threads.get(faults.nextInt(THREADS)).interrupt();
                Thread.sleep(2);
            }
            woven.backend.broken = null;

            RuleNumbers numbers = numbers(woven);
            assertThat(numbers.of(Event.ENTERED)).as("entered").isEqualTo(witness.entered.get());
            assertThat(numbers.of(Event.NESTED)).as("nested").isEqualTo(witness.nested.get());
            assertThat(numbers.of(Event.BUSY)).as("busy").isEqualTo(witness.busy.get());
            assertThat(numbers.of(Event.UNAVAILABLE)).as("unavailable").isEqualTo(witness.unavailable.get());
            assertThat(numbers.of(Event.INTERRUPTED)).as("interrupted").isEqualTo(witness.interrupted.get());
            assertThat(ends(numbers)).as("ends").isEqualTo(witness.entered.get());
            assertThat(numbers.held().count()).as("held").isEqualTo(witness.entered.get());
            assertThat(numbers.waited().count())
                    .as("waited")
                    .isEqualTo(witness.entered.get()
                            + witness.busy.get()
                            + witness.unavailable.get()
                            + witness.interrupted.get());
            assertThat(numbers.holding()).isZero();
            assertThat(numbers.held().sumSeconds())
                    .as("seconds held, about")
                    .isGreaterThanOrEqualTo(witness.heldNanos.get() / 1.2e9);
        }
    }

    /** True once all has happened that can. */
    private boolean hasSeenAll(Woven woven, LockKind kind) {
        RuleNumbers numbers = numbers(woven);
        boolean ended = true;
        for (Event each : ENDS.get(kind)) {
            ended &= numbers.of(each) > 0;
        }
        return ended
                && witness.entered.get() > 0
                && witness.nested.get() > 0
                && (kind == LockKind.READ || witness.busy.get() > 0)
                && witness.unavailable.get() > 0
                && witness.interrupted.get() > 0;
    }

    private void callOften(Woven woven, int site, LockKind kind, Random random) {
        for (int i = 0; i < CALLS || i < MOST_CALLS && !hasSeenAll(woven, kind); i++) {
            Token token;
            try {
                token = woven.engine.enter(site, null, new Object[] {"42"});
            } catch (LockBusyException e) {
                witness.busy.incrementAndGet();
                continue;
            } catch (LockUnavailableException e) {
                witness.unavailable.incrementAndGet();
                continue;
            } catch (LockInterruptedException e) {
                Thread.interrupted();
                witness.interrupted.incrementAndGet();
                continue;
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
            witness.entered.incrementAndGet();
            long begun = System.nanoTime();
            try {
                if (random.nextInt(3) == 0) {
                    Woven.exit(woven.engine.enter(site, null, new Object[] {"42"}), null);
                    witness.nested.incrementAndGet();
                }
                long until = begun + (random.nextInt(50) == 0 ? 50_000_000 : random.nextInt(200_000));
                while (System.nanoTime() - until < 0) {
                    Thread.onSpinWait();
                }
            } catch (Throwable e) {
                throw new AssertionError(e);
            } finally {
                witness.heldNanos.addAndGet(System.nanoTime() - begun);
                Woven.exit(token, null);
            }
        }
    }

    @Test
    @FailsWithout("`ReleasePath#giveBack` tells of the end of each call that has entered")
    void aCallThatEnteredAndFailedBeforeItsBodyHasEnded() throws Throwable {
        try (Woven woven = new Woven()) {
            RuleBuilder rule = rule("PAY:{p0}").hold(Duration.ZERO, null, OnExceeded.WARN, Until.STRICT);
            int site = woven.site(rule.build(), Shop.class, "pay");
            woven.unfollowed = new NotFollowedException("JTA", new IllegalStateException("no more"));

            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(() -> woven.engine.enter(site, null, new Object[] {"42"}))
                        .isInstanceOf(LockRuleException.class);
            }

            assertThat(woven.store.held()).isEmpty();
            assertThat(numbers(woven).of(Event.ENTERED)).isEqualTo(3);
            assertThat(ends(numbers(woven))).isEqualTo(3);
            assertThat(numbers(woven).holding()).isZero();
        }
    }

    /** The work that keeps a hold may end between the look whether the call may enter that and the entry. */
    @Test
    @FailsWithout("`CallEntry#enterNested` tells of a nested call that has its share")
    void aCallThatFindsTheHoldAroundItOverIsNotNestedAsWell() throws Throwable {
        class Ending extends Work {
            private int looks;

            @Override
            protected String told() {
                return "the end of the test";
            }

            @Override
            protected boolean isHere() {
                return true;
            }

            @Override
            protected boolean isSuspendedHere() {
                looks++;
                if (looks == 3) {
                    over();
                }
                return false;
            }
        }
        try (Woven woven = new Woven()) {
            int site = woven.site(rule("PAY:{p0}").build(), Shop.class, "pay");
            Ending work = new Ending();
            woven.active = work;
            Woven.exit(woven.engine.enter(site, null, new Object[] {"42"}), null);
            woven.active = null;
            assertThat(woven.store.held()).hasSize(1);
            work.looks = 0;

            Woven.exit(woven.engine.enter(site, null, new Object[] {"42"}), null);

            assertThat(work.looks).as("ended within the second call").isGreaterThanOrEqualTo(3);
            assertThat(numbers(woven).of(Event.NESTED)).isZero();
            assertThat(numbers(woven).of(Event.ENTERED)).isEqualTo(2);
        }
    }

    @Test
    @FailsWithout("`RuleEvents#releasedEarly` tells the listeners")
    void aCallThatIsReleasedEarlyHasEndedThenAndNotOnceMore() throws Throwable {
        try (Woven woven = new Woven()) {
            RuleBuilder rule =
                    rule("PAY:{p0}").hold(Duration.ZERO, Duration.ofMillis(50), OnExceeded.RELEASE, Until.WORK);
            Token token = woven.engine.enter(woven.site(rule.build(), Shop.class, "pay"), null, new Object[] {"42"});
            await().until(() -> numbers(woven).of(Event.RELEASED_EARLY) == 1);
            double held = numbers(woven).held().sumSeconds();

            Woven.exit(token, null);

            assertThat(held).isBetween(0.04, 60.0);
            assertThat(numbers(woven).held().count()).isEqualTo(1);
            assertThat(numbers(woven).held().sumSeconds()).isEqualTo(held);
            assertThat(ends(numbers(woven))).isEqualTo(1);
        }
    }

    @Test
    @FailsWithout("`RuleEvents#lost` tells the listeners")
    void aCallWhoseLockIsLostEndsOnceWhenItsBodyEnds() throws Throwable {
        try (Woven woven = new Woven()) {
            int site = woven.site(rule("PAY:{p0}").build(), Shop.class, "pay");
            Token token = woven.engine.enter(site, null, new Object[] {"42"});
            woven.store.lose("shop:PAY:42", "the test took it away");
            await().until(() -> numbers(woven).of(Event.LOST) == 1);
            assertThat(numbers(woven).holding()).isEqualTo(1);

            Woven.exit(token, null);

            assertThat(numbers(woven).held().count()).isEqualTo(1);
            assertThat(ends(numbers(woven))).isEqualTo(1);
            assertThat(numbers(woven).of(Event.LOST)).isEqualTo(1);
        }
    }

    @Test
    @FailsWithout("`RuleEvents#answered` tells the listeners")
    @FailsWithout("`RuleEvents#missed` tells the listeners")
    void aStoreIsDownFromTheCallThatItDoesNotAnswerUntilTheNextOneThatItDoes() throws Throwable {
        try (Woven woven = new Woven()) {
            int site = woven.site(rule("PAY:{p0}").waiting(Duration.ZERO).build(), Shop.class, "pay");
            Woven.exit(woven.engine.enter(site, null, new Object[] {"42"}), null);
            assertThat(woven.sites.store("").isUp()).isTrue();

            woven.backend.broken = new IllegalStateException("broken");
            try {
                woven.engine.enter(site, null, new Object[] {"42"});
            } catch (LockUnavailableException e) {
                witness.unavailable.incrementAndGet();
            }
            assertThat(witness.unavailable).hasValue(1);
            assertThat(woven.sites.store("").isUp()).isFalse();
            assertThat(woven.sites.store("").downSeconds()).isPositive();
            assertThat(woven.sites.store("").why()).isEqualTo("broken");

            woven.backend.broken = null;
            Woven.exit(woven.engine.enter(site, null, new Object[] {"42"}), null);
            assertThat(woven.sites.store("").isUp()).isTrue();
            assertThat(woven.sites.store("").downSeconds()).isZero();
        }
    }

    @Test
    @FailsWithout("`RuleEvents#keyFailed` tells the listeners")
    void aKeyThatEndsInAnErrorIsCounted() throws Throwable {
        try (Woven woven = new Woven()) {
            int site = woven.site(rule("PAY:{p0}").build(), Shop.class, "refund");

            assertThatThrownBy(() -> woven.engine.enter(site, null, new Object[] {new Order()}))
                    .isInstanceOf(InternalError.class)
                    .hasMessage("there is no number");

            assertThat(numbers(woven).of(Event.MISSING_KEY)).isEqualTo(1);
            assertThat(numbers(woven).waited().count()).isZero();
        }
    }

    private static RuleNumbers numbers(Woven woven) {
        return woven.sites.meters().rules().get(0).numbers();
    }

    private static long ends(RuleNumbers numbers) {
        return Counters.ENDS.stream().mapToLong(numbers::of).sum();
    }
}
