package io.lockgraft.benchmarks.report;

import io.lockgraft.benchmarks.contender.Kind;
import io.lockgraft.benchmarks.scenario.Scenario;
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
        return against(List.of(others));
    }

    public Answer against(List<String> others) {
        return new Answer(question, cell, contender, column, others, lessIsBetter);
    }

    public Answer of(String its) {
        return new Answer(question, cell, its, column, rivals, lessIsBetter);
    }

    /** What Lockgraft's figure is to the best of the rivals'; NaN where either was not measured. */
    public double ratio(String scenario, Results results) {
        String best = best(scenario, results);
        return best == null ? Double.NaN : results.ratio(scenario, cell, contender, best, column.figure());
    }

    private String best(String scenario, Results results) {
        return results.best(scenario, cell, rivals, column.figure(), lessIsBetter);
    }

    /** The ratio as a table has it. */
    String ratioText(String scenario, Results results) {
        double ratio = ratio(scenario, results);
        return Double.isNaN(ratio) ? "-" : String.format(Locale.ROOT, ratio < 10 ? "%.2f x" : "%,.0f x", ratio);
    }

    String row(Scenario scenario, Tables tables) {
        Results results = tables.results();
        String name = scenario.name();
        String best = best(name, results);
        return Tables.row(
                question,
                List.of(
                        column.text(results, name, cell, contender),
                        best == null ? "-" : column.text(results, name, cell, best),
                        ratioText(name, results),
                        "[" + name + "](benchmarks/" + name + ".md)"));
    }
}
