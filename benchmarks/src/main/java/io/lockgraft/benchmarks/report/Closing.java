package io.lockgraft.benchmarks.report;

import io.lockgraft.benchmarks.scenario.Scenario;
import java.io.IOException;
import java.util.List;
import java.util.function.BiFunction;

/**
 * The page's end: a text with lines that stand for what was measured. {@code @figures a | b} are rows of the table of
 * wanted figures, {@code @table scenario | cell} is a table of a scenario, {@code @run scenario} says how it was run.
 */
public final class Closing {
    private static final String FIGURES = "@figures ";
    private static final String TABLE = "@table ";
    private static final String RUN = "@run ";

    private final List<Scenario> scenarios;
    private final Promises promises;
    private final Runs runs;
    private final BiFunction<Scenario, String, String> tables;

    /** @param tables the table of a cell of a scenario; empty where it was not measured */
    Closing(List<Scenario> scenarios, Promises promises, Runs runs, BiFunction<Scenario, String, String> tables) {
        this.scenarios = scenarios;
        this.promises = promises;
        this.runs = runs;
        this.tables = tables;
    }

    /** The cells of this scenario that it shows. */
    public static List<String> tables(String scenario) throws IOException {
        String start = TABLE + scenario + " | ";
        return Page.text("closing.md")
                .lines()
                .filter(line -> line.startsWith(start))
                .map(line -> line.substring(start.length()))
                .toList();
    }

    String filled() throws IOException {
        StringBuilder filled = new StringBuilder();
        for (String line : Page.text("closing.md").split("\n")) {
            filled.append(filledLine(line).stripTrailing()).append('\n');
        }
        return filled.toString();
    }

    private String filledLine(String line) {
        if (line.startsWith(FIGURES)) {
            return promises.table(List.of(line.substring(FIGURES.length()).split(" \\| ")));
        }
        if (line.startsWith(RUN)) {
            return runs.text(line.substring(RUN.length()));
        }
        if (line.startsWith(TABLE)) {
            int bar = line.indexOf(" | ");
            Scenario scenario = scenario(line.substring(TABLE.length(), bar));
            String table = tables.apply(scenario, line.substring(bar + " | ".length()));
            return table.isEmpty() ? "Not measured: `benchmarks/run.sh " + scenario.name() + "`." : table.strip();
        }
        return line;
    }

    private Scenario scenario(String name) {
        return scenarios.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("closing.md names no scenario: '" + name + "'"));
    }
}
