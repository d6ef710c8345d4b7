package io.lockgraft.weave;

import static org.assertj.core.api.Assertions.assertThat;

import com.shop.weaving.Shelf;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.WrittenLog;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@FailsWithout(
        "`SiteWarning` and `Planner` warn once about circles, transactions and results that " + "outlive the lock")
class WarningsTest {
    private static final String SHELF = "com.shop.weaving.Shelf";

    @RegisterExtension
    final WrittenLog log = new WrittenLog();

    @Test
    void whatIsWarnedOfIsOnTheLogAsTheClassLoadsAndOnceHoweverManyLoadersHaveIt() throws Exception {
        try (Weaving weaving = Weaving.of(SHELF + ".deduct", SHELF + ".later")) {
            Class.forName(SHELF, true, Weaving.reloading(Shelf.class));
            Class.forName(SHELF, true, Weaving.reloading(Shelf.class));

            // A client that another test of this JVM has closed may warn still.
            assertThat(log.lines().filter(line -> line.contains("WARN rules.yaml:")))
                    .satisfiesExactlyInAnyOrder(
                            line -> assertThat(line)
                                    .contains("rule 'r0': " + SHELF + ".deduct(java.lang.String): " + SHELF
                                            + ".deductAll calls it inside of its monitor and waits for "
                                            + "the lock there."),
                            line -> assertThat(line)
                                    .contains("rule 'r1': " + SHELF + ".later(java.lang.String): it returns"
                                            + " java.util.concurrent.Future: the lock ends when the method"
                                            + " returns"));
            assertThat(sites(weaving))
                    .filteredOn(site -> "woven".equals(site.get("state")))
                    .extracting(site -> (String) site.get("reason"))
                    .anyMatch(reason -> reason.contains("inside of its monitor"))
                    .anyMatch(reason -> reason.contains("java.util.concurrent.Future"));
        }
    }

    @Test
    void whereAHoldEndsIsReportedAndRulesWithoutABoundAreCounted() throws Exception {
        try (Weaving weaving = Weaving.of(SHELF + ".deduct", SHELF + ".promised", SHELF + ".promised")) {
            assertThat(weaving.weaver.unbounded()).isZero();

            Class.forName(SHELF, true, Weaving.reloading(Shelf.class));

            assertThat(weaving.weaver.unbounded()).isEqualTo(2);
            assertThat(sites(weaving))
                    .extracting(site -> (String) site.get("hold"))
                    .contains(
                            "ends with the method, or with a transaction that is active when it returns",
                            "ends when the CompletableFuture that it returns is completed");
            assertThat(log.toString()).doesNotContain("it returns java.util.concurrent.CompletableFuture");
        }
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> sites(Weaving weaving) {
        List<Map<String, Object>> rules =
                (List<Map<String, Object>>) weaving.coverage.asMap(Map.of()).get("rules");
        return rules.stream()
                .flatMap(rule -> ((List<Map<String, Object>>) rule.get("sites")).stream())
                .toList();
    }
}
