package io.lockgraft.weave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.shop.weaving.PayService;
import io.lockgraft.bootstrap.Substitute;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class WovenMethodTest {
    private static final String CLASS = "com.shop.weaving.PayService";

    @Test
    void aWovenMethodEntersTheGateBeforeItsBodyAndLeavesItAfterwards() throws Throwable {
        try (Weaving weaving = Weaving.of(CLASS + ".pay(String, int)")) {
            Object service = service();

            Object result = call(service, "pay", "A", 7);

            assertThat(result).isEqualTo("A7");
            assertThat(weaving.gate.calls).containsExactly("enter r0", "exit token of r0");
            assertThat(weaving.gate.lastArguments()).containsExactly("A", 7);
            assertThat(weaving.coverage.of("r0").woven()).isEqualTo(1);
        }
    }

    @Test
    void argumentsOfEverySizeReachTheGateAndTheBodyMayOverwriteThem() throws Throwable {
        try (Weaving weaving = Weaving.of(CLASS + ".add")) {
            assertThat(call(service(), "add", 1, 2L, 3.0)).isEqualTo(7);
            assertThat(weaving.gate.lastArguments()).containsExactly(1, 2L, 3.0);
        }
    }

    @Test
    void methodsOfEveryKindAreWoven() throws Throwable {
        try (Weaving weaving = Weaving.of(CLASS + ".*(..)")) {
            Object service = service();

            assertThat(call(service, "twice", 21L)).isEqualTo(42L);
            assertThat(call(service, "callSecret")).isEqualTo(true);
            assertThat(call(service, "last", 'x')).isEqualTo('x');
            assertThat((String[]) call(service, "several", (Object) new String[] {"a", "b"}))
                    .containsExactly("a", "b");

            assertThat(weaving.gate.calls.stream().filter(c -> c.startsWith("enter")))
                    .as("twice, callSecret, secret, last, several")
                    .hasSize(5);
        }
    }

    @Test
    void whatTheBodyThrowsArrivesUnchanged() throws Throwable {
        try (Weaving weaving = Weaving.of(CLASS + ".fail", CLASS + ".checked", CLASS + ".deep")) {
            Object service = service();
            Error error = new AssertionError("as it is");

            assertThatThrownBy(() -> call(service, "fail", error)).isSameAs(error);
            assertThatThrownBy(() -> call(service, "checked"))
                    .isInstanceOf(IOException.class)
                    .hasMessage("disk");
            assertThatThrownBy(() -> call(service, "deep", 0)).isInstanceOf(StackOverflowError.class);

            assertThat(weaving.gate.calls.subList(0, 4))
                    .containsExactly(
                            "enter r0", "exit token of r0 AssertionError", "enter r1", "exit token of r1 IOException");
        }
    }

    @Test
    void whatTheGateThrowsReachesTheCallerAndTheBodyDoesNotRun() throws Throwable {
        try (Weaving weaving = Weaving.of(CLASS + ".pay")) {
            Object service = service();
            Exception busy = new IOException("busy");
            weaving.gate.answer = rule -> busy;

            assertThatThrownBy(() -> call(service, "pay", "A", 1)).isSameAs(busy);

            assertThat(service.getClass().getField("body").get(service)).isEqualTo(0);
            assertThat(weaving.gate.calls).containsExactly("enter r0");
        }
    }

    @Test
    void whatTheGateThrowsAfterTheBodyReachesTheCallerInsteadOfTheResult() throws Throwable {
        try (Weaving weaving = Weaving.of(CLASS + ".*(..)")) {
            Object service = service();
            weaving.gate.lost = new IllegalStateException("lost");

            for (Object[] call : new Object[][] {
                {"pay", "A", 1},
                {"add", 1, 2L, 3.0},
                {"twice", 21L},
                {"callSecret"},
                {"last", 'x'},
                {"several", new String[] {"a"}},
                {"holdsMonitor"},
                {"holdsClassMonitor"},
                {"manyReturns", 0}
            }) {
                Object[] arguments = Arrays.copyOfRange(call, 1, call.length);
                assertThatThrownBy(() -> call(service, (String) call[0], arguments))
                        .as("%s", call[0])
                        .isSameAs(weaving.gate.lost);
            }

            assertThatThrownBy(() -> call(service, "checked"))
                    .as("the body's own")
                    .isInstanceOf(IOException.class);
            assertThat(Thread.holdsLock(service)).isFalse();
            assertThat(Thread.holdsLock(service.getClass())).isFalse();
        }
    }

    @Test
    void aSubstituteIsReturnedInPlaceOfTheBody() throws Throwable {
        try (Weaving weaving = Weaving.of(CLASS + ".pay", CLASS + ".twice", CLASS + ".last", CLASS + ".fail")) {
            Object service = service();
            weaving.gate.answer = rule ->
                    new Substitute(List.of("instead", 5L, 'z', "ignored").get(Integer.parseInt(rule.substring(1))));

            assertThat(call(service, "pay", "A", 1)).isEqualTo("instead");
            assertThat(call(service, "twice", 1L)).isEqualTo(5L);
            assertThat(call(service, "last", 'x')).isEqualTo('z');
            assertThat(call(service, "fail", new Exception())).isNull();

            assertThat(service.getClass().getField("body").get(service)).isEqualTo(0);
        }
    }

    @Test
    void aMethodCallsTheGateOnceForAllItsRulesOfWhichTheFirstIsOutermost() throws Throwable {
        try (Weaving weaving = Weaving.of(CLASS + ".pay", CLASS + ".pa*", "com.shop.weaving.*.pay")) {
            call(service(), "pay", "A", 1);

            assertThat(weaving.gate.calls).containsExactly("enter r0, r1, r2", "exit token of r0, r1, r2");
        }
    }

    @Test
    void aSynchronizedMethodEntersItsMonitorInsideTheLock() throws Throwable {
        try (Weaving weaving = Weaving.of(CLASS + ".holds*", CLASS + ".manyReturns")) {
            Object service = service();
            boolean[] held = {false};
            weaving.gate.answer = rule -> {
                held[0] |= Thread.holdsLock(service) || Thread.holdsLock(service.getClass());
                return "token";
            };

            assertThat(call(service, "holdsMonitor")).isEqualTo(true);
            assertThat(call(service, "holdsClassMonitor")).isEqualTo(true);
            assertThat(call(service, "manyReturns", 0)).isEqualTo(0L);
            assertThat(call(service, "manyReturns", 1)).isEqualTo(1L);
            assertThatThrownBy(() -> call(service, "manyReturns", 2)).hasMessage("two");
            assertThat(call(service, "manyReturns", 3)).isEqualTo(3L);
            assertThat(call(service, "manyReturns", 9)).isEqualTo(7L);

            assertThat(held[0])
                    .as("a monitor was held while the gate was entered")
                    .isFalse();
            assertThat(Thread.holdsLock(service)).isFalse();
            assertThat(Thread.holdsLock(service.getClass())).isFalse();
        }
    }

    static Object service() throws Exception {
        return Weaving.reloading(PayService.class)
                .loadClass(CLASS)
                .getDeclaredConstructor()
                .newInstance();
    }

    static Object call(Object target, String name, Object... arguments) throws Throwable {
        Method method = Arrays.stream(target.getClass().getDeclaredMethods())
                .filter(each -> each.getName().equals(name))
                .findFirst()
                .orElseThrow();
        method.setAccessible(true);
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
