package io.lockgraft.engine.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.lockgraft.api.LockBusyException;
import io.lockgraft.api.LockLostException;
import io.lockgraft.bootstrap.Substitute;
import io.lockgraft.bootstrap.Token;
import io.lockgraft.engine.Woven;
import io.lockgraft.engine.hold.Work;
import io.lockgraft.language.expression.Condition;
import io.lockgraft.language.expression.Template;
import io.lockgraft.language.type.loader.LoadedTypes;
import io.lockgraft.manage.Counters.Event;
import io.lockgraft.rules.OnExceeded;
import io.lockgraft.rules.OnLost;
import io.lockgraft.rules.Outcome;
import io.lockgraft.rules.Rule;
import io.lockgraft.rules.RuleBuilder;
import io.lockgraft.rules.Until;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Shows;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Calls that have their locks ahead of their methods: what the method's own entry finds, and what goes back when. */
@Timeout(60)
@Shows("Spring begins the transaction at the locked method, behind a proxy, or behind several")
final class AheadTest {
    private final Woven woven = new Woven();
    private final Shop shop = new Shop();
    private final Work own = task();
    private Thread holder;

    interface Paying<T> {
        String pay(T order);
    }

    static final class Shop implements Paying<Order> {
        @Override
        public String pay(Order order) {
            return "paid";
        }

        String payBusy(Order order) {
            return "busy " + order.no;
        }

        void hold(Order order) {}

        void audit() {}

        public String getTown() {
            return "Bonn";
        }
    }

    static final class Order {
        final String no;
        int asked;

        Order(String no) {
            this.no = no;
        }

        public String getNo() {
            asked++;
            return no;
        }
    }

    @AfterEach
    void nothingIsLeft() {
        assertThat(woven.store.held()).isEmpty();
        assertThat(woven.engine.gatesInUse()).isZero();
        woven.close();
    }

    private int site(RuleBuilder rule) throws Exception {
        return Woven.add(woven.sites, rule.build(), LoadedTypes.shape(pay()), Shop.class.getClassLoader(), null);
    }

    private static RuleBuilder rule() {
        return Woven.rule("PAY:{p0.no}").waiting(Duration.ofSeconds(30));
    }

    /** As a proxy does, which knows the method of the interface. */
    private Object ahead(Object... arguments) throws Throwable {
        Method called = Paying.class.getMethod("pay", Object.class);
        return woven.engine.enterAhead(Shop.class, called, shop, arguments);
    }

    private void held(String no) throws Exception {
        int site = woven.site(rule().build(), Shop.class, "hold");
        CompletableFuture<Void> got = new CompletableFuture<>();
        holder = new Thread(() -> {
            try {
                Object token = woven.engine.enter(site, new Shop(), new Object[] {new Order(no)});
                got.complete(null);
                while (!Thread.interrupted()) {
                    Thread.onSpinWait();
                }
                Woven.exit(token, null);
            } catch (Throwable e) {
                got.completeExceptionally(e);
            }
        });
        holder.start();
        got.get(30, TimeUnit.SECONDS);
    }

    private void letGo() throws Exception {
        holder.interrupt();
        holder.join(30_000);
    }

    @Test
    void theMethodsOwnEntryIsNestedAndTheLockGoesBackWithWhatIsAround() throws Throwable {
        int site = site(rule());
        Order order = new Order("42");

        Object around = ahead(order);
        assertThat(woven.store.held()).containsExactly("shop:PAY:42");
        Object token = woven.engine.enter(site, shop, new Object[] {order});
        Woven.exit(token, "paid", null);
        assertThat(woven.store.held()).containsExactly("shop:PAY:42");
        assertThat(Woven.exit(around, "paid", null)).isEqualTo("paid");

        assertThat(order.asked).as("the key is computed once").isEqualTo(1);
        assertThat(woven.backend.acquires).hasValue(1);
        assertThat(woven.sites.counters().get("pay-order").of(Event.ENTERED)).isEqualTo(1);
        assertThat(woven.sites.counters().get("pay-order").of(Event.NESTED)).isZero();
    }

    @Test
    void whatFollowsTheBodyKeepsTheLockOfTheCallAheadToo() throws Throwable {
        int site = site(rule());
        Order order = new Order("42");
        Work result = new Work() {
            @Override
            protected String told() {
                return "the test";
            }
        };

        Object around = ahead(order);
        Woven.exit(woven.engine.enter(site, shop, new Object[] {order}), result, null);
        Woven.exit(around, result, null);
        assertThat(woven.store.held()).containsExactly("shop:PAY:42");
        result.over();
    }

