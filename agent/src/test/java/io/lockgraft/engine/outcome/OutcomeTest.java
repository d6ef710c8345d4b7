package io.lockgraft.engine.outcome;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockgraft.api.LockBusyException;
import io.lockgraft.bootstrap.Substitute;
import io.lockgraft.language.expression.Template;
import io.lockgraft.language.expression.handle.Access;
import io.lockgraft.language.expression.member.BindException;
import io.lockgraft.language.type.MethodShape;
import io.lockgraft.language.type.loader.LoadedTypes;
import io.lockgraft.language.type.loader.LoaderTypes;
import io.lockgraft.rules.Outcome;
import io.lockgraft.rules.Rule;
import io.lockgraft.rules.RuleBuilder;
import java.io.IOException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a call gets instead of its lock; the check by shapes and the binding to classes must agree on it. */
final class OutcomeTest {
    enum State {
        PAID,
        OPEN {}
    }

    public static class BusyException extends Exception {
        public BusyException(String message) {
            super(message);
        }
    }

    static final class Wordless extends RuntimeException {
        private Wordless() {}
    }

    static final class NeedsMore extends RuntimeException {
        NeedsMore(int code) {}
    }

    abstract static class Abstract extends RuntimeException {
        Abstract() {}
    }

    @SuppressWarnings("unused")
    static class Shop {
        String pay(String order, int amount) throws BusyException {
            return null;
        }

        static int count(String order) {
            return 0;
        }

        State state() {
            return null;
        }

        void nothing() {}

        boolean flag() {
            return true;
        }

        double real() {
            return 1;
        }

        Optional<String> optional() {
            return null;
        }

        OptionalInt optionalInt() {
            return null;
        }

        Future<String> future() {
            return null;
        }

        CompletionStage<String> stage() {
            return null;
        }

        CompletableFuture<String> completable() {
            return null;
        }

        private String payBusy(String order, int amount) {
            return this.getClass().getSimpleName() + ' ' + order + ' ' + amount;
        }

        String payAll(String... orders) {
            return null;
        }

        String payAllBusy(String... orders) {
            return String.join("+", orders);
        }

        private static String payBusyWithKey(String order, int amount, String key) {
            return order + ' ' + amount + ' ' + key;
        }

        String payBusyThrows(String order, int amount) throws IOException {
            throw new IOException("mine");
        }

        int payInt(String order, int amount) {
            return 0;
        }

        String payOther(String order) {
            return null;
        }

        static int countBusy(String order, String key) {
            return key.length();
        }

        int countOnInstance(String order) {
            return 0;
        }

        void nothingBusy() {}
    }

    private static MethodShape method(String name) {
        for (Method each : Shop.class.getDeclaredMethods()) {
            if (each.getName().equals(name)) {
                return LoadedTypes.shape(each);
            }
        }
        throw new AssertionError(name);
    }

    private static NoLock miss(String method) throws Exception {
        Rule rule = RuleBuilder.named("pay-order")
                .keys(List.of(Template.parse("PAY:{p0}")))
                .waiting(Duration.ofSeconds(5))
                .build();
        return new NoLock(NoLock.Kind.BUSY, rule, method(method), List.of("shop:PAY:42"), 5_001_000_000L, null);
    }

    private static List<String> check(String method, Outcome outcome) {
        return new OutcomeCheck(method(method), new LoaderTypes(OutcomeTest.class.getClassLoader()))
                .check("onBusy", outcome);
    }

    /** Stands for the result of the body. */
    private static final Object BODY = new Object();

    private static Object apply(String method, Outcome outcome, Object self, Object... arguments) throws Throwable {
        assertThat(check(method, outcome)).as("what the check says").isEmpty();
        BoundOutcome bound = new OutcomeBinding(Shop.class, method(method), Access.NONE, true).bind(outcome);
        Optional<Substitute> answer = bound.apply(miss(method), self, arguments);
        return answer.isPresent() ? answer.get().value() : BODY;
    }

    private static void refuses(String method, Outcome outcome, String message) {
        assertThat(check(method, outcome)).containsExactly("onBusy: " + message);
        assertThatThrownBy(() -> new OutcomeBinding(Shop.class, method(method), Access.NONE, true).bind(outcome))
                .as("the binding refuses it too")
                .isInstanceOf(BindException.class);
    }

