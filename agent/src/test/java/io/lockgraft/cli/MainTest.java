package io.lockgraft.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Unprintable;
import java.io.File;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.Yaml;

class MainTest {
    @TempDir
    Path folder;

    private Terminal terminal;

    @BeforeEach
    void openTerminal() {
        terminal = new Terminal(folder);
    }

    @Test
    void withoutArgumentsTheHelpIsANewcomersFirstPage() {
        int exit = terminal.run();

        assertThat(exit).isZero();
        assertThat(terminal.out())
                .contains(
                        "java -javaagent:lockgraft.jar=rules.yaml -jar your-application.jar",
                        "key: PAY:{dto.orderNo}",
                        "java -jar lockgraft.jar check rules.yaml --classpath 'app.jar:classes:lib/*'",
                        "check",
                        "LOCKGRAFT_RULES",
                        "exit code 78",
                        "docs/RULES.md",
                        "TROUBLESHOOTING.md")
                .doesNotContain("\u001b[");
        assertThat(terminal.out().lines()).allMatch(line -> line.length() <= 120);
        assertThat(terminal.err()).isEmpty();
    }

    @Test
    void helpIsTheSamePage() {
        terminal.run("--help");
        String asked = terminal.out();

        assertThat(terminal.run()).isZero();
        assertThat(asked).isEqualTo(terminal.out());
    }

    @Test
    void helpIsACommandToo() {
        terminal.run("check", "--help");
        String page = terminal.out();

        assertThat(terminal.run("help", "check")).isZero();
        assertThat(terminal.out()).isEqualTo(page);
        assertThat(terminal.run("help")).isZero();
        String asked = terminal.out();
        terminal.run();
        assertThat(asked).isEqualTo(terminal.out());
    }

    @Test
    void anArgumentTooManyIsNamed() {
        assertThat(terminal.run("check", "a.yaml", "b.yaml", "--json")).isEqualTo(2);
        assertThat(terminal.err()).startsWith("'b.yaml' is one argument too many");
        assertThat(terminal.out()).contains("'b.yaml' is one argument too many");
        assertThat(terminal.run("check", "a.yaml", "--jsn")).isEqualTo(2);
        assertThat(terminal.err()).startsWith("Unknown option: '--jsn'");
    }

    @Test
    void theVersionIsOneLineWithTheJavaThatRunsIt() {
        assertThat(terminal.run("--version")).isZero();
        assertThat(terminal.out()).matches("Lockgraft \\S+ \\(Java [^()]+\\)\\R");
    }

