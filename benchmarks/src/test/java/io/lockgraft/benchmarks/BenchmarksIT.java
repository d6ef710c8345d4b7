package io.lockgraft.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.benchmarks.harness.Form;
import io.lockgraft.benchmarks.report.Results;
import io.lockgraft.benchmarks.scenario.Bench;
import io.lockgraft.benchmarks.scenario.Scenario;
import io.lockgraft.benchmarks.scenario.Scenarios;
import java.nio.file.Path;
import java.util.List;
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
    void eachScenarioRunsWithEachOfItsContenders(Scenario scenario) throws Exception {
        Results results = new Results(folder.resolve("results"));

        scenario.run(new Bench(Form.QUICK, results, folder.resolve("work")));

        assertThat(results.cells(scenario.name())).isNotEmpty();
        for (String cell : results.cells(scenario.name())) {
            assertThat(results.contenders(scenario.name(), cell))
                    .as("contenders of %s, %s", scenario.name(), cell)
                    .containsAnyOf("lockgraft", "redis-server");
        }
    }
}
