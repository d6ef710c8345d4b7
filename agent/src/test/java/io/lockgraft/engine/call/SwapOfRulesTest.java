package io.lockgraft.engine.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lockgraft.bootstrap.LockGate;
import io.lockgraft.bootstrap.Token;
import io.lockgraft.engine.Engines;
import io.lockgraft.engine.Woven;
import io.lockgraft.engine.acquire.Stores;
import io.lockgraft.engine.site.Sites;
import io.lockgraft.language.expression.handle.Access;
import io.lockgraft.language.type.MethodShape;
import io.lockgraft.rules.OnExceeded;
import io.lockgraft.rules.Rule;
import io.lockgraft.rules.RuleBuilder;
import io.lockgraft.rules.Until;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.store.FaultyServer;
import io.lockgraft.testing.store.FaultyStore;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rules that are read again while calls are under way. Those before and those after have a store each. */
@Timeout(300)
class SwapOfRulesTest {
    private static final int MANY = 1_000;
    private static final int FEW = 100;

    private final Scene before = new Scene();
    private final Scene after = new Scene(before);
    /** The last is ended first, as calls on one thread do. */
    private final Deque<SwappedCall.End> ofBefore = new ArrayDeque<>();

    private final Deque<SwappedCall.End> ofAfter = new ArrayDeque<>();

    @BeforeEach
    void open() {
        before.open();
    }

    @AfterEach
    void close() {
        before.close();
        after.close();
    }

    private static void begin(Scene scene, SwappedCall way, int many, Deque<SwappedCall.End> ends) throws Throwable {
        for (int i = 0; i < many; i++) {
            ends.push(way.begin(scene, way + "-" + i));
        }
    }

    private static void end(Deque<SwappedCall.End> ends) throws Throwable {
        while (!ends.isEmpty()) {
            ends.pop().end();
        }
    }

    private static void eachHasEndedOnce(Scene scene) {
        FaultyStore store = scene.woven.backend;
        await().untilAsserted(() -> {
            assertThat(scene.woven.store.held()).isEmpty();
            assertThat(scene.woven.engine.gatesInUse()).isZero();
        });
        assertThat(store.releases).hasValue(store.grants.get());
        assertThat(store.releasedAgain).hasValue(0);
    }

    @ParameterizedTest
    @EnumSource
    @FailsWithout("`LockGate#exit` asks the token, which knows its hold and its store, and not the rules in force")
    void eachCallEndsOnceInItsOwnStore(SwappedCall way) throws Throwable {
        way.putRules(before);
        way.putRules(after);

        begin(before, way, MANY, ofBefore);
        if (way.holds) {
            assertThat(before.woven.store.held()).hasSizeGreaterThanOrEqualTo(MANY);
        }
        int asked = before.woven.backend.acquires.get();
        after.open();
        begin(after, way, FEW, ofAfter);
        assertThat(before.woven.backend.acquires)
                .as("asked by calls after the swap")
                .hasValue(asked);
        if (way.holds) {
            assertThat(after.woven.store.held()).hasSizeGreaterThanOrEqualTo(FEW);
        }

        before.open();
        end(ofAfter);
        eachHasEndedOnce(after);
        after.open();
        end(ofBefore);
        eachHasEndedOnce(before);
    }

    @Test
    @FailsWithout("`AheadCall#take` goes on under the rules that were in force ahead of the method")
    void aCallThatHasItsLockAheadGoesOnUnderTheRulesThatItBeganWith() throws Throwable {
        SwappedCall.AHEAD_OF_ITS_METHOD.putRules(before);
        SwappedCall.AHEAD_OF_ITS_METHOD.putRules(after);
        after.put("pay", SwappedCall.rule().hold(Duration.ZERO, null, OnExceeded.WARN, Until.RETURN));
        Token around = before.enter("intercept", "42");
        after.open();

        CompletableFuture<String> result = new CompletableFuture<>();
        LockGate.exit(after.enter("pay", "42"), result, null);
        LockGate.exit(around, result, null);

        before.mustHold("PAY:42");
        assertThat(after.woven.backend.acquires).hasValue(0);
        result.complete("paid");
        eachHasEndedOnce(before);
    }

    /** Its class was woven while the rules were read, under those before. */
    @Test
    @FailsWithout("`Sites#isDecided` tells a method that no rule locks from one that the rules were not applied to")
    void aMethodThatTheRulesInForceWereNotAppliedToDoesNotRun() throws Throwable {
        before.put("pay", SwappedCall.rule());
        after.open();

        assertThatThrownBy(() -> before.enter("pay", "42"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("Lockgraft: the rules that are in force were not applied to this method, because its"
                        + " class was loaded while they were read. It did not run");
        after.put("pay");
        assertThat(after.enter("pay", "42")).as("no rule locks it now").isSameAs(Token.NONE);
        after.put("pay", SwappedCall.rule());
        SwappedCall.exit(after.enter("pay", "42"));
        assertThat(after.woven.backend.grants).hasValue(1);
    }

    @Test
    void aMethodWhoseRulesWereWithdrawnRunsUntilTheNextRulesAreAppliedToIt() throws Throwable {
        before.put("pay", SwappedCall.rule());
        before.woven.sites.withdraw();
        Scene next = new Scene(before);

        next.open();

        assertThat(before.enter("pay", "42")).isSameAs(Token.NONE);
        next.put("pay", SwappedCall.rule());
        SwappedCall.exit(next.enter("pay", "42"));
        assertThat(next.woven.backend.grants).hasValue(1);
        next.close();
    }

    /** Rules that are read again are mostly the same, and so is their store: one for both has one set of gates. */
    @Test
    void aCallInsideOfOneThatBeganUnderTheRulesBeforeIsNestedWhereTheStoreStays() throws Throwable {
        FaultyStore store = new FaultyStore(new FaultyServer());
        Stores stores = Engines.stores(() -> store, LockEngine.LONGEST_LOADING);
        Rule rule = SwappedCall.rule().linger(Duration.ofMinutes(5)).build();
        Sites first = new Sites();
        Sites second = new Sites(first, RuleBuilder.file(List.of()));
        MethodShape pay = Woven.method(Scene.Shop.class, "pay");
        ClassLoader loader = Scene.Shop.class.getClassLoader();
        int number = first.put(pay, loader, Collections.singletonMap(rule, null));
        second.put(pay, loader, Collections.singletonMap(rule, null));
        Object[] order = {"42"};
        LockGate.open(Engines.of(first, stores, Access.NONE, Engines.NO_CLASSES));
        Token outer = LockGate.enter(number, new Scene.Shop(), order);
        LockGate.open(Engines.of(second, stores, Access.NONE, Engines.NO_CLASSES));

        Token inner = LockGate.enter(number, new Scene.Shop(), order);
        SwappedCall.exit(inner);
        SwappedCall.exit(outer);
        SwappedCall.exit(LockGate.enter(number, new Scene.Shop(), order));

        assertThat(store.grants).as("nested, and then the lease that lingers").hasValue(1);
        stores.close();
    }
}
