package io.lockgraft.benchmarks.scenario;

import io.lockgraft.benchmarks.harness.Form;
import io.lockgraft.benchmarks.harness.Lab;
import io.lockgraft.benchmarks.harness.Rounds;
import io.lockgraft.benchmarks.report.Results;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * What a scenario runs with.
 *
 * @param work a folder for what it leaves behind
 */
public record Bench(Form form, Results results, Path work) {
    public Lab lab(String scenario) throws IOException {
        return new Lab(work.resolve(scenario));
    }

    /** All of them, or in the quick form the first. */
    public <T> List<T> some(List<T> all) {
        return form.isQuick() ? all.subList(0, 1) : all;
    }

    public Rounds rounds() {
        return new Rounds(form, results);
    }
}
