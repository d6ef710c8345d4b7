package io.lockgraft.start;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.start.Forks.End;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.LogLines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Where the agent's log goes, in JVMs of their own. */
class LogIT {
    private static final String STARTED = "INFO Lockgraft ";
    private static final String FIRST = "[lockgraft] INFO rule 'first' locks First.run(java.lang.String)";
    private static final String SECOND = "[lockgraft] INFO rule 'second' locks Second.run(java.lang.String)";
    private static final String THIRD = "[lockgraft] INFO rule 'third' locks Third.run(java.lang.String)";

    @TempDir
    private Path folder;

    private Path rules;

    @BeforeEach
    void anApplicationThatMovesItsLogsAway() throws IOException {
        for (String each : List.of("First", "Second", "Third")) {
            Forks.compile(folder, each, "class " + each + " { static void run(String key) {} }");
        }
        Forks.compile(folder, "Moving", """
                import java.io.File;
                import java.nio.file.Files;

                public class Moving {
                    public static void main(String[] arguments) throws Exception {
                        File log = new File(arguments[0]);
                        First.run("1");
                        await(log, "'first'");
                        log.renameTo(new File(arguments[0] + ".1"));
                        Second.run("2");
                        await(log, "'second'");
                        log.delete();
                        Third.run("3");
                        await(log, "'third'");
                    }

                    private static void await(File log, String text) throws Exception {
                        while (!log.exists() || !new String(Files.readAllBytes(log.toPath()), "UTF-8").contains(text)) {
                            Thread.sleep(10);
                        }
                    }
                }
                """);
        Forks.compile(folder, "Calling", """
                public class Calling {
                    public static void main(String[] arguments) {
                        First.run("1");
                        Second.run("2");
                        Third.run("3");
                        System.out.println("called");
                    }
                }
                """);
        rules = folder.resolve("rules.yaml");
        write("");
    }

    private void write(String log) throws IOException {
        Files.writeString(rules, "memory: {}\n" + log + """
                defaults: {wait: 1s}
                rules:
                - {name: first, method: First.run, key: '{p0}'}
                - {name: second, method: Second.run, key: '{p0}'}
                - {name: third, method: Third.run, key: '{p0}'}
                """);
    }

    static List<Path> jdks() {
        return Forks.jdks();
    }

    @ParameterizedTest
    @MethodSource("jdks")
    @FailsWithout("`AppendedFile#isInPlace` sees that the file is another one, or gone")
    void aFileHasAllLinesAndIsMadeAnewWhenOthersHaveMovedIt(Path jdk) throws IOException {
        Path log = folder.resolve("logs/of the shop/lockgraft.log");
        write("log: {to: '" + log + "'}\n");

        End end = java(jdk, "Moving", log.toString());

        assertThat(end.code()).as(end.output()).isZero();
        assertThat(end.output()).as("stderr").doesNotContain("[lockgraft]");
        List<String> moved = lines(log.resolveSibling("lockgraft.log.1"));
        assertThat(moved).hasSize(2);
        assertThat(moved.get(0)).contains(STARTED);
        assertThat(moved.get(1)).isEqualTo(FIRST);
        assertThat(lines(log)).containsExactly(THIRD);
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void aFileIsAppendedToAndGetsTheLastLinesOfAJvmThatEndsAtOnce(Path jdk) throws IOException {
        Path log = Files.writeString(folder.resolve("lockgraft.log"), "of the run before\n");

        End end = java(jdk, "-Dlockgraft.log.to=" + log, "Calling");

        assertThat(end.output()).contains("called").doesNotContain("[lockgraft]");
        assertThat(lines(log))
                .startsWith("of the run before")
                .contains(FIRST, SECOND, THIRD)
                .hasSize(5);
    }

    @ParameterizedTest
    @MethodSource("jdks")
    @FailsWithout("`LogFile#write` falls back to stderr")
    void aFileThatCannotBeWrittenIsToldOnceAndStderrTakesItsPlace(Path jdk) throws IOException {
        Path below = rules.resolve("lockgraft.log");
        for (Path log : List.of(below, Path.of("/dev/full"))) {
            End end = java(jdk, "-Dlockgraft.log.to=" + log, "Calling");

            assertThat(end.code()).isZero();
            assertThat(end.output())
                    .containsOnlyOnce(
                            "WARN the log cannot be written to " + log + ": its lines go to stderr until it can: ")
                    .contains(STARTED, FIRST, SECOND, THIRD, "called");
        }
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void aLineOfJsonHasTimeLevelThreadRuleAndText(Path jdk) throws IOException {
        write("log: {format: json}\n");

        End end = java(jdk, "Calling");

        assertThat(end.written().lines())
                .filteredOn(line -> line.contains("ockgraft") || line.startsWith("{"))
                .hasSize(4)
                .allMatch(line -> line.matches("\\{\"time\": \"[0-9T:.-]{23}Z\",\"level\": \"INFO\",\"thread\": .*}"))
                .anyMatch(line -> line.endsWith("\"level\": \"INFO\",\"thread\": \"main\",\"rule\": \"first\",\"text\":"
                        + " \"rule 'first' locks First.run(java.lang.String)\"}"));
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void anApplicationWithoutSlf4jHasItsLinesOnStderrAtTheLatestWhenItEnds(Path jdk) throws IOException {
        write("log: {to: application}\n");

        End end = java(jdk, "Calling");

        assertThat(end.code()).isZero();
        assertThat(end.output()).contains(STARTED, FIRST, SECOND, THIRD, "called");
    }

    @ParameterizedTest
    @MethodSource("jdks")
    @FailsWithout("`LogTarget#refused` writes what was kept")
    void aStartThatIsRefusedIsToldOnStderrWithTheWarningsBefore(Path jdk) throws IOException {
        Path log = folder.resolve("lockgraft.log");
        Forks.compile(folder, "Shop", "class Shop { void pay() {} }");
        write("log: {to: '" + log + "'}\n");
        Files.writeString(
                rules,
                Files.readString(rules) + "- {name: shop, method: Shop.payy, key: k}\n"
                        + "- {name: wild, method: Shop.cancel*, key: k}\n");

        End end = java(jdk, "Calling");

        assertThat(end.code()).isEqualTo(78);
        assertThat(end.output())
                .containsSubsequence("WARN " + rules, "Shop.cancel* matches nothing", "ERROR Lockgraft cannot start: ");
        assertThat(log).doesNotExist();
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void mistakesAreToldAsThoseOfOtherSettings(Path jdk) throws IOException {
        write("log: {too: stderr, format: xml}\n");
        End end = java(jdk, "Calling");
        write("log: {to: application, format: json}\n");
        End both = java(jdk, "Calling");

        assertThat(end.code()).isEqualTo(78);
        assertThat(end.output())
                .contains("rules.yaml:2:7: log: unknown setting 'too'; did you mean 'to'?")
                .contains("rules.yaml:2:28: log: format: unknown 'xml'; it is text or json");
        assertThat(both.output()).contains("rules.yaml:2:6: log: the application's own log has a form of its own");
    }

    private static List<String> lines(Path log) throws IOException {
        return Files.readAllLines(log).stream().map(LogLines::plain).toList();
    }

    private End java(Path jdk, String... arguments) {
        List<String> all = new ArrayList<>(List.of("-javaagent:" + Forks.JAR + "=" + rules, "-cp", folder.toString()));
        all.addAll(List.of(arguments));
        return Forks.java(jdk, all.toArray(new String[0]));
    }
}
