package io.lockgraft.engine.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockgraft.api.LockRuleException;
import io.lockgraft.bootstrap.Fence;
import io.lockgraft.engine.Woven;
import io.lockgraft.language.expression.Target;
import io.lockgraft.language.expression.Template;
import io.lockgraft.rules.OnExceeded;
import io.lockgraft.rules.RuleBuilder;
import io.lockgraft.rules.Until;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.text.SyntaxException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a call under a fenced lock learns of its token. */
@Timeout(60)
final class FenceTest {
    private final Woven woven = new Woven();

    /** What gets locked, and what the token is written to. */
    static final class Shop {
        static void pay(Order order) {}

        static void payAll(List<String> orders) {}
    }

    static final class Order {
        final String number;
        long version;
        Exception refusal;
        Runnable whenSet = () -> {};

        Order(String number) {
            this.number = number;
        }

        public void setVersion(long version) throws Exception {
            if (refusal != null) {
                throw refusal;
            }
            this.version = version;
            whenSet.run();
        }
    }

    @AfterEach
    void close() {
        woven.close();
    }

    private int site(LockKind kind, String fence) throws SyntaxException {
        RuleBuilder rule = Woven.rule("PAY:{p0.number}").lock(kind);
        return woven.site(rule.fence(fence == null ? null : Target.parse(fence)).build(), Shop.class, "pay");
    }

    private int siteOfMany(String key) throws SyntaxException {
        RuleBuilder rule = Woven.rule("ALL").keys(List.of(Template.parse(key))).lock(LockKind.FENCED);
        return woven.site(rule.build(), Shop.class, "payAll");
    }

    private long tokenInside(int site, Order order) throws Throwable {
        return (Long) woven.call(site, null, Fence::innermost, order);
    }

    @Test
    void theTokensOfAKeyGrowFromCallToCallAndAreGoneAfterIt() throws Throwable {
        int site = site(LockKind.FENCED, null);
        List<Long> tokens = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            tokens.add(tokenInside(site, new Order("42")));
            assertThat(Fence.innermost()).isZero();
        }

