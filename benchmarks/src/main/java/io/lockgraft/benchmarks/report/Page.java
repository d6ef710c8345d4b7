package io.lockgraft.benchmarks.report;

import io.lockgraft.benchmarks.contender.Kind;
import io.lockgraft.benchmarks.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Writes docs/BENCHMARKS.md and its charts from the results that there are. */
public final class Page {
    /** "rules: 50", "50 rules". */
    private static final Pattern NUMBERED = Pattern.compile("[a-zA-Z: ]*(\\d+)[a-z ]*");

    private final Path docs;
    private final Results results;
    private final Runs runs;

    public Page(Path docs, Results results, Runs runs) {
        this.docs = docs;
        this.results = results;
        this.runs = runs;
    }

    public void write(List<Scenario> scenarios) throws IOException {
        StringBuilder page = new StringBuilder(text("introduction.md"));
        page.append("\nMachine: ").append(String.join("; ", runs.machines())).append(".\n");
        page.append("\nVersions: ").append(Versions.text()).append(".\n");
        Promises promises = new Promises(results);
        page.append('\n').append(promises.table());
        Path file = docs.resolve("BENCHMARKS.md");
        String earlier = Files.exists(file) ? Files.readString(file) : "";
        for (Scenario scenario : scenarios) {
            if (scenario.hasSection() && results.has(scenario.name())) {
                section(scenario, page);
            } else if (scenario.hasSection()) {
                page.append(section(earlier, scenario.title()));
            }
        }
        page.append('\n').append(new Closing(scenarios, promises, runs, this::table).filled());
        Files.writeString(file, page.toString().stripTrailing() + "\n");
    }

    /** That of a page, as it is; empty where there is none. */
    private static String section(String page, String title) {
        int from = page.indexOf("\n## " + title + '\n');
        int to = page.indexOf("\n## ", from + 1);
        return from < 0 ? "" : page.substring(from, to < 0 ? page.length() : to);
    }

    static String text(String file) throws IOException {
        try (var text = Page.class.getResourceAsStream(file)) {
            return new String(text.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        }
    }

    private void section(Scenario scenario, StringBuilder page) throws IOException {
        page.append("\n## ").append(scenario.title()).append("\n\n```\nbenchmarks/run.sh ");
        page.append(scenario.name()).append("\n```\n\n").append(scenario.text()).append("\n\n");
        page.append(runs.text(scenario.name())).append('\n');
        if (scenario.chart() != null) {
            String file = "benchmarks/" + scenario.name() + ".svg";
            Files.createDirectories(docs.resolve("benchmarks"));
            Files.writeString(docs.resolve(file), chart(scenario));
            page.append("\n![")
                    .append(scenario.title())
                    .append("](")
                    .append(file)
                    .append(")\n");
        }
        for (String cell : results.cells(scenario.name())) {
            table(scenario, cell, page);
        }
    }

    private String table(Scenario scenario, String cell) {
        StringBuilder table = new StringBuilder();
        if (results.cells(scenario.name()).contains(cell)) {
            table(scenario, cell, table);
        }
        return table.toString();
    }

    private void table(Scenario scenario, String cell, StringBuilder page) {
        List<Column> columns = scenario.columns().stream()
                .filter(column -> results.contenders(scenario.name(), cell).stream()
                        .anyMatch(each -> !Double.isNaN(column.value(results, scenario.name(), cell, each))))
                .toList();
        page.append("\n| ").append(cell);
        columns.forEach(column -> page.append(" | ").append(column.title()));
        page.append(" |\n| ---").append(" | ---:".repeat(columns.size())).append(" |\n");
        for (String contender : results.contenders(scenario.name(), cell)) {
            page.append("| ").append(title(contender));
            columns.forEach(
                    column -> page.append(" | ").append(column.text(results, scenario.name(), cell, contender)));
            page.append(" |\n");
        }
    }

    private String chart(Scenario scenario) {
        List<String> cells = inOrder(results.cells(scenario.name()));
        Chart chart = new Chart(scenario.title() + ": " + scenario.chart().title(), cells);
        List<String> contenders = cells.stream()
                .flatMap(cell -> results.contenders(scenario.name(), cell).stream())
                .distinct()
                .toList();
        for (String contender : contenders) {
            chart.line(
                    title(contender),
                    cells.stream()
                            .map(cell -> scenario.chart().value(results, scenario.name(), cell, contender))
                            .toList());
        }
        return chart.svg();
    }

    /** Where each has one number, by that: some scenarios begin with the cell that counts most. */
    private static List<String> inOrder(Set<String> cells) {
        List<String> ordered = new ArrayList<>(cells);
        if (cells.stream().allMatch(cell -> NUMBERED.matcher(cell).matches())) {
            ordered.sort(Comparator.comparingInt(cell -> {
                Matcher number = NUMBERED.matcher(cell);
                return number.matches() ? Integer.parseInt(number.group(1)) : 0;
            }));
        }
        return ordered;
    }

    /** Some scenarios compare others than the lock contenders; those go by their own names. */
    private static String title(String contender) {
        return Arrays.stream(Kind.values())
                .filter(kind -> kind.word().equals(contender))
                .map(Kind::title)
                .findFirst()
                .orElse(contender);
    }
}
