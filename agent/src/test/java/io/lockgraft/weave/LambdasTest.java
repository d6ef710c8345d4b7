package io.lockgraft.weave;

import static org.assertj.core.api.Assertions.assertThat;

import com.shop.weaving.Lambdas.Generic;
import com.shop.weaving.Lambdas.Host;
import com.shop.weaving.Lambdas.Listener;
import com.shop.weaving.Lambdas.Louder;
import com.shop.weaving.Lambdas.Other;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.WrittenLog;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Lambdas and method references that a rule's + means: their calls run without the lock, and never without a word. */
@FailsWithout("`LambdaWarnings`, `LambdaMatch` and `Parents#mayMakeLambda` find a lambda that a `+` means")
class LambdasTest {
    private static final String LISTENER = Listener.class.getName();
    private static final String HOST = Host.class.getName();

    @RegisterExtension
    private final WrittenLog log = new WrittenLog();

    @Test
    void eachIsToldWithItsClassItsPlaceAndWhatToName() throws Exception {
        try (Weaving weaving = Weaving.of(LISTENER + "+.onMessage(String)")) {
            load(Host.class);

            assertThat(log.lines("r0"))
                    .hasSize(4)
                    .allMatch(line -> line.contains("rule 'r0': " + HOST + " makes a "))
                    .allMatch(line -> line.contains("Its calls run without the lock"));
            assertThat(log.toString())
                    .contains(LISTENER + " by a lambda (line ")
                    .contains(", in lambda). Its")
                    .contains(Louder.class.getName() + " by a lambda (line ")
                    .contains("Name the method that calls " + LISTENER + ".onMessage, or one that the lambda calls")
                    .contains(LISTENER + " by a reference to " + HOST + ".answer (line ")
                    .contains("Name " + HOST + ".answer")
                    .contains(LISTENER + " by a reference to java.lang.String.trim (line ")
                    .doesNotContain(Other.class.getName());
            assertThat(weaving.coverage.asMap(Map.of()).toString())
                    .contains("state=not applied, reason=" + HOST + " makes a ");
        }
    }

    @Test
    void aReferenceToAMethodThatTheRuleNamesIsLockedByThat() throws Exception {
        Map<String, List<String>> said = Map.of(
                HOST + ".answer(String)", List.of("lambda", "trim"),
                HOST + ".other(String)", List.of("lambda", "trim", "answer"));
        for (Map.Entry<String, List<String>> each : said.entrySet()) {
            String before = log.toString();
            try (Weaving weaving = Weaving.together(LISTENER + "+.onMessage", each.getKey())) {
                load(Host.class);
                assertThat(weaving.weaver.rules.rules()).hasSize(1);
            }
            String told = log.toString().substring(before.length());
            assertThat(told).contains("by a lambda").contains("String.trim");
            assertThat(told.contains("reference to " + HOST + ".answer"))
                    .as(each.getKey())
                    .isEqualTo(each.getValue().contains("answer"));
        }
    }

    @Test
    void otherMethodsTypesAndParametersAreNotMeant() throws Exception {
        for (String pattern : List.of(
                LISTENER + "+.close",
                LISTENER + "+.onMessage(int)",
                Host.class.getName() + "+.onMessage",
                Louder.class.getName())) {
            try (Weaving weaving = Weaving.of(pattern.equals(Louder.class.getName()) ? pattern + "+.close" : pattern)) {
                load(Host.class);
                assertThat(weaving.gate.calls).isEmpty();
            }
        }
        assertThat(log.lines("r0")).isEmpty();
    }

    @Test
    void aGenericMethodIsMeantByItsFilledInTypesAndByItsOwn() throws Exception {
        for (String pattern :
                List.of("java.util.function.Function+.apply(String)", "java.util.function.Function+.a*(Object)")) {
            String before = log.toString();
            try (Weaving weaving = Weaving.of(pattern)) {
                load(Generic.class);
                assertThat(weaving.gate.calls).isEmpty();
            }
            assertThat(log.toString().substring(before.length()))
                    .contains(Generic.class.getName() + " makes a java.util.function.Function by a reference to"
                            + " java.lang.String.length");
        }
    }

    @Test
    void whatALoadedClassMakesIsToldWhereTheAgentIsAttached() throws Exception {
        assertThat(new Host().lambda().onMessage("x")).isEqualTo("hostx");
        try (Weaving weaving = Weaving.of(LISTENER + "+.onMessage")) {
            weaving.weaver.weaveLoaded();

            assertThat(weaving.weaver.problems()).isEmpty();
            assertThat(log.toString()).contains("rule 'r0': " + HOST + " makes a " + LISTENER + " by a lambda (line ");
        }
    }

    private static void load(Class<?> type) throws ClassNotFoundException {
        Weaving.reloading(type).loadClass(type.getName());
    }
}