    @Test
    void aCallWithOtherArgumentsThanThoseAheadComputesItsOwnKey() throws Throwable {
        int site = site(rule());
        Order order = new Order("42");
        Object around = ahead(order);

        Object other = woven.engine.enter(site, shop, new Object[] {new Order("43")});
        assertThat(woven.store.held()).containsExactly("shop:PAY:42", "shop:PAY:43");
        Woven.exit(other, null);
        Object again = woven.engine.enter(site, new Shop(), new Object[] {order});
        Woven.exit(again, null);

        Woven.exit(around, null);
        assertThat(woven.backend.acquires).hasValue(2);
    }

    @Test
    void aBusyCallGetsItsExceptionOrValueAheadOfTheTransaction() throws Throwable {
        held("42");
        int site = site(rule().waiting(Duration.ZERO).onBusy(Outcome.THROW));
        assertThatThrownBy(() -> ahead(new Order("42"))).isInstanceOf(LockBusyException.class);
        assertThat(AheadCall.take(woven.sites.get(site)[0], shop, new Object[] {new Order("42")}))
                .isNull();
        letGo();
    }

    @Test
    void whatIsSkippedReachesNeitherTransactionNorMethod() throws Throwable {
        held("42");
        site(rule().waiting(Duration.ZERO).onBusy(Outcome.SKIP));

        Object instead = ahead(new Order("42"));

        assertThat(instead).isInstanceOf(Substitute.class);
        letGo();
    }

    @Test
    void aMethodThatIsCalledInsteadRunsInsideOfTheTransaction() throws Throwable {
        held("42");
        int site = site(rule().waiting(Duration.ZERO).onBusy(new Outcome.Call("payBusy")));
        Order order = new Order("42");

        Object around = ahead(order);
        assertThat(around).isNotInstanceOf(Substitute.class);
        Object instead = woven.engine.enter(site, shop, new Object[] {order});
        assertThat(((Substitute) instead).value()).isEqualTo("busy 42");
        Woven.exit(around, null);

        assertThat(woven.sites.counters().get("pay-order").of(Event.BUSY)).isEqualTo(1);
        letGo();
    }

    @Test
    void aCallThatProceedsWithoutItsLockIsNotMadeToWaitTwice() throws Throwable {
        held("42");
        int site = site(rule().waiting(Duration.ZERO).onBusy(Outcome.PROCEED));
        Order order = new Order("42");

        Object around = ahead(order);
        Object token = woven.engine.enter(site, shop, new Object[] {order});
        Woven.exit(token, null);
        Woven.exit(around, null);

        assertThat(woven.sites.counters().get("pay-order").of(Event.BUSY)).isEqualTo(1);
        letGo();
    }

    @Test
    void aHoldThatEndsWithTheMethodBeginsWithIt() throws Throwable {
        site(rule().hold(Duration.ZERO, null, OnExceeded.WARN, Until.RETURN));

        assertThat(ahead(new Order("42"))).isSameAs(Token.NONE);
    }

    @Test
    void aMethodWithoutARuleIsLeftAlone() throws Throwable {
        site(rule());

        assertThat(woven.engine.enterAhead(Shop.class, Shop.class.getDeclaredMethod("audit"), shop, new Object[0]))
                .isSameAs(Token.NONE);
    }

    /** REQUIRES_NEW: the method's own transaction is over, and the one around it goes on. */
    @Test
    void theTransactionAroundAMethodWithOneOfItsOwnDoesNotKeepItsLock() throws Throwable {
        int site = site(rule());
        Order order = new Order("42");
        Work around = task();
        woven.active = around;
        Object ahead = ahead(order);
        woven.active = own;
        Woven.exit(woven.engine.enter(site, shop, new Object[] {order}), null);
        woven.active = around;
        own.over();

        Woven.exit(ahead, null, null);

        assertThat(woven.store.held()).isEmpty();
        woven.active = null;
    }

    /** As a container does, which gets the object when the transaction has begun. */
    @Test
    @Shows("the container of two WildFly 31 servers begins the transaction: for an EJB, or for a "
            + "`@Transactional` bean of CDI")
    void whereTheObjectIsNotKnownYetAnyObjectsMethodFindsTheLock() throws Throwable {
        int site = site(rule());
        Order order = new Order("42");

        Object around = woven.engine.enterAhead(Shop.class, pay(), null, new Object[] {order});
        Woven.exit(woven.engine.enter(site, shop, new Object[] {order}), null);
        Woven.exit(around, null);

        assertThat(order.asked).as("the key is computed once").isEqualTo(1);
        assertThat(woven.backend.acquires).hasValue(1);
    }

