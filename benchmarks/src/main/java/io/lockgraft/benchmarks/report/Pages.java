package io.lockgraft.benchmarks.report;

import io.lockgraft.benchmarks.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes docs/BENCHMARKS.md, docs/benchmarks/METHOD.md and a page for each scenario with its chart, from the results
 * that there are.
 */
public final class Pages {
    private static final String FIRST = "BENCHMARKS";
    private static final String METHOD = "METHOD";

    private final Path docs;
    private final Results results;
    private final Runs runs;
    private final List<String> versions;

    /** @param versions of what was measured, as METHOD.md tells them */
    public Pages(Path docs, Results results, Runs runs, List<String> versions) {
        this.docs = docs;
        this.results = results;
        this.runs = runs;
        this.versions = versions;
    }

    public void write(List<Scenario> scenarios) throws IOException {
        Path folder = Files.createDirectories(docs.resolve("benchmarks"));
        Tables tables = new Tables(results);
        Template template = new Template(scenarios, tables, new Goals(results), runs, versions);
        Files.writeString(docs.resolve(FIRST + ".md"), template.filled(FIRST, null));
        Files.writeString(folder.resolve(METHOD + ".md"), template.filled(METHOD, null));
        for (Scenario scenario : scenarios) {
            Files.writeString(folder.resolve(scenario.name() + ".md"), template.filled(scenario.page(), scenario));
            if (scenario.chart() != null && results.has(scenario.name())) {
                Files.writeString(folder.resolve(scenario.name() + ".svg"), tables.chart(scenario));
            }
        }
    }

    /** The cells of a scenario that some page shows by their names. */
    public static List<String> cells(String scenario, List<Scenario> pages) throws IOException {
        List<String> cells = new ArrayList<>();
        for (Scenario page : pages) {
            cells.addAll(Template.cells(page.page(), scenario));
        }
        return cells;
    }
}