    @Test
    void theHelpOfCheckTellsTheExitCodes() {
        assertThat(terminal.run("check", "--help")).isZero();
        assertThat(terminal.out())
                .contains(
                        "(${NAME})",
                        "Exit codes: 0 no mistakes, 1 mistakes (with --strict also warnings), 2 wrong use",
                        "--json",
                        "lib/*");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ps", "status", "rules", "locks", "top", "events", "report"})
    void theHelpOfACommandThatAsksAJvmHasAnExampleAndTheExitCodes(String command) {
        assertThat(terminal.run(command, "--help")).isZero();
        assertThat(terminal.out())
                .contains(
                        "Example: java -jar lockgraft.jar " + command,
                        "Exit codes: 0 answered, 1 nothing to show or no such JVM, 2 wrong use",
                        "--json");
        assertThat(terminal.out().lines()).allMatch(line -> line.length() <= 120);
    }

    @ParameterizedTest
    @ValueSource(strings = {"check", "ddl", "unlock"})
    void theHelpOfACommandThatReadsARulesFileHasAnExampleAndTheExitCodes(String command) {
        assertThat(terminal.run(command, "--help")).isZero();
        assertThat(terminal.out())
                .contains("Example: java -jar lockgraft.jar " + command + " rules.yaml", "Exit codes: 0 ");
    }

    @Test
    void whatIsNoPidIsWrongUse() {
        assertThat(terminal.run("status", "4711x", "--json")).isEqualTo(2);
        assertThat(terminal.err())
                .contains("'4711x' is no PID; java -jar lockgraft.jar ps lists the JVMs that can be asked");
        Map<String, Object> json = new Yaml().load(terminal.out());
        assertThat(json).containsOnlyKeys("error");
    }

    @Test
    void locksTellsWhatIsForAJvmAndWhatForARulesFile() {
        String file = terminal.rules("memory: {}\nrules: [{method: com.shop.Pay.pay(String), key: 'PAY:{p0}'}]\n");

        assertThat(terminal.run("locks", "orders")).isEqualTo(2);
        assertThat(terminal.err())
                .contains("'orders' is neither a PID nor a rules file in /", "; java -jar lockgraft.jar ps");
        assertThat(terminal.run("locks", file, "--threads")).isEqualTo(2);
        assertThat(terminal.err()).contains("--threads is for a JVM; name its PID in place of a rules file");
        assertThat(terminal.run("locks", "4711", "--yes")).isEqualTo(2);
        assertThat(terminal.err()).contains("--yes is for a rules file; a JVM tells what it knows itself");
        assertThat(terminal.run("locks", file, "PAY:1", "--key", "PAY:2")).isEqualTo(2);
        assertThat(terminal.err()).contains("KEY and --key are the same; name one key");
    }

    @Test
    void anUnknownCommandIsWrongUse() {
        assertThat(terminal.run("chek", "rules.yaml")).isEqualTo(2);
        assertThat(terminal.err())
                .contains(
                        "'chek' is no command",
                        "Did you mean: java -jar lockgraft.jar check?",
                        "Try: java -jar lockgraft.jar --help");
        assertThat(terminal.out()).isEmpty();
    }

    @Test
    void checkWithoutAFileIsWrongUse() {
        assertThat(terminal.run("check")).isEqualTo(2);
        assertThat(terminal.err())
                .isEqualToNormalizingNewlines(
                        "Missing required parameter: 'RULES'\nTry: java -jar lockgraft.jar check --help\n");
    }

    @Test
    void aFileThatIsNotThereIsWrongUse() {
        assertThat(terminal.run("check", "gone.yaml")).isEqualTo(2);
        assertThat(terminal.err())
                .startsWith("No such rules file: " + new File("gone.yaml").getAbsolutePath()
                        + " (the working directory is " + new File("").getAbsolutePath() + ")");
    }

    @Test
    @FailsWithout("`Printable` escapes what a stranger sends, so that it forges no line and reaches no terminal")
    void whatARulesFileHoldsReachesNoTerminalAsItIs() {
        String rules = terminal.rules("""
                redis: {address: "redis://127.0.0.1"}
                rules: [{method: com.shop.Pay.pay, key: k, "l\\e[2Jease\\u202e\\u2028\\n": 1s, name: "a\\e[2J\\nb"}]
                """);

        assertThat(terminal.run("check", rules)).isEqualTo(1);
        assertThat(terminal.out().lines())
                .hasSize(3)
                .allSatisfy(line -> assertThat(Unprintable.in(line)).isEmpty());
        assertThat(terminal.out()).contains("unknown setting 'l\\u001b[2Jease\\u202e\\u2028\\n'");
    }

    @Test
    void aFolderIsNoRulesFile() {
        assertThat(terminal.run("check", folder.toString())).isEqualTo(2);
        assertThat(terminal.err()).startsWith(folder + " is a folder; name the rules file in it");
    }

    @Test
    void aDeviceIsNoRulesFile() {
        Assumptions.assumeTrue(new File("/dev/zero").exists(), "this system has no such device");
        assertThat(terminal.run("check", "/dev/zero")).isEqualTo(2);
        assertThat(terminal.err())
                .startsWith("/dev/zero is a pipe or a device, which may never end; copy it to a file");
    }

    @Test
    void aClassPathWithoutAnEntryIsWrongUse() {
        for (String empty : new String[] {"", File.pathSeparator}) {
            assertThat(terminal.run("check", terminal.rules(Terminal.RULES), "-cp", empty))
                    .isEqualTo(2);
            assertThat(terminal.err())
                    .startsWith("--classpath: it has no entry; an empty variable of the shell, or lib/* of a folder "
                            + "without jars?");
        }
    }

    @Test
    void aClassPathThatIsNotThereIsWrongUse() {
        assertThat(terminal.run("check", terminal.rules(Terminal.RULES), "--classpath", "gone.jar"))
                .isEqualTo(2);
        assertThat(terminal.err())
                .startsWith("--classpath: no such file or folder: gone.jar (the working directory is ");
    }

    @Test
    void aCleanFileIsOneLine() {
        String file = terminal.rules(Terminal.RULES);

        assertThat(terminal.run("check", file)).isZero();
        assertThat(terminal.out()).isEqualToNormalizingNewlines(file + ": 2 rules, no mistakes\n");
    }

    @Test
    void allMistakesOfAFileAreToldWithTheirPlaces() {
        String file =
                terminal.rules(Terminal.RULES.replace("key: PAY", "kee: PAY").replace("namespace", "namspace"));

        assertThat(terminal.run("check", file)).isEqualTo(1);
        assertThat(terminal.out().lines().toList())
                .hasSizeGreaterThanOrEqualTo(3)
                .anyMatch(line -> line.startsWith(file + ":1:1: ") && line.contains("namspace"))
                .anyMatch(line -> line.startsWith(file + ":6:5: ") && line.contains("kee"))
                .last()
                .asString()
                .startsWith(file + ": ")
                .endsWith(" mistakes");
    }

    @Test
    void jsonOfAFileAloneHasNoRules() {
        String file = terminal.rules("rules: 7\n");

        assertThat(terminal.run("check", file, "--json")).isEqualTo(1);
        assertThat(new Yaml().<Map<String, Object>>load(terminal.out()))
                .containsOnlyKeys("file", "mistakes", "problems", "warnings", "unset");
    }
}
