package io.lockgraft.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import com.example.boot.BootApplication;
import io.lockgraft.benchmarks.contender.Kind;
import io.lockgraft.benchmarks.harness.Form;
import io.lockgraft.benchmarks.harness.Jvm;
import io.lockgraft.benchmarks.jmh.Nothing;
import io.lockgraft.benchmarks.report.Column;
import io.lockgraft.benchmarks.report.Pages;
import io.lockgraft.benchmarks.report.Results;
import io.lockgraft.benchmarks.scenario.Bench;
import io.lockgraft.benchmarks.scenario.Contest;
import io.lockgraft.benchmarks.scenario.Scenario;
import io.lockgraft.benchmarks.scenario.size.StartBesideEarlier;
import io.lockgraft.benchmarks.scenario.size.StartUp;
import io.lockgraft.benchmarks.scenario.speed.BesideEarlier;
import io.lockgraft.benchmarks.start.Agents;
import io.lockgraft.benchmarks.start.ServiceClasses;
import java.io.BufferedReader;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The quick form: that each scenario runs, with each of its contenders. What comes out says nothing about speed. */
@Timeout(300)
final class BenchmarksIT {
    @TempDir
    private Path folder;

    static List<Scenario> scenarios() {
        return Scenarios.all();
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    @Tag("whole")
    void eachScenarioRunsWithEachOfItsContenders(Scenario scenario) throws Exception {
        if (scenario.lacking() != null) {
            System.out.println("==== SKIPPED: " + scenario.name() + ", because " + scenario.lacking());
            abort(scenario.lacking());
        }
        Results results = new Results(folder.resolve("results"));

        scenario.run(new Bench(Form.QUICK, results, folder.resolve("work")));

        assertThat(results.cells(scenario.name())).isNotEmpty();
        for (String cell : results.cells(scenario.name())) {
            assertThat(results.contenders(scenario.name(), cell))
                    .as("contenders of %s, %s", scenario.name(), cell)
                    .containsAll(contenders(scenario));
        }
        for (Column column : scenario.columns()) {
            assertThat(isMeasured(column, scenario, results) || mayLack(column))
                    .as("anybody of %s has: %s", scenario.name(), column.title())
                    .isTrue();
        }
        assertThat(results.cells(scenario.name()))
                .as("what pages show of %s", scenario.name())
                .containsAll(Pages.cells(scenario.name(), Scenarios.all()));
    }

    /** Who must be in each of its tables. */
    private static Collection<String> contenders(Scenario scenario) {
        if (scenario instanceof Contest contest) {
            return words(contest.contenders());
        }
        return switch (scenario.name()) {
            case "agent-alone" -> Nothing.all();
            case "one-call", "footprint" -> words(Kind.all());
            case "server-limits" -> List.of("redis-server");
            case "growth-rules", "growth-classes", "start-up" ->
                List.of("no agent", "lockgraft", "Byteman", "AspectJ weaver", "OpenTelemetry");
            case "class-archive" ->
                List.of(
                        "no agent",
                        "no agent, the application's archive",
                        "lockgraft",
                        "Lockgraft, the application's archive",
                        "Lockgraft, an archive of both");
            default -> List.of("lockgraft");
        };
    }

    private static List<String> words(Collection<Kind> kinds) {
        return kinds.stream().map(Kind::word).toList();
    }

    private static boolean isMeasured(Column column, Scenario scenario, Results results) {
        return results.cells(scenario.name()).stream()
                .anyMatch(cell -> results.contenders(scenario.name(), cell).stream()
                        .anyMatch(each -> !Double.isNaN(column.value(results, scenario.name(), cell, each))));
    }

    /** Figures of more calls than the quick form makes, and one that the flight recorder has no time for. */
    private static boolean mayLack(Column column) {
        return List.of("p99Micros", "p999Micros", "kernel").contains(column.figure());
    }

    /** The same jar is its own earlier one here. */
    @Test
    @Tag("whole")
    void anEarlierJarTakesTurnsWithThisOne() throws Exception {
        Results results = new Results(folder.resolve("results"));
        BesideEarlier scenario = new BesideEarlier();
        System.setProperty(Jvm.EARLIER, Jvm.agent().toString());
        try {
            Bench bench = new Bench(Form.QUICK, results, folder.resolve("work"));
            scenario.run(bench);
            new StartBesideEarlier(scenario.name()).run(bench);
        } finally {
            System.clearProperty(Jvm.EARLIER);
        }

        String cell = results.cells(scenario.name()).iterator().next();
        assertThat(results.contenders(scenario.name(), cell)).containsExactlyInAnyOrder("lockgraft", "earlier");
        String figures = " +[\\d,.]+ +[\\d,.]+ +\\d+\\.\\d\\d  (yes|NO)";
        assertThat(scenario.table(results))
                .containsPattern("one-call: one thread, calls/s" + figures)
                .containsPattern("start-up: ms" + figures);
    }

    /** One whose aspects are broken starts all the same, and as fast as one without rules. */
    @Test
    @Tag("whole")
    void aspectJWeavesWhatItsRulesName() throws Exception {
        Agents agents = Agents.forServices(folder);
        int rules = 5_000;
        String path = String.join(
                File.pathSeparator,
                Jvm.classPathOf(StartUp.LIBRARIES),
                ServiceClasses.jar(folder, rules).toString(),
                agents.aspectJFolder(rules).toString());
        List<String> options = new ArrayList<>(agents.aspectJ());
        options.addAll(List.of("-Dorg.aspectj.weaver.showWeaveInfo=true", "-cp", path));
        Path told = folder.resolve("told");

        Process process = Jvm.command(options, BootApplication.class.getName(), List.of())
                .redirectError(told.toFile())
                .start();
        try (BufferedReader out = process.inputReader()) {
            assertThat(out.readLine()).isEqualTo("started");
        } finally {
            Jvm.end(process);
        }

        assertThat(Files.readAllLines(told))
                .filteredOn(line -> line.contains("Join point"))
                .as("all services that the application has")
                .hasSize(BootApplication.SERVICES);
    }

    /**
     * The forks of one scenario inherit what the script gives to their parent, and must start with that. The other one
     * starts a server, where there is no library of tests.
     */
    @Test
    void theScriptRunsAScenarioWithTheAgentAndOneWithAServer() throws Exception {
        if (Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .noneMatch(each -> Files.isExecutable(Path.of(each, "bash")))) {
            System.out.println("==== SKIPPED: the script of the benchmarks, because there is no bash on the PATH");
            abort("no bash on the PATH");
        }
        Path output = folder.resolve("output");
        ProcessBuilder script = new ProcessBuilder("./benchmarks/run.sh", "agent-alone", "server-limits", "--quick")
                .directory(new File("..").getCanonicalFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        script.environment().put("LOCKGRAFT_BUILT", "yes");
        script.environment().put("JAVA_HOME", System.getProperty("java.home"));

        int code = script.start().waitFor();

        assertThat(code).as("exit code; it said %s", Files.readString(output)).isZero();
        assertThat(output).content().contains("\"contender\": \"lockgraft\"", "bytesPerKey");
    }
}