    static Stream<RuleBuilder> rulesThatNameTheObject() throws Exception {
        Outcome told =
                new Outcome.ThrowOwn("java.lang.IllegalStateException", Template.parseMessage("{this.town} is busy"));
        return Stream.of(
                Woven.rule("PAY:{this.town}:{p0.no}"),
                rule().when(Condition.parse("this.town == 'Bonn'")),
                rule().onBusy(told),
                rule().onMissingKey(new Outcome.Retry(1, Duration.ZERO, Duration.ZERO, told)));
    }

    @ParameterizedTest
    @MethodSource("rulesThatNameTheObject")
    void aRuleThatNamesTheObjectWaitsForIt(RuleBuilder rule) throws Throwable {
        int site = site(rule);
        Order order = new Order("42");

        assertThat(woven.engine.enterAhead(Shop.class, pay(), null, new Object[] {order}))
                .isSameAs(Token.NONE);
        Object around = woven.engine.enterAhead(Shop.class, pay(), shop, new Object[] {order});
        assertThat(around).isNotNull();
        Woven.exit(woven.engine.enter(site, shop, new Object[] {order}), null);
        Woven.exit(around, null);
    }

    private static Method pay() throws NoSuchMethodException {
        return Shop.class.getDeclaredMethod("pay", Order.class);
    }

    private static Work task() {
        return new Work() {
            @Override
            protected String told() {
                return "the test";
            }
        };
    }

    /** An exception would be taken for a rollback, and the call made again. */
    @Test
    @Shows("the lock is lost before the commit, with `onLost: throw`")
    void whatIsLostAfterTheCommitHasLookedIsNoExceptionForTheCall() throws Throwable {
        Object ahead = keptByItsTransaction();
        assertThat(own.lost()).isNull();
        woven.store.delete("shop:PAY:42");
        own.over();

        assertThat(Woven.exit(ahead, "paid", null)).isEqualTo("paid");
    }

    @Test
    void whatIsLostWithoutACommitIsAnException() throws Throwable {
        Object ahead = keptByItsTransaction();
        woven.store.delete("shop:PAY:42");
        own.over();

        assertThatThrownBy(() -> Woven.exit(ahead, "paid", null)).isInstanceOf(LockLostException.class);
    }

    @Test
    void whatIsLostWhileTheNextRuleIsBusyLeavesWhatIsAroundAlone() throws Throwable {
        assertThat(thrownWhereTheFirstLockIsLostAndTheSecondBusy(Outcome.SKIP)).isInstanceOf(LockLostException.class);
    }

    @Test
    @FailsWithout("`AheadCall#enter` throws what the call throws, and not what its end finds")
    void aBusyCallsExceptionReachesItsCallerThoughItsOtherLockIsLost() throws Throwable {
        Throwable thrown = thrownWhereTheFirstLockIsLostAndTheSecondBusy(Outcome.THROW);

        assertThat(thrown).isInstanceOf(LockBusyException.class);
        assertThat(thrown.getSuppressed()).singleElement().isInstanceOf(LockLostException.class);
    }

    private Throwable thrownWhereTheFirstLockIsLostAndTheSecondBusy(Outcome busy) throws Throwable {
        int outside = woven.site(rule().build(), Shop.class, "hold");
        held("43");
        Object outer = woven.engine.enter(outside, shop, new Object[] {new Order("41")});
        Map<Rule, String> both = new LinkedHashMap<>();
        both.put(Woven.rule("PAY:41", "PAY:{p0.no}").onLost(OnLost.THROW).build(), null);
        both.put(
                RuleBuilder.named("audit")
                        .keys(Woven.rule("PAY:43").build().keys())
                        .namespace("shop")
                        .waiting(Duration.ofMillis(500))
                        .onBusy(busy)
                        .build(),
                null);
        woven.sites.put(LoadedTypes.shape(pay()), Shop.class.getClassLoader(), both);
        CompletableFuture<Void> lost = CompletableFuture.runAsync(() -> {
            while (!woven.store.held().contains("shop:PAY:42")) {
                Thread.onSpinWait();
            }
            woven.store.delete("shop:PAY:42");
        });

        Throwable thrown = catchThrowable(() -> ahead(new Order("42")));

        assertThat(lost).isDone();
        assertThat(woven.store.held()).as("the lock of the call around").contains("shop:PAY:41");
        Woven.exit(outer, null);
        letGo();
        return thrown;
    }

    private Object keptByItsTransaction() throws Throwable {
        int site = site(rule().onLost(OnLost.THROW));
        Order order = new Order("42");
        Object ahead = ahead(order);
        woven.active = own;
        Woven.exit(woven.engine.enter(site, shop, new Object[] {order}), "paid", null);
        woven.active = null;
        return ahead;
    }
}
