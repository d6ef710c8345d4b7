package io.lockgraft.benchmarks.report;

import io.lockgraft.benchmarks.contender.Kind;
import io.lockgraft.benchmarks.scenario.Scenario;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Results as tables and charts. All are empty where nothing was measured. */
final class Tables {
    /** "rules: 50", "50 rules". */
    private static final Pattern NUMBERED = Pattern.compile("[a-zA-Z: ]*(\\d+)[a-z ]*");

    private final Results results;

    Tables(Results results) {
        this.results = results;
    }

    Results results() {
        return results;
    }

    /** One table for each cell of a scenario. */
    String all(Scenario scenario) {
        return results.cells(scenario.name()).stream()
                .map(cell -> of(scenario, cell))
                .collect(Collectors.joining("\n"));
    }

    /** A line for each contender of a cell. Columns in which no contender has a figure are left out. */
    String of(Scenario scenario, String cell) {
        Collection<String> contenders = results.contenders(scenario.name(), cell);
        List<Column> columns = scenario.columns().stream()
                .filter(column -> contenders.stream()
                        .anyMatch(each -> !Double.isNaN(column.value(results, scenario.name(), cell, each))))
                .toList();
        if (contenders.isEmpty()) {
            return "";
        }
        return head(cell, columns.stream().map(Column::title).toList())
                + contenders.stream()
                        .map(contender -> row(
                                title(contender),
                                columns.stream()
                                        .map(column -> column.text(results, scenario.name(), cell, contender))
                                        .toList()))
                        .collect(Collectors.joining());
    }

    /** The figure of the chart: a line for each cell, a column for each contender. */
    String overview(Scenario scenario) {
        List<String> contenders = contenders(scenario);
        if (contenders.isEmpty()) {
            return "";
        }
        return head(
                        scenario.chart().title(),
                        contenders.stream().map(Tables::title).toList())
                + cells(scenario).stream()
                        .map(cell -> row(
                                cell,
                                contenders.stream()
                                        .map(each -> scenario.chart().text(results, scenario.name(), cell, each))
                                        .toList()))
                        .collect(Collectors.joining());
    }

    String chart(Scenario scenario) {
        List<String> cells = cells(scenario);
        Chart chart = new Chart(scenario.title() + ": " + scenario.chart().title(), cells);
        for (String contender : contenders(scenario)) {
            chart.line(
                    title(contender),
                    cells.stream()
                            .map(cell -> scenario.chart().value(results, scenario.name(), cell, contender))
                            .toList());
        }
        return chart.svg();
    }

    static String head(String corner, List<String> titles) {
        return row(corner, titles) + "| ---" + " | ---:".repeat(titles.size()) + " |\n";
    }

    static String row(String first, List<String> others) {
        return "| " + first + others.stream().map(each -> " | " + each).collect(Collectors.joining()) + " |\n";
    }

    private List<String> contenders(Scenario scenario) {
        return cells(scenario).stream()
                .flatMap(cell -> results.contenders(scenario.name(), cell).stream())
                .distinct()
                .toList();
    }

    /** Where each has one number, by that: some scenarios begin with the cell that counts most. */
    private List<String> cells(Scenario scenario) {
        List<String> ordered = new ArrayList<>(results.cells(scenario.name()));
        if (ordered.stream().allMatch(cell -> NUMBERED.matcher(cell).matches())) {
            ordered.sort(Comparator.comparingInt(cell -> {
                Matcher number = NUMBERED.matcher(cell);
                return number.matches() ? Integer.parseInt(number.group(1)) : 0;
            }));
        }
        return ordered;
    }

    /** Contenders that are no locks go by their own names. */
    private static String title(String contender) {
        return Arrays.stream(Kind.values())
                .filter(kind -> kind.word().equals(contender))
                .map(Kind::title)
                .findFirst()
                .orElse(contender);
    }
}
