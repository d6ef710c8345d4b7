package io.lockgraft.start;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.start.Forks.End;
import io.lockgraft.testing.server.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.yaml.snakeyaml.Yaml;

/** What an application's rules came to, as -Dlockgraft.report and -Dlockgraft.log=debug tell it. */
class ReportIT {
    @TempDir
    private Path folder;

    private Path rules;

    @BeforeEach
    void anApplication() {
        Forks.compile(folder, "Shop", """
                public class Shop {
                    public static void main(String[] arguments) {
                        Shop shop = new Shop();
                        shop.pay("42", 9);
                        shop.pay("43", 9);
                        shop.pay("free", 0);
                        shop.pay(null, 9);
                    }

                    boolean pay(String order, int amount) {
                        System.out.println("paid " + order);
                        return true;
                    }
                }
                """);
        Forks.compile(folder, "Empty", "public class Empty { public static void main(String[] arguments) {} }");
        rules = folder.resolve("rules.yaml");
    }

    private End run(Path jdk, RedisServer redis, String option) throws IOException {
        Files.writeString(rules, """
                redis: {address: '%s'}
                rules:
                - {name: pay, method: Shop.pay, key: 'PAY:{p0}', when: p1 > 0, onMissingKey: skip}
                - {name: gone, method: com.shop.Later.run, key: k}
                """.formatted(redis.address()));
        End end = Forks.java(jdk, option, "-javaagent:" + Forks.JAR + "=" + rules, "-cp", folder.toString(), "Shop");
        assertThat(end.code()).as(end.output()).isZero();
        assertThat(end.output()).containsSubsequence("paid 42", "paid 43", "paid free");
        return end;
    }

    @ParameterizedTest
    @MethodSource("io.lockgraft.start.Forks#jdks")
    void eachRuleIsListedWithItsSitesAndWhatItsCallsCameTo(Path jdk) throws IOException {
        Path report = folder.resolve("report.json");
        try (RedisServer redis = RedisServer.start()) {
            run(jdk, redis, "-Dlockgraft.report=" + report);
        }

        Map<String, List<Map<String, Object>>> json = new Yaml().load(Files.readString(report));
        assertThat(json).containsOnlyKeys("rules");
        Map<String, Object> pay = json.get("rules").get(0);
        Map<String, Object> gone = json.get("rules").get(1);
        assertThat(pay)
                .containsOnlyKeys("rule", "position", "sites", "unmatched", "calls")
                .containsEntry("rule", "pay")
                .containsEntry("position", rules + ":3:3")
                .containsEntry(
                        "sites",
                        List.of(Map.of(
                                "class",
                                "Shop",
                                "method",
                                "pay(java.lang.String, int): boolean",
                                "loader",
                                "application's class path",
                                "state",
                                "woven",
                                "hold",
                                "ends with the method, or with a transaction that is active when it returns")))
                .containsEntry("unmatched", List.of());
        assertThat(calls(pay))
                .containsEntry("entered", 2)
                .containsEntry("notAsked", 1)
                .containsEntry("missingKey", 1)
                .containsAllEntriesOf(Map.of("nested", 0, "busy", 0, "unavailable", 0, "proceeded", 0, "lost", 0));
        assertThat(gone)
                .containsEntry("rule", "gone")
                .containsEntry("sites", List.of())
                .containsEntry(
                        "unmatched",
                        List.of(Map.of(
                                "pattern", "com.shop.Later.run", "reason", "no class com.shop.Later was loaded")));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Integer> calls(Map<String, Object> rule) {
        return (Map<String, Integer>) rule.get("calls");
    }

    @ParameterizedTest
    @MethodSource("io.lockgraft.start.Forks#jdks")
    void rulesThatMatchedNothingAreOneListAndAllOfThemInTheReport(Path jdk) throws IOException {
        StringBuilder many = new StringBuilder("redis: {address: 'redis://127.0.0.1:1'}\nrules:\n");
        for (int i = 1; i <= 50; i++) {
            many.append("- {name: gone-" + i + ", method: com.shop.Later" + i + ".run, key: k}\n");
        }
        Files.writeString(rules, many);
        Path report = folder.resolve("report.json");
        String agent = "-javaagent:" + Forks.JAR + "=" + rules;
        String named = "-Dlockgraft.report=" + report;

        End without = Forks.java(jdk, agent, "-cp", folder.toString(), "Empty");
        End with = Forks.java(jdk, named, agent, "-cp", folder.toString(), "Empty");

        assertThat(without.output().lines())
                .filteredOn(line -> line.contains("WARN"))
                .containsExactly("[lockgraft] WARN 50 of 50 rules have patterns that matched nothing:");
        assertThat(without.output().lines())
                .filteredOn(line -> line.startsWith("\t"))
                .hasSize(21)
                .startsWith("\t" + rules + ":3:3: rule 'gone-1' locked nothing in this run: com.shop.Later1.run matched"
                        + " nothing: no class com.shop.Later1 was loaded")
                .endsWith("\tand 30 more; -Dlockgraft.report=FILE writes all of them");
        assertThat(with.output()).contains("\tand 30 more, all of them in " + report);
        Map<String, List<Map<String, Object>>> json = new Yaml().load(Files.readString(report));
        assertThat(json.get("rules"))
                .hasSize(50)
                .allSatisfy(rule -> assertThat((List<?>) rule.get("unmatched")).hasSize(1));
    }

    @ParameterizedTest
    @MethodSource("io.lockgraft.start.Forks#jdks")
    void theLogForDebuggingTellsEachSiteAsItIsWoven(Path jdk) throws IOException {
        try (RedisServer redis = RedisServer.start()) {
            End end = run(jdk, redis, "-Dlockgraft.log=debug");

            assertThat(end.output().lines())
                    .containsOnlyOnce("[lockgraft] DEBUG rule 'pay': Shop.pay(java.lang.String, int): boolean of"
                            + " application's class path: woven");
        }
    }
}
