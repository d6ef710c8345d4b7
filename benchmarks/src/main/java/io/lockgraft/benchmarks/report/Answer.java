package io.lockgraft.benchmarks.report;

import io.lockgraft.benchmarks.contender.Kind;
import io.lockgraft.benchmarks.scenario.Scenario;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * The line of a scenario on the first page: one figure of Lockgraft beside the best of some rivals.
 *
 * @param cell of the scenario's results
 * @param contender that stands for Lockgraft
 * @param rivals by the words of the results; those that were not measured do not count, and there may be none
 * @param lessIsBetter which of the rivals is the best
 */
public record Answer(
        String question, String cell, String contender, Column column, List<String> rivals, boolean lessIsBetter) {
    /** How long something takes, or how much; against the locks that are written by hand. */
    public static Answer less(String question, String cell, Column column) {
        return new Answer(question, cell, Kind.LOCKGRAFT.word(), column, Kind.byHand(), true);
    }

    /** How many calls; against the locks that are written by hand. */
    public static Answer more(String question, String cell, Column column) {
        return new Answer(question, cell, Kind.LOCKGRAFT.word(), column, Kind.byHand(), false);
    }

    public Answer against(String... others) {
        return new Answer(question, cell, contender, column, List.of(others), lessIsBetter);
    }

    public Answer of(String its) {
        return new Answer(question, cell, its, column, rivals, lessIsBetter);
    }

    String row(Scenario scenario, Tables tables) {
        Results results = tables.results();
        String name = scenario.name();
        Comparator<String> byFigure = Comparator.comparingDouble(each -> column.value(results, name, cell, each));
        String best = rivals.stream()
                .filter(each -> !Double.isNaN(column.value(results, name, cell, each)))
                .min(lessIsBetter ? byFigure : byFigure.reversed())
                .orElse(null);
        double ratio = best == null ? Double.NaN : results.ratio(name, cell, contender, best, column.figure());
        return Tables.row(
                question,
                List.of(
                        column.text(results, name, cell, contender),
                        best == null ? "-" : column.text(results, name, cell, best),
                        Double.isNaN(ratio)
                                ? "-"
                                : String.format(Locale.ROOT, ratio < 10 ? "%.2f x" : "%,.0f x", ratio),
                        "[" + name + "](benchmarks/" + name + ".md)"));
    }
}
