package io.lockgraft.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.Yaml;

class MainTest {
    private static final String RULES = """
            namespace: shop
            redis: {address: "redis://127.0.0.1:6379"}
            rules:
              - name: pay-order
                method: com.shop.PayService.payOrder(PayDto)
                key: PAY:{dto.orderNo}
              - name: stock
                method: com.shop.PayService.stock
                key: STOCK:{article}
            """;

    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void withoutArgumentsTheHelpIsANewcomersFirstPage() {
        int exit = run();

        assertThat(exit).isZero();
        assertThat(out.toString())
                .contains(
                        "java -javaagent:lockgraft.jar=rules.yaml -jar your-application.jar",
                        "key: PAY:{dto.orderNo}",
                        "java -jar lockgraft.jar check rules.yaml --classpath app.jar:classes:lib/*",
                        "check",
                        "LOCKGRAFT_RULES",
                        "exit code 78",
                        "docs/RULES.md",
                        "TROUBLESHOOTING.md")
                .doesNotContain("\u001b[");
        assertThat(out.toString().lines()).allMatch(line -> line.length() <= 120);
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void helpIsTheSamePage() {
        run("--help");
        String asked = out.toString();
        out.getBuffer().setLength(0);

        assertThat(run()).isZero();
        assertThat(asked).isEqualTo(out.toString());
    }

    @Test
    void theVersionIsOneLineWithTheJavaThatRunsIt() {
        assertThat(run("--version")).isZero();
        assertThat(out.toString()).matches("Lockgraft \\S+ \\(Java [^()]+\\)\\R");
    }

    @Test
    void theHelpOfCheckTellsTheExitCodes() {
        assertThat(run("check", "--help")).isZero();
        assertThat(out.toString())
                .contains("(${NAME})", "Exit codes: 0 no mistakes, 1 mistakes, 2 wrong use", "--json", "lib/*");
    }

    @Test
    void anUnknownCommandIsWrongUse() {
        assertThat(run("chek", "rules.yaml")).isEqualTo(2);
        assertThat(err.toString())
                .contains(
                        "chek", "Did you mean: java -jar lockgraft.jar check?", "Try: java -jar lockgraft.jar --help");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void checkWithoutAFileIsWrongUse() {
        assertThat(run("check")).isEqualTo(2);
        assertThat(err.toString())
                .isEqualToNormalizingNewlines(
                        "Missing required parameter: 'RULES'\nTry: java -jar lockgraft.jar check --help\n");
    }

    @Test
    void aFileThatIsNotThereIsWrongUse() {
        assertThat(run("check", "gone.yaml")).isEqualTo(2);
        assertThat(err.toString()).startsWith("No such rules file: gone.yaml");
    }

    @Test
    void aClassPathThatIsNotThereIsWrongUse() throws IOException {
        assertThat(run("check", rules(RULES), "--classpath", "gone.jar")).isEqualTo(2);
        assertThat(err.toString()).startsWith("--classpath: no such file or folder: gone.jar");
    }

    @Test
    void aCleanFileIsOneLine() throws IOException {
        String file = rules(RULES);

        assertThat(run("check", file)).isZero();
        assertThat(out.toString()).isEqualToNormalizingNewlines(file + ": 2 rules, no mistakes\n");
    }

    @Test
    void allMistakesOfAFileAreToldWithTheirPlaces() throws IOException {
        String file = rules(RULES.replace("key: PAY", "kee: PAY").replace("namespace", "namspace"));

        assertThat(run("check", file)).isEqualTo(1);
        assertThat(out.toString().lines().toList())
                .hasSizeGreaterThanOrEqualTo(3)
                .anyMatch(line -> line.startsWith(file + ":1:1: ") && line.contains("namspace"))
                .anyMatch(line -> line.startsWith(file + ":6:5: ") && line.contains("kee"))
                .last()
                .asString()
                .startsWith(file + ": ")
                .endsWith(" mistakes");
    }

    @Test
    void jsonOfAFileAloneHasNoRules() throws IOException {
        String file = rules("rules: 7\n");

        assertThat(run("check", file, "--json")).isEqualTo(1);
        assertThat(new Yaml().<Map<String, Object>>load(out.toString()))
                .containsOnlyKeys("file", "mistakes", "problems");
    }

    private String rules(String text) throws IOException {
        return Files.writeString(folder.resolve("rules.yaml"), text).toString();
    }

    private int run(String... args) {
        return Main.run(args, new PrintWriter(out, true), new PrintWriter(err, true));
    }
}
