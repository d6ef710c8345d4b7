package io.lockgraft.benchmarks.scenario;

import static io.lockgraft.benchmarks.report.Column.figure;

import io.lockgraft.benchmarks.harness.Jvm;
import io.lockgraft.benchmarks.report.Column;
import io.lockgraft.benchmarks.start.Agents;
import io.lockgraft.benchmarks.start.Hello;
import io.lockgraft.benchmarks.start.Starts;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The start to {@code main} with more and more rules. */
public final class GrowthOfRules implements Scenario {
    private static final List<Integer> RULES = List.of(50, 1, 500, 5_000);

    /** The name of a cell of the results. */
    public static String cell(int rules) {
        return "rules: " + rules;
    }

    @Override
    public String name() {
        return "growth-rules";
    }

    @Override
    public String title() {
        return "Growth with rules: the start to main";
    }

    @Override
    public String text() {
        return """
                From the start of a JVM to the first line that its `main` prints. The rules name exact methods of classes that are not
                there; the empty agent does nothing. The class path is two folders. Where it has jars, Lockgraft opens those that it has to
                look into for a class that a rule names, so that a misspelt method is found before `main`; they stay open, and the
                application opens them for nothing then. Byteman and AspectJ have the same classes and methods in the forms that
                ["Start of a Spring Boot application"](#start-of-a-spring-boot-application) tells of. Byteman looks for none of them; AspectJ looks for each on
                the class path when it makes the loader's weaver, though it weaves nothing here. OpenTelemetry has its own rules and exports nothing.""";
    }

    @Override
    public List<Column> columns() {
        return List.of(figure("ms", "millis", "%,.0f"), new Column("x empty agent", "millis", "empty agent", "%.2f"));
    }

    @Override
    public Column chart() {
        return columns().get(0);
    }

    @Override
    public void run(Bench bench) throws Exception {
        Path folder = Files.createDirectories(bench.work().resolve(name()));
        Agents agents = Agents.elsewhere(folder);
        for (int rules : bench.some(RULES)) {
            new Starts(name(), bench, folder.resolve("errors"))
                    .add("no agent", agents.none())
                    .add("empty agent", agents.empty())
                    .add("lockgraft", agents.lockgraft(rules))
                    .others(agents, rules)
                    .run(
                            cell(rules),
                            "millis",
                            List.of(
                                    "-cp",
                                    Jvm.classPathOf(List.of()) + File.pathSeparator + agents.aspectJFolder(rules)),
                            Hello.class.getName(),
                            List.of(),
                            (nanos, line) -> nanos / 1e6);
        }
    }
}
