package io.lockgraft.benchmarks.report;

import io.lockgraft.benchmarks.scenario.Scenario;
import io.lockgraft.benchmarks.scenario.speed.OnStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * The text of a page, with lines that stand for what was measured:
 *
 * <ul>
 *   <li>{@code @title}, {@code @chart}, {@code @run}: those of the page's scenario
 *   <li>{@code @overview}: the figure of its chart as one table; {@code @tables}: all its tables
 *   <li>{@code @table scenario | cell}: one table; {@code @goals a | b}: rows of the table of goals, {@code @goals} all
 *   <li>{@code @answers}: a row for each scenario; {@code @stores}: a row for each that is of one store
 *   <li>{@code @machines}, {@code @versions}, {@code @forms}
 * </ul>
 */
final class Template {
    private static final String TABLE = "@table ";
    private static final String BAR = " | ";

    private final List<Scenario> scenarios;
    private final Tables tables;
    private final Goals goals;
    private final Runs runs;
    private final List<String> versions;

    Template(List<Scenario> scenarios, Tables tables, Goals goals, Runs runs, List<String> versions) {
        this.scenarios = scenarios;
        this.tables = tables;
        this.goals = goals;
        this.runs = runs;
        this.versions = versions;
    }

    /** The cells of a scenario that a page shows by their names. */
    static List<String> cells(String page, String scenario) throws IOException {
        String start = TABLE + scenario + BAR;
        return text(page)
                .lines()
                .filter(line -> line.startsWith(start))
                .map(line -> line.substring(start.length()))
                .toList();
    }

    /** @param scenario that the page is of; null for a page of all */
    String filled(String page, Scenario scenario) throws IOException {
        return text(page)
                .lines()
                .map(line -> line.startsWith("@") ? measured(line, scenario).strip() : line)
                .collect(Collectors.joining("\n", "", "\n"))
                .replaceAll("\n{3,}", "\n\n");
    }

    private String measured(String line, Scenario scenario) {
        int space = line.indexOf(' ');
        String named = space < 0 ? "" : line.substring(space + 1);
        return switch (space < 0 ? line : line.substring(0, space)) {
            case "@title" -> "# " + scenario.title();
            case "@chart" -> tables.all(scenario).isEmpty() ? "" : image(scenario);
            case "@run" -> runs.text(scenario.name());
            case "@overview" -> orNone(tables.overview(scenario), scenario);
            case "@tables" -> orNone(tables.all(scenario), scenario);
            case "@table" -> {
                int bar = named.indexOf(BAR);
                Scenario other = scenario(named.substring(0, bar));
                yield orNone(tables.of(other, named.substring(bar + BAR.length())), other);
            }
            case "@goals" -> named.isEmpty() ? goals.table() : goals.table(List.of(named.split(" \\| ")));
            case "@answers" -> answers();
            case "@stores" -> stores();
            case "@machines" -> list(runs.machines());
            case "@versions" -> list(versions);
            case "@forms" -> Forms.table();
            default -> throw new IllegalArgumentException("no page can have a line '" + line + "'");
        };
    }

    private String answers() {
        String rows = scenarios.stream()
                .filter(each -> each.answer() != null)
                .map(each -> each.answer().row(each, tables))
                .collect(Collectors.joining());
        return "| question | Lockgraft | best by hand | ratio | page |\n| --- | ---: | ---: | ---: | --- |\n" + rows;
    }

    private String stores() {
        return Tables.head("locks in", List.of("one call", "one key, 4 x 8"))
                + scenarios.stream()
                        .filter(OnStore.class::isInstance)
                        .map(OnStore.class::cast)
                        .map(this::row)
                        .collect(Collectors.joining());
    }

    private String row(OnStore scenario) {
        String name = scenario.name();
        return Tables.row(
                "[" + scenario.store().title() + "](benchmarks/" + name + ".md)",
                List.of(
                        scenario.oneCall().ratioText(name, tables.results()),
                        scenario.hotKey().ratioText(name, tables.results())));
    }

    private static String list(Collection<String> items) {
        return items.stream().map(item -> "- " + item).collect(Collectors.joining("\n"));
    }

    private static String image(Scenario scenario) {
        return "![" + scenario.title() + "](" + scenario.name() + ".svg)";
    }

    private static String orNone(String table, Scenario scenario) {
        return table.isEmpty() ? "Not measured: `benchmarks/run.sh " + scenario.name() + "`." : table;
    }

    private Scenario scenario(String name) {
        return scenarios.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("a page names no scenario: '" + name + "'"));
    }

    private static String text(String page) throws IOException {
        try (var text = Objects.requireNonNull(Template.class.getResourceAsStream(page + ".md"), page)) {
            return new String(text.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