    private static String shop(String method) {
        return method(method).toString();
    }

    @Test
    void ourOwnExceptionSaysWhoWhatAndWhatToDo() {
        assertThatThrownBy(() -> apply("pay", Outcome.THROW, new Shop(), "42", 7))
                .isInstanceOf(LockBusyException.class)
                .hasMessage("rule 'pay-order': " + shop("pay") + " did not get its lock: another call held shop:PAY:42"
                        + " for all of the 5001 ms that this one waited. It did not run. Try again later; the rule's"
                        + " wait (5s) and onBusy say what happens")
                .hasNoCause();
    }

    @Test
    void proceedRunsTheBodyWithoutTheLock() throws Throwable {
        assertThat(apply("pay", Outcome.PROCEED, new Shop(), "42", 7)).isSameAs(BODY);
    }

    static Stream<Arguments> nothings() {
        return Stream.of(
                Arguments.of("pay", null),
                Arguments.of("count", 0),
                Arguments.of("flag", false),
                Arguments.of("real", 0d),
                Arguments.of("nothing", null),
                Arguments.of("state", null),
                Arguments.of("optional", Optional.empty()),
                Arguments.of("optionalInt", OptionalInt.empty()));
    }

    @ParameterizedTest
    @MethodSource("nothings")
    void skipReturnsNothingInTheMethodsType(String method, Object nothing) throws Throwable {
        assertThat(apply(method, Outcome.SKIP, new Shop())).isEqualTo(nothing);
    }

    @ParameterizedTest
    @ValueSource(strings = {"future", "stage", "completable"})
    void skipReturnsAFutureThatHasFailed(String method) throws Throwable {
        CompletableFuture<?> future = (CompletableFuture<?>) apply(method, Outcome.SKIP, new Shop());

        assertThat(future).isCompletedExceptionally();
        assertThatThrownBy(future::join).hasCauseInstanceOf(LockBusyException.class);
    }

    @Test
    void aFixedValueIsReturned() throws Throwable {
        assertThat(apply("count", new Outcome.Return(-1), null, "42")).isEqualTo(-1);
        assertThat(apply("state", new Outcome.Return("OPEN"), new Shop())).isSameAs(State.OPEN);
        assertThat(apply("state", new Outcome.Return(null), new Shop())).isNull();
    }

    @Test
    void aValueThatTheMethodCannotReturnIsRefused() {
        refuses(
                "count",
                new Outcome.Return("x"),
                "cannot return this from " + shop("count") + ": 'x' is no int; write a whole number");
        refuses(
                "state",
                new Outcome.Return("PAYED"),
                "cannot return 'PAYED' from " + shop("state") + ": " + State.class.getName()
                        + " has no constant of this name; it has PAID, OPEN");
        refuses(
                "optional",
                new Outcome.Return("x"),
                "cannot return 'x' from " + shop("optional")
                        + ": java.util.Optional is no enum; only null can be returned here");
    }

    @Test
    void theApplicationsOwnExceptionIsThrownWithTheRulesMessage() throws Exception {
        Outcome own = new Outcome.ThrowOwn(BusyException.class.getName(), Template.parse("order {p0} is being paid"));

        assertThatThrownBy(() -> apply("pay", own, new Shop(), "42", 7))
                .isExactlyInstanceOf(BusyException.class)
                .hasMessage("order 42 is being paid");
    }

    @Test
    void theApplicationsOwnExceptionWithoutAMessageSaysWhatWeWouldSay() {
        assertThatThrownBy(() ->
                        apply("pay", new Outcome.ThrowOwn(BusyException.class.getName(), null), new Shop(), "42", 7))
                .isExactlyInstanceOf(BusyException.class)
                .hasMessageContaining("another call held shop:PAY:42");
    }

    @Test
    void anExceptionThatTakesNoMessageIsThrownWithoutEvenIfItIsPrivate() {
        assertThatThrownBy(
                        () -> apply("pay", new Outcome.ThrowOwn(Wordless.class.getName(), null), new Shop(), "42", 7))
                .isExactlyInstanceOf(Wordless.class)
                .hasMessage(null);
    }

    @Test
    void anExceptionOfTheJdkIsThrown() {
        assertThatThrownBy(() -> apply(
                        "pay", new Outcome.ThrowOwn("java.lang.IllegalStateException", null), new Shop(), "42", 7))
                .isExactlyInstanceOf(IllegalStateException.class);
    }

