package io.lockgraft.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.FailsWithout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.Yaml;

/** Rules that read and fit and are seldom meant, and what a build makes of them. */
@FailsWithout(
        "`Doubts` finds rules that are seldom meant: a job that skips after a wait, one key for calls that differ")
class DoubtsTest {
    private static final String TOGETHER = "One call runs at a time in the whole cluster. ";

    @TempDir
    private static Path application;

    @TempDir
    Path folder;

    private static Path classes;

    private Terminal terminal;

    @BeforeAll
    static void compile() {
        classes = Application.in(application).compile("classes", """
                        package com.shop;
                        public class PayService {
                            public void pay(String order) {}
                            public void refund(String order, int amount) {}
                            public void nightly() {}
                        }
                        class StockService {
                            public void take(String article) {}
                        }
                        """);
    }

    @BeforeEach
    void openTerminal() {
        terminal = new Terminal(folder);
    }

    private static String rule(String method, String key, String more) {
        return Terminal.rule("com.shop." + method, key) + (more.isEmpty() ? "" : "    " + more + "\n");
    }

    private List<String> warnings(String method, String key, String more) {
        return terminal.warnings(rule(method, key, more), classes);
    }

    @Test
    void aJobThatSkipsAfterTheDefaultWaitRunsOnEveryJvm() {
        String doubt = "rule 'PayService.nightly': onBusy: skip comes after a wait of 10s, the default. A job that is"
                + " shorter runs in every JVM, one after the other. For one run write wait: 0, with hold: {atLeast:"
                + " ...}; or write the wait that is meant";

        assertThat(warnings("PayService.nightly", "JOB", "onBusy: skip")).containsExactly(doubt);
        assertThat(warnings("PayService.nightly", "JOB", "onBusy: {return: null}"))
                .isEmpty();
        for (String meant : List.of("wait: 0", "wait: 10s", "hold: {atLeast: 10s}")) {
            assertThat(warnings("PayService.nightly", "JOB", "onBusy: skip\n    " + meant))
                    .as(meant)
                    .isEmpty();
        }
    }

    @Test
    void aJobIsDoubtedWithoutAClassPathToo() {
        String file = terminal.withServer(rule("PayService.nightly", "JOB", "onBusy: skip"));

        assertThat(terminal.run("check", file)).isZero();
        assertThat(terminal.out().lines())
                .anyMatch(line -> line.startsWith(file + ":5:13: warning: rule 'PayService.nightly': onBusy: skip"))
                .last()
                .isEqualTo(file + ": 1 rule, no mistakes, 1 warning");
        assertThat(terminal.run("check", file, "--strict")).isEqualTo(1);
    }

    @Test
    void oneKeyForCallsWithArgumentsLetsOneRunInTheWholeCluster() {
        String start =
                "rule 'PayService.pay': com.shop.PayService.pay(java.lang.String): all calls share the key 'PAY'. ";
        String cure = "Put into the key what tells the calls apart, as in PAY:{p0},"
                + " or write \"{'PAY'}\" where that is meant";

        assertThat(warnings("PayService.pay", "PAY", "")).containsExactly(start + TOGETHER + cure);
        assertThat(warnings("PayService.pay", "PAY", "lock: semaphore\n    permits: 3"))
                .containsExactly(start + "3 calls run at a time in the whole cluster. " + cure);
        assertThat(warnings("PayService.*", "PAY", ""))
                .singleElement()
                .asString()
                .contains("com.shop.PayService.pay(java.lang.String) (and 1 more): all calls share the key 'PAY'. ");
        assertThat(warnings("PayService.nightly", "JOB", "")).as("no arguments").isEmpty();
        assertThat(warnings("PayService.pay", "PAY:{p0}", "")).isEmpty();
        assertThat(warnings("PayService.pay", "PAY", "lock: read")).isEmpty();
        assertThat(warnings("PayService.pay", "{\"PAY\"}", "")).as("meant").isEmpty();
    }

    @Test
    void oneKeyForAWildcardOverSeveralClassesIsDoubted() {
        assertThat(warnings("*.*", "ALL", ""))
                .singleElement()
                .asString()
                .endsWith("4 methods of 2 classes share the key 'ALL'. " + TOGETHER
                        + "Give each class a rule and a key of its own, or write \"{'ALL'}\" where that is meant");
        assertThat(warnings("*.*", "{\"ALL\"}", "")).as("meant").isEmpty();
    }

    @Test
    void strictWarningsEndWithTheExitCodeOfMistakes() {
        String doubted = terminal.withServer(rule("PayService.pay", "PAY", ""));
        assertThat(terminal.run("check", doubted, "-c", classes.toString())).isZero();
        assertThat(terminal.run("check", doubted, "-c", classes.toString(), "--strict"))
                .isEqualTo(1);

        String fine = terminal.withServer(rule("PayService.pay", "PAY:{p0}", ""));
        assertThat(terminal.run("check", fine, "-c", classes.toString(), "--strict"))
                .as(terminal.out())
                .isZero();
    }

    @Test
    void wrongUseIsToldAsJsonWhereJsonIsAskedFor() {
        assertThat(terminal.run("check", folder.resolve("none.yaml").toString(), "--json"))
                .isEqualTo(2);
        assertThat(new Yaml().<Map<String, Object>>load(terminal.out()))
                .containsOnlyKeys("error")
                .hasEntrySatisfying(
                        "error",
                        error -> assertThat(error.toString())
                                .startsWith("No such rules file: ")
                                .contains("none.yaml"));
        assertThat(terminal.err()).contains("No such rules file: ");

        assertThat(terminal.run("check", "--json", "--clas", "x")).isEqualTo(2);
        assertThat(new Yaml().<Map<String, Object>>load(terminal.out())).containsOnlyKeys("error");
    }

    @Test
    void whatIsNotSetOnABuildMachineMayBePassedOver() throws Exception {
        String file = terminal.rules("""
                namespace: ${SHOP_NAMESPACE_NOT_SET}
                redis: {address: "${SHOP_REDIS_THAT_IS_NOT_SET}", password: "${file:not-there}"}
                rules:
                  - method: com.shop.PayService.pay
                    key: ${SHOP_KEY_THAT_IS_NOT_SET}:{order}
                    wait: ${SHOP_WAIT_THAT_IS_NOT_SET:5s}
                """);
        String[] check = {"check", file, "-c", classes.toString(), "--ignore-unset"};

        assertThat(terminal.run(check)).as(terminal.out()).isZero();
        assertThat(terminal.out())
                .contains(
                        file
                                + ":1:12: note: namespace: the environment variable 'SHOP_NAMESPACE_NOT_SET' is not"
                                + " set; set it, or give a default as in ${SHOP_NAMESPACE_NOT_SET:...} (not judged)",
                        file + ":2:19: note: redis: address: the environment variable 'SHOP_REDIS_THAT_",
                        file + ":2:62: note: redis: password: the secret file 'not-there' cannot be read: ",
                        file + ":5:10: note: rule 'PayService.pay': key: the environment variable")
                .endsWith(", no mistakes" + System.lineSeparator());
        check[check.length - 1] = "--strict";
        assertThat(terminal.run(check)).as("by default they are mistakes").isEqualTo(1);

        Files.writeString(Path.of(file), Files.readString(Path.of(file)).replace("wait:", "weit:"));
        assertThat(terminal.run("check", file, "--json", "--ignore-unset")).isEqualTo(1);
        Map<String, Object> json = new Yaml().load(terminal.out());
        assertThat((List<?>) json.get("unset")).hasSize(4);
        assertThat((List<?>) json.get("problems")).hasSize(1);
    }
}
