package io.lockgraft.cli;

import static io.lockgraft.cli.Terminal.rule;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.FailsWithout;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.Yaml;

/** What `check` warns about: methods that are locked, and whose lock does not do what its rule was written for. */
@FailsWithout(
        "`SiteWarning` and `Planner` warn once about circles, transactions and results that " + "outlive the lock")
class WarningsTest {
    private static final String STOCK = """
            package com.shop;
            public class Stock {
                private final Object own = new Object();
                public synchronized void deduct(String sku) {}
                public synchronized void deductAll(String... skus) { for (String sku : skus) { deduct(sku); } }
                public void deductInBlock(String sku) {
                    synchronized (this) {
                        try { if (sku == null) { return; } } finally { System.nanoTime(); }
                        deduct(sku);
                    }
                }
                public synchronized void twice(String sku) { deduct(sku); deduct(sku); }
                public void plain(String sku) { deduct(sku); }
                public void beside(String sku) {
                    synchronized (this) { System.nanoTime(); }
                    deduct(sku);
                }
                public void inOther(String sku) { synchronized (own) { deduct(sku); } }
                public void inClass(String sku) { synchronized (Stock.class) { deduct(sku); } }
                public static synchronized void count(String sku) {}
                public static synchronized void countAll(String sku) { count(sku); }
                public static void countInBlock(String sku) { synchronized (Stock.class) { count(sku); } }
                public synchronized void countFromObject(String sku) { count(sku); }
                public synchronized void again(String sku) { if (sku != null) { again(null); } }
            }
            """;

    @TempDir
    private static Path application;

    @TempDir
    Path folder;

    private static Path classes;

    private Terminal terminal;

    @BeforeEach
    void openTerminal() {
        terminal = new Terminal(folder);
    }

    @BeforeAll
    static void compile() {
        classes = Application.in(application).compile("classes", STOCK);
    }

    @Test
    void aCallOfALockedMethodInsideOfTheMonitorOfItsObjectIsTold() {
        List<String> warnings = warnings(rule("com.shop.Stock.deduct", "STOCK:{sku}"));

        assertThat(warnings)
                .containsExactly(
                        inMonitor("deduct", "deductAll"),
                        inMonitor("deduct", "deductInBlock"),
                        inMonitor("deduct", "twice"));
        assertThat(terminal.out()).endsWith(" looked at), no mistakes, 3 warnings" + System.lineSeparator());
    }

    @Test
    void aCallOfAStaticMethodInsideOfTheMonitorOfItsClassIsTold() {
        assertThat(warnings(rule("com.shop.Stock.count", "STOCK:{sku}")))
                .containsExactly(inMonitor("count", "countAll"), inMonitor("count", "countInBlock"));
    }

    @Test
    void aRecursiveCallHasItsLockAlready() {
        assertThat(warnings(rule("com.shop.Stock.again", "STOCK:{sku}"))).isEmpty();
    }

    @Test
    void theCureThatTheWarningNamesEndsIt() {
        String inner = rule("com.shop.Stock.deduct", "STOCK:{sku}");
        String outer =
                rule("com.shop.Stock.deductAll", "STOCK:{skus[0]}") + rule("com.shop.Stock.twice", "OTHER:{sku}");

        assertThat(warnings(inner + outer))
                .containsExactly(inMonitor("deduct", "deductInBlock"), inMonitor("deduct", "twice"));
    }

    @Test
    void warningsAreNoMistakesForMachines() {
        String file = terminal.withServer(rule("com.shop.Stock.deduct", "STOCK:{sku}"));

        assertThat(terminal.run("check", file, "--json", "--classpath", classes.toString()))
                .isZero();

        Map<String, Object> json = new Yaml().load(terminal.out());
        assertThat(json).containsEntry("mistakes", 0).containsEntry("problems", List.of());
        assertThat(all(json.get("warnings"))).hasSize(3).first().satisfies(first -> {
            assertThat(first)
                    .containsEntry("file", file)
                    .containsEntry("line", 3)
                    .containsEntry("column", 5);
            assertThat((String) first.get("message"))
                    .contains("com.shop.Stock.deductAll calls it inside of its monitor");
        });
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> all(Object warnings) {
        return (List<Map<String, Object>>) warnings;
    }

    private static String inMonitor(String inner, String outer) {
        return "rule 'Stock." + inner + "': com.shop.Stock." + inner + "(java.lang.String): com.shop.Stock." + outer
                + " calls it inside of its monitor and waits for the lock there. A call that has the lock may wait for"
                + " that monitor, and neither goes on until the wait is over. Give com.shop.Stock." + outer
                + " a rule with the same key";
    }

    private List<String> warnings(String rules) {
        return terminal.warnings(rules, classes);
    }
}
