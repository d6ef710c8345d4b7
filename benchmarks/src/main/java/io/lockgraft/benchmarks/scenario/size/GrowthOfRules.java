package io.lockgraft.benchmarks.scenario.size;

import static io.lockgraft.benchmarks.report.Column.figure;

import io.lockgraft.benchmarks.harness.Jvm;
import io.lockgraft.benchmarks.report.Answer;
import io.lockgraft.benchmarks.report.Column;
import io.lockgraft.benchmarks.scenario.Bench;
import io.lockgraft.benchmarks.scenario.Scenario;
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
    public Answer answer() {
        return Answer.less("How soon does `main` begin, 50 rules? (ms)", cell(50), chart())
                .against("no agent");
    }

    @Override
    public List<Column> columns() {
        return List.of(figure("ms", "millis", "%,.0f"), new Column("x empty agent", "millis", "empty agent", "%.2f"));
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
