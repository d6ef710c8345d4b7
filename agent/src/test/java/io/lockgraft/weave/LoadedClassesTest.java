package io.lockgraft.weave;

import static io.lockgraft.weave.WovenMethodTest.call;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.spi.settings.Problem;
import io.lockgraft.testing.FailsWithout;
import java.lang.reflect.Modifier;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Classes that were there before the agent, and what is said of rules that found nothing. */
class LoadedClassesTest {
    private static final String NAME = "com.shop.weaving.Late";

    /** Loaded in no other test, so that no other weaver has changed it. */
    static Object late(String name) throws Exception {
        byte[] bytes = Renamed.copy(com.shop.weaving.PayService.class, name);
        return Weaving.defining(Map.of(name, bytes))
                .loadClass(name)
                .getDeclaredConstructor()
                .newInstance();
    }

    @Test
    void aClassThatIsLoadedAlreadyIsWovenAndItsMonitorStaysOutside() throws Throwable {
        Object late = late(NAME + 1);
        try (Weaving weaving = Weaving.of(NAME + "1.holdsMonitor", NAME + "1.pay")) {
            boolean[] held = {false};
            weaving.gate.answer = rule -> held[0] |= Thread.holdsLock(late);

            weaving.weaver.weaveLoaded();

            assertThat(call(late, "pay", "A", 1)).isEqualTo("A1");
            assertThat(held[0]).isFalse();
            assertThat(call(late, "holdsMonitor")).isEqualTo(true);
            assertThat(held[0]).as("the flag of a loaded class cannot change").isTrue();
            assertThat(weaving.coverage.asMap(Map.of()).toString())
                    .contains("waits for the lock inside its monitor, because the class was loaded before the agent");
            assertThat(weaving.weaver.problems()).isEmpty();
        }
    }

    @Test
    void aRuleThatDoesNotFitStaysRefusedWhereTheMonitorStaysOutside() throws Throwable {
        Object late = late(NAME + 7);
        try (Weaving weaving = Weaving.misfit(false, "PayDto has no property 'orderNr'", NAME + "7.holdsMonitor")) {
            weaving.weaver.weaveLoaded();

            assertThat(late).isNotNull();
            assertThat(weaving.coverage.asMap(Map.of()).toString())
                    .contains("state=refused, reason=PayDto has no property 'orderNr'")
                    .doesNotContain("state=woven");
        }
    }

    @Test
    void aClassWhoseMonitorWasMovedCanBeTransformedAgain() throws Throwable {
        try (Weaving weaving = Weaving.of(NAME + "2.holdsMonitor")) {
            Object late = late(NAME + 2);
            assertThat(Modifier.isSynchronized(
                            late.getClass().getMethod("holdsMonitor").getModifiers()))
                    .isFalse();

            Weaving.instrumentation().retransformClasses(late.getClass());

            assertThat(call(late, "holdsMonitor")).isEqualTo(true);
            assertThat(weaving.gate.calls).containsExactly("enter r0", "exit token of r0");
        }
    }

    @Test
    void whatIsTakenBackGivesLoadedClassesTheirOwnBodies() throws Throwable {
        Object late = late(NAME + 4);
        try (Weaving weaving = Weaving.of(NAME + "4.holdsMonitor")) {
            weaving.weaver.weaveLoaded();
            call(late, "holdsMonitor");
            assertThat(weaving.gate.calls).hasSize(2);

            weaving.weaver.uninstall();
            call(late, "holdsMonitor");

            assertThat(weaving.gate.calls).hasSize(2);
        }
    }

    @Test
    @FailsWithout(
            "`Sites#withdraw` and `ClassWeaver#MOVED_MONITORS` keep what a refused attach has woven from the rules"
                    + " of the next one")
    void aClassThatLostItsFlagToRulesThatWereRefusedIsWovenByTheNextOnes() throws Throwable {
        Object late;
        try (Weaving refused = Weaving.of(NAME + "8.holdsMonitor")) {
            late = late(NAME + 8);
            refused.weaver.uninstall();
        }
        try (Weaving weaving = Weaving.of(NAME + "8.pay")) {
            weaving.weaver.weaveLoaded();

            assertThat(weaving.weaver.problems()).isEmpty();
            assertThat(call(late, "pay", "A", 1)).isEqualTo("A1");
            assertThat(weaving.gate.calls).containsExactly("enter r0", "exit token of r0");
            assertThat(call(late, "holdsMonitor")).as("its monitor is held").isEqualTo(true);
            assertThat(weaving.gate.calls).as("and it has no rule any more").hasSize(2);
            weaving.weaver.uninstall();
        }
        try (Weaving weaving = Weaving.of(NAME + "8.holdsMonitor")) {
            weaving.weaver.weaveLoaded();

            assertThat(weaving.weaver.problems()).isEmpty();
            assertThat(call(late, "holdsMonitor")).isEqualTo(true);
            assertThat(weaving.gate.calls).containsExactly("enter r0", "exit token of r0");
        }
    }

    @Test
    void aMisspeltMethodOfALoadedClassIsAProblemUnlessAnotherClassOfThatNameHasIt() throws Throwable {
        late(NAME + 5);
        late(NAME + 6);
        byte[] other = Renamed.copy(com.shop.weaving.Kinds.class, NAME + 6);
        Weaving.defining(Map.of(NAME + 6, other)).loadClass(NAME + 6);
        try (Weaving weaving = Weaving.of(NAME + "5.payy", NAME + "6.pay", NAME + "6.pai*")) {
            weaving.weaver.weaveLoaded();

            assertThat(weaving.weaver.problems())
                    .extracting(Problem::message)
                    .containsExactly("rule 'r0': " + NAME + "5.payy matches nothing: " + NAME
                            + "5 declares no method 'payy'; did you mean 'pay'?");
        }
    }

    @Test
    void aMethodThatTheClassDoesNotHaveIsReportedWithTheNearestNames() throws Throwable {
        try (Weaving weaving =
                Weaving.of(NAME + "3.payy", NAME + "3.pay(int)", NAME + "3.toString", "com.other.Late3.pay")) {
            late(NAME + 3);

            weaving.weaver.explainUnmatched();

            assertThat(weaving.coverage.of("r0").unmatched().values())
                    .first()
                    .asString()
                    .isEqualTo(NAME + "3 declares no method 'payy'; did you mean 'pay'?");
            assertThat(weaving.coverage.of("r1").unmatched().values())
                    .containsExactly(
                            NAME + "3 has no such method; it has pay(java.lang.String, int): java.lang.String");
            assertThat(weaving.coverage.of("r2").unmatched().values())
                    .containsExactly(NAME + "3 declares no method 'toString'; it inherits that of"
                            + " java.lang.Object, a class of the JDK, which cannot be locked");
            assertThat(weaving.coverage.of("r3").unmatched().values())
                    .containsExactly("no class com.other.Late3 was loaded; did you mean " + NAME + "3?");
        }
    }
}