        assertThat(tokens).doesNotContain(0L).doesNotHaveDuplicates().isSorted();
    }

    @Test
    void noOtherKindHasAToken() throws Throwable {
        for (LockKind kind : LockKind.values()) {
            if (kind != LockKind.FENCED) {
                assertThat(tokenInside(site(kind, null), new Order("42")))
                        .as(kind.word())
                        .isZero();
            }
        }
    }

    @Test
    void theInnermostCallIsWhatCountsAndTheOuterOneAfterIt() throws Throwable {
        int site = site(LockKind.FENCED, null);
        long before = tokenInside(site, new Order("B"));
        Order a = new Order("A");
        Order b = new Order("B");

        List<Long> tokens = new ArrayList<>();
        woven.call(
                site,
                null,
                () -> {
                    tokens.add(Fence.innermost());
                    inside(site, b, () -> {
                        tokens.add(Fence.innermost());
                        // A again, which this thread has: its own token, not that of the call between.
                        inside(site, a, () -> tokens.add(Fence.innermost()));
                        tokens.add(Fence.innermost());
                        return null;
                    });
                    tokens.add(Fence.innermost());
                    return null;
                },
                a);

        long first = tokens.get(0);
        long second = tokens.get(1);
        assertThat(second).isGreaterThan(before).isNotEqualTo(first);
        assertThat(tokens).containsExactly(first, second, first, second, first);
        assertThat(Fence.innermost()).isZero();
        assertThat(woven.store.held()).isEmpty();
    }

    @Test
    void aCallOfAnotherKindInsideOfAFencedOneIsUnderItsToken() throws Throwable {
        int fenced = site(LockKind.FENCED, null);
        int exclusive = site(LockKind.EXCLUSIVE, null);
        Order order = new Order("42");

        Object token = woven.call(fenced, null, () -> inside(exclusive, order, Fence::innermost), order);

        assertThat(token).isEqualTo(1L);
        assertThat(woven.backend.acquires).hasValue(1);
    }

    @Test
    void theTokenIsWrittenToTheArgumentBeforeTheBody() throws Throwable {
        int site = site(LockKind.FENCED, "p0.version");
        Order order = new Order("42");

        for (long last = 0; last < 200; last = order.version) {
            assertThat(woven.call(site, null, () -> order.version, order)).isEqualTo(order.version);
            assertThat(order.version).isGreaterThan(last);
            assertThat(woven.call(site, null, Fence::innermost, order)).isEqualTo(order.version);
        }
    }

    @Test
    void whatASetterThrowsIsTheCallersAndTheLockIsGivenBackWithoutTheBodyHavingRun() throws Throwable {
        int site = site(LockKind.FENCED, "p0.version");
        Order order = new Order("42");
        order.refusal = new IOException("read-only order");
        List<String> ran = new ArrayList<>();

        assertThatThrownBy(() -> woven.call(site, null, () -> ran.add("body"), order))
                .isSameAs(order.refusal);

        assertThat(ran).isEmpty();
        assertThat(woven.store.held()).isEmpty();
        assertThat(woven.engine.gatesInUse()).isZero();
        assertThat(Fence.innermost()).isZero();
    }

    @Test
    void aLockThatIsHeldForALeastIsGivenBackAtOnceWhereTheBodyDidNotRun() throws Throwable {
        RuleBuilder rule = Woven.rule("PAY:{p0.number}")
                .lock(LockKind.FENCED)
                .fence(Target.parse("p0.version"))
                .hold(Duration.ofSeconds(20), null, OnExceeded.WARN, Until.WORK);
        int site = woven.site(rule.build(), Shop.class, "pay");
        Order order = new Order("42");
        order.refusal = new IOException("read-only order");

        assertThatThrownBy(() -> woven.call(site, null, () -> "paid", order)).isSameAs(order.refusal);

        assertThat(woven.store.held()).isEmpty();
    }

    @Test
    void aSetterThatThrowsInsideOfAnOuterCallLeavesThatOneItsLockAndToken() throws Throwable {
        int site = site(LockKind.FENCED, "p0.version");
        Order order = new Order("42");

        woven.call(
                site,
                null,
                () -> {
                    order.refusal = new IllegalStateException("not twice");
                    assertThatThrownBy(() -> inside(site, order, () -> "paid")).isSameAs(order.refusal);
                    assertThat(Fence.innermost()).isEqualTo(1);
                    assertThat(woven.store.held()).containsExactly("shop:PAY:42");
                    return null;
                },
                order);

        assertThat(woven.store.held()).isEmpty();
    }

    @Test
    void anArgumentThatIsNotThereIsToldWithItsPlaceInTheRules() throws Throwable {
        RuleBuilder rule = Woven.rule("ALL").lock(LockKind.FENCED).fence(Target.parse("p0.version"));
        int site = woven.site(rule.build(), Shop.class, "pay");

        assertThatThrownBy(() -> woven.call(site, null, () -> "paid", (Object) null))
                .isInstanceOf(LockRuleException.class)
                .hasMessageContaining("rules.yaml:1:1: rule 'pay-order': ")
                .hasMessageContaining(
                        "$Shop.pay(io.lockgraft.engine.call.FenceTest$Order) cannot be given its fence token:"
                                + " p0.version cannot be written: p0 is null. It did not run.");
        assertThat(woven.store.held()).isEmpty();
    }

    @Test
    void severalKeysHaveOneTokenWhichTheyHaveFromOneHoldOnly() throws Throwable {
        int one = siteOfMany("PAY:{p0[0]}");
        int all = siteOfMany("PAY:{p0[*]}");
        int acquires = woven.backend.acquires.get();

        woven.call(
                all,
                null,
                () -> {
                    assertThat(Fence.innermost()).isEqualTo(1);
                    assertThat(inside(one, List.of("A"), Fence::innermost)).isEqualTo(1L);
                    assertThat(inside(all, List.of("A", "B"), Fence::innermost)).isEqualTo(1L);
                    assertThatThrownBy(() -> inside(all, List.of("B", "C"), () -> "paid"))
                            .isInstanceOf(LockRuleException.class)
                            .hasMessageContaining("it needs shop:PAY:B with lock: fenced, inside of a call that has it"
                                    + " with lock: fenced (rule 'pay-order'), and so under a token that is not that"
                                    + " of its other keys. It did not run.");
                    return null;
                },
                List.of("A", "B"));

        assertThat(woven.backend.acquires.get() - acquires).isEqualTo(1);
        assertThat(woven.store.held()).isEmpty();
    }

    @Test
    void aCallThatEndsOnAnotherThreadLeavesNoTokenOnItsOwn() throws Throwable {
        int site = site(LockKind.FENCED, null);
        Object token = woven.engine.enter(site, null, new Object[] {new Order("42")});
        assertThat(Fence.innermost()).isEqualTo(1);

        CompletableFuture.runAsync(() -> Woven.exit(token, null)).join();

        assertThat(Fence.innermost()).isZero();
        assertThat(woven.store.held()).isEmpty();
        assertThat(tokenInside(site, new Order("42"))).isGreaterThan(1);
        assertThat(Fence.innermost()).isZero();
    }

    @Test
    void noOtherThreadSeesTheToken() throws Throwable {
        int site = site(LockKind.FENCED, null);

        Object seen = woven.call(
                site,
                null,
                () -> CompletableFuture.supplyAsync(Fence::innermost).join(),
                new Order("42"));

        assertThat(seen).isEqualTo(0L);
    }

    /** A call that a body makes, which may throw nothing that is declared. */
    private Object inside(int site, Object argument, Callable<?> body) throws Exception {
        try {
            return woven.call(site, null, body, argument);
        } catch (Exception | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }
}