    @Test
    void anExceptionThatCannotBeThrownIsRefused() {
        refuses(
                "pay",
                new Outcome.ThrowOwn("com.shop.NoSuchException", null),
                "no class com.shop.NoSuchException can be found from " + Shop.class.getName()
                        + "; write its full name (a nested class with $)");
        refuses("pay", new Outcome.ThrowOwn("java.lang.String", null), "java.lang.String is no Throwable");
        refuses(
                "pay",
                new Outcome.ThrowOwn(NeedsMore.class.getName(), null),
                NeedsMore.class.getName() + " has neither a constructor with (String) nor one with ()");
        refuses(
                "pay",
                new Outcome.ThrowOwn(Abstract.class.getName(), null),
                Abstract.class.getName() + " is abstract; name a class that can be made");
    }

    @Test
    void anotherMethodOfTheClassIsCalledInstead() throws Throwable {
        assertThat(apply("pay", new Outcome.Call("payBusy"), new Shop() {}, "42", 7))
                .isEqualTo(" 42 7");
        assertThat(apply("pay", new Outcome.Call("payBusyWithKey"), new Shop(), "42", 7))
                .isEqualTo("42 7 shop:PAY:42");
        assertThat(apply("count", new Outcome.Call("countBusy"), null, "42")).isEqualTo(11);
        assertThat(apply("nothing", new Outcome.Call("nothingBusy"), new Shop()))
                .isNull();
    }

    @Test
    void aMethodWithVarargsIsCalledWithTheArrayThatTheCallHas() throws Throwable {
        assertThat(apply("payAll", new Outcome.Call("payAllBusy"), new Shop(), (Object) new String[] {"1", "2"}))
                .isEqualTo("1+2");
    }

    @Test
    void whatTheOtherMethodThrowsArrivesUnchanged() {
        assertThatThrownBy(() -> apply("pay", new Outcome.Call("payBusyThrows"), new Shop(), "42", 7))
                .isExactlyInstanceOf(IOException.class)
                .hasMessage("mine");
    }

    @Test
    void aMethodThatCannotBeCalledInsteadIsRefused() {
        refuses(
                "pay",
                new Outcome.Call("payBuzy"),
                Shop.class.getName() + " has no method 'payBuzy'; did you mean 'payBusy'?");
        refuses(
                "pay",
                new Outcome.Call("payOther"),
                shop("payOther") + " must have the parameters of " + shop("pay") + ", or the key as one more String");
        refuses(
                "pay",
                new Outcome.Call("payInt"),
                shop("payInt") + " returns int, but " + shop("pay") + " returns java.lang.String");
        refuses(
                "count",
                new Outcome.Call("countOnInstance"),
                shop("countOnInstance") + " must be static, because " + shop("count") + " is");
        refuses("pay", new Outcome.Call("pay"), shop("pay") + " is the locked method itself");
    }

    @Test
    void aRetryPausesLongerEachTimeUntilItsLimitAndEndsWithTheLastOutcome() throws Throwable {
        Outcome.Retry retry =
                new Outcome.Retry(3, Duration.ofMillis(100), Duration.ofMillis(350), new Outcome.Return("gave up"));
        BoundRetry bound = (BoundRetry) new OutcomeBinding(Shop.class, method("pay"), Access.NONE, true).bind(retry);

        assertThat(bound.isWorthAnother(3)).isTrue();
        assertThat(bound.isWorthAnother(4)).isFalse();
        assertThat(bound.nanos(1)).isEqualTo(100_000_000);
        assertThat(bound.nanos(2)).isEqualTo(200_000_000);
        assertThat(bound.nanos(3)).isEqualTo(350_000_000);
        assertThat(bound.nanos(400)).isEqualTo(350_000_000);
        assertThat(apply("pay", retry, new Shop(), "42", 7)).isEqualTo("gave up");
    }

    @Test
    void whatComesAfterARetryIsCheckedToo() {
        Outcome then = new Outcome.Return("x");

        assertThat(check("count", new Outcome.Retry(1, Duration.ZERO, Duration.ZERO, then)))
                .isEqualTo(check("count", then))
                .isNotEmpty();
    }
}
