package io.lockgraft.weave;

import static org.assertj.core.api.Assertions.assertThat;

import com.shop.weaving.PayService;
import io.lockgraft.rules.Rule;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.WrittenLog;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What is known of patterns that have matched nothing while the application runs. */
class UnmatchedPatternsTest {
    private static final String PACKAGE = "com.shop.unmatched.";
    private static final String NAME = PACKAGE + "Job";

    @RegisterExtension
    private final WrittenLog log = new WrittenLog();

    private static Map<String, Map<String, String>> unmatched(Weaving weaving) {
        Map<String, Map<String, String>> byName = new LinkedHashMap<>();
        for (Map.Entry<Rule, Map<String, String>> each :
                weaving.weaver.unmatched().entrySet()) {
            byName.put(each.getKey().name(), each.getValue());
        }
        return byName;
    }

    /** A loader that has these copies of PayService, and has loaded the first of them. */
    private static ClassLoader application(String... names) throws Exception {
        Map<String, byte[]> classes = new LinkedHashMap<>();
        for (String name : names) {
            classes.put(name, Renamed.copy(PayService.class, name));
        }
        ClassLoader loader = Weaving.defining(classes);
        loader.loadClass(names[0]);
        return loader;
    }

    @Test
    void aMistypedClassIsToldWithTheNearestThatIsLoaded() throws Exception {
        try (Weaving weaving =
                Weaving.of(PACKAGE + "Invoicing.pay", PACKAGE + "Invocing.pay", "com.shop.Xylophonist+.pay")) {
            application(PACKAGE + "Invoicing");

            weaving.weaver.judgeUnloaded();

            assertThat(weaving.weaver.hasUnmatched()).isTrue();
            assertThat(unmatched(weaving))
                    .containsOnlyKeys("r1", "r2")
                    .containsEntry(
                            "r1",
                            Map.of(
                                    PACKAGE + "Invocing.pay",
                                    "no class " + PACKAGE + "Invocing was loaded; did you mean " + PACKAGE
                                            + "Invoicing?"))
                    .containsEntry(
                            "r2", Map.of("com.shop.Xylophonist+.pay", "no class com.shop.Xylophonist was loaded"));
        }
    }

    @Test
    @FailsWithout(
            "`UnmatchedPatterns#judgeUnloaded` finds the classes that rules name and that load late, as in a Spring"
                    + " Boot jar")
    void aClassThatIsThereAndNotLoadedYetIsNotMissing() throws Exception {
        try (Weaving weaving = Weaving.of(NAME + "3.pay")) {
            application(NAME + 2, NAME + 3);
            assertThat(unmatched(weaving)).containsOnlyKeys("r0");

            weaving.weaver.judgeUnloaded();

            assertThat(weaving.weaver.hasUnmatched()).isFalse();
            assertThat(unmatched(weaving)).isEmpty();
            assertThat(log.lines("r0")).isEmpty();
        }
    }

    @Test
    void aMistypedMethodOfOneIsToldBeforeItIsLoaded() throws Exception {
        try (Weaving weaving = Weaving.of(NAME + "5.payy", NAME + "5.pay")) {
            application(NAME + 4, NAME + 5);
            weaving.weaver.weaveLoaded();

            weaving.weaver.judgeUnloaded();

            assertThat(unmatched(weaving))
                    .containsExactly(Map.entry(
                            "r0", Map.of(NAME + "5.payy", NAME + "5 declares no method 'payy'; did you mean 'pay'?")));
            assertThat(log.toString())
                    .contains("WARN")
                    .contains("rule 'r0': " + NAME + "5.payy matches nothing: " + NAME + "5 declares no method 'payy'");
        }
    }

    @Test
    void itIsSaidOnceOfARuleWhatItLocks() throws Exception {
        try (Weaving weaving = Weaving.of("com.shop.unmatched.*.manyReturns", NAME + "7.holds*")) {
            ClassLoader loader = application(NAME + 6, NAME + 7);
            loader.loadClass(NAME + 7);

            assertThat(Stream.concat(log.lines("r0"), log.lines("r1")))
                    .map(line -> line.substring(line.indexOf("rule")))
                    .containsExactly(
                            "rule 'r0' locks " + NAME + "6.manyReturns(int)",
                            "rule 'r1' locks " + NAME + "7.holdsMonitor(), " + NAME + "7.holdsClassMonitor()");
        }
    }
}
