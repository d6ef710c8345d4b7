package io.lockgraft.benchmarks.scenario.size;

import static io.lockgraft.benchmarks.report.Column.figure;

import io.lockgraft.benchmarks.report.Answer;
import io.lockgraft.benchmarks.report.Column;
import io.lockgraft.benchmarks.scenario.Bench;
import io.lockgraft.benchmarks.scenario.Scenario;
import io.lockgraft.benchmarks.start.Agents;
import io.lockgraft.benchmarks.start.LoadAll;
import io.lockgraft.benchmarks.start.ServiceClasses;
import io.lockgraft.benchmarks.start.Starts;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Loading more and more classes that no rule names. */
public final class GrowthOfClasses implements Scenario {
    private static final List<Integer> CLASSES = List.of(1_000, 5_000, 20_000);
    private static final int RULES = 50;

    /** The name of a contender of the results. */
    public static final String PASSING = "transformer that does nothing";

    /** The name of a cell of the results. */
    public static String cell(int classes) {
        return "classes: " + classes;
    }

    @Override
    public String name() {
        return "growth-classes";
    }

    @Override
    public String title() {
        return "Growth with classes: one that no rule names";
    }

    @Override
    public Answer answer() {
        return Answer.less("How long does a class load that no rule names? (us)", cell(20_000), chart())
                .against("no agent");
    }

    @Override
    public List<Column> columns() {
        return List.of(
                figure("us/class", "micros", "%,.2f"),
                new Column("x empty agent", "micros", "empty agent", "%.2f"),
                new Column("x transformer", "micros", PASSING, "%.2f"));
    }

    @Override
    public void run(Bench bench) throws Exception {
        Path folder = Files.createDirectories(bench.work().resolve(name()));
        Agents agents = Agents.elsewhere(folder);
        String path = System.getProperty("java.class.path");
        for (int classes : bench.some(CLASSES)) {
            Path jar = ServiceClasses.jar(folder, classes);
            new Starts(name(), bench, folder.resolve("errors"))
                    .add("no agent", agents.none())
                    .add("empty agent", agents.empty())
                    .add(PASSING, agents.passing())
                    .add("lockgraft", agents.lockgraft(RULES))
                    .add("Lockgraft, wildcards", agents.lockgraftWithPatterns(RULES))
                    .others(agents, RULES)
                    .rounds(3)
                    .run(
                            cell(classes),
                            "micros",
                            List.of("-cp", path + File.pathSeparator + agents.aspectJFolder(RULES)),
                            LoadAll.class.getName(),
                            List.of(jar.toString()),
                            (nanos, line) -> Double.parseDouble(line) / classes / 1e3);
        }
    }
}
