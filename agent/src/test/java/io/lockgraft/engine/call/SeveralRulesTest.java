package io.lockgraft.engine.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockgraft.api.LockBusyException;
import io.lockgraft.api.LockLostException;
import io.lockgraft.bootstrap.Substitute;
import io.lockgraft.bootstrap.Token;
import io.lockgraft.engine.Woven;
import io.lockgraft.engine.later.Watch;
import io.lockgraft.rules.OnLost;
import io.lockgraft.rules.Outcome;
import io.lockgraft.rules.Rule;
import io.lockgraft.rules.RuleBuilder;
import io.lockgraft.testing.FailsWithout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Several rules and watches of one method, which calls the gate once: as if each were woven around the next. */
@Timeout(60)
class SeveralRulesTest {
    private static final Object[] ORDER = {"42"};

    private final Woven woven = new Woven();
    private final List<String> told = new ArrayList<>();
    private Object returned;
    private Throwable thrown;
    private int pay;

    static final class Shop {
        static String pay(String order) {
            return "paid";
        }

        static void block() {}
    }

    @BeforeEach
    void putTwoRulesAndTwoWatches() {
        put(rule("outer", "OUTER:{p0}"), rule("inner", "INNER:{p0}"));
        woven.watches.put(pay, List.of(watch("first"), watch("second")));
    }

    @AfterEach
    void nothingIsLeft() {
        assertThat(woven.store.held()).isEmpty();
        assertThat(woven.engine.gatesInUse()).isZero();
        woven.close();
    }

    private void put(RuleBuilder... rules) {
        Map<Rule, String> its = new LinkedHashMap<>();
        for (RuleBuilder each : rules) {
            its.put(each.build(), null);
        }
        pay = woven.sites.put(Woven.method(Shop.class, "pay"), Shop.class.getClassLoader(), its);
    }

    private static RuleBuilder rule(String name, String key) {
        return RuleBuilder.named(name)
                .keys(Woven.rule(key).build().keys())
                .namespace("shop")
                .waiting(Duration.ZERO);
    }

    private Watch watch(String name) {
        return (locks, self, arguments) -> {
            told.add("enter " + name + " " + woven.store.held());
            return (Token) (result, failure) -> {
                told.add("exit " + name + " " + woven.store.held());
                returned = result;
                thrown = failure;
                return result;
            };
        };
    }

    private Token enter() throws Throwable {
        return woven.engine.enter(pay, null, ORDER);
    }

    /** Holds a key on another thread. Returns what ends that. */
    private Runnable taken(String key) throws Exception {
        int other = woven.site(Woven.rule(key).build(), Shop.class, "block");
        Token[] token = new Token[1];
        Thread holder = new Thread(() -> {
            try {
                token[0] = woven.engine.enter(other, null, new Object[0]);
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        });
        holder.start();
        holder.join();
        return () -> Woven.exit(token[0], null);
    }

    @Test
    void watchesAreOutermostAndTheFirstOfEachIsOutsideOfTheNext() throws Throwable {
        Token call = enter();
        assertThat(woven.store.held()).containsExactly("shop:INNER:42", "shop:OUTER:42");
        assertThat(Woven.exit(call, "paid", null)).isEqualTo("paid");

        assertThat(told).containsExactly("enter first []", "enter second []", "exit second []", "exit first []");
        assertThat(returned).isEqualTo("paid");
    }

    @Test
    void whatTheBodyThrowsReachesAll() throws Throwable {
        Exception failure = new IllegalStateException("its own");

        Woven.exit(enter(), failure);

        assertThat(thrown).isSameAs(failure);
    }

    @Test
    @FailsWithout("`LockEngine` exits what a call has entered already where the next rule of its method throws")
    void aRuleThatIsBusyGivesBackWhatIsAroundIt() throws Throwable {
        Runnable free = taken("INNER:42");

        assertThatThrownBy(this::enter).isInstanceOf(LockBusyException.class).hasMessageContaining("rule 'inner'");

        assertThat(woven.store.held()).containsExactly("shop:INNER:42");
        assertThat(told).hasSize(4);
        assertThat(thrown).isInstanceOf(LockBusyException.class);
        free.run();
    }

    @Test
    void theOuterRuleIsAskedFirst() throws Throwable {
        Runnable free = taken("OUTER:42");
        int asked = woven.backend.acquires.get();

        assertThatThrownBy(this::enter).isInstanceOf(LockBusyException.class).hasMessageContaining("rule 'outer'");

        assertThat(woven.backend.acquires.get()).isEqualTo(asked);
        free.run();
    }

    @Test
    @FailsWithout("`TokenStack#replaced` gives back the locks around a rule that returns a value")
    void aValueInPlaceOfTheBodyPassesWhatIsAroundIt() throws Throwable {
        Runnable free = taken("INNER:42");
        put(rule("outer", "OUTER:{p0}"), rule("inner", "INNER:{p0}").onBusy(new Outcome.Return("later")));

        Token instead = enter();

        assertThat(instead).isInstanceOf(Substitute.class);
        assertThat(((Substitute) instead).value()).isEqualTo("later");
        assertThat(returned).isEqualTo("later");
        assertThat(woven.store.held()).containsExactly("shop:INNER:42");
        free.run();
    }

    @Test
    void whatIsAroundLearnsOfALossAndIsGivenBack() throws Throwable {
        put(rule("outer", "OUTER:{p0}"), rule("inner", "INNER:{p0}").onLost(OnLost.THROW));
        Token call = enter();
        woven.store.delete("shop:INNER:42");

        assertThatThrownBy(() -> call.exit("paid", null)).isInstanceOf(LockLostException.class);

        assertThat(thrown).isInstanceOf(LockLostException.class);
    }

    @Test
    void aMethodThatNoRuleLocksAnyMoreRuns() throws Throwable {
        woven.watches.put(pay, List.of());
        put();

        assertThat(enter()).isSameAs(Token.NONE);
    }
}
