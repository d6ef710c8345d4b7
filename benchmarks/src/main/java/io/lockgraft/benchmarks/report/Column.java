package io.lockgraft.benchmarks.report;

import io.lockgraft.benchmarks.contender.Kind;
import java.util.List;
import java.util.Locale;

/**
 * A column of a table: the median of a figure, or of its ratio to that of another contender in the same round.
 *
 * @param rivals that a ratio compares with, by the words of the results: the best of those that were measured; none for
 *     the figure itself
 * @param lessIsBetter which of the rivals is the best
 */
public record Column(String title, String figure, List<String> rivals, boolean lessIsBetter, String format) {
    /** A ratio to one contender. */
    public Column(String title, String figure, String against, String format) {
        this(title, figure, List.of(against), false, format);
    }

    public static Column figure(String title, String figure, String format) {
        return new Column(title, figure, List.of(), false, format);
    }

    public static Column ratio(String title, String figure, Kind against, String format) {
        return new Column(title, figure, against.word(), format);
    }

    public double value(Results results, String scenario, String cell, String contender) {
        if (rivals.isEmpty()) {
            return results.median(scenario, cell, contender, figure);
        }
        String best = results.best(scenario, cell, rivals, figure, lessIsBetter);
        return best == null ? Double.NaN : results.ratio(scenario, cell, contender, best, figure);
    }

    /** As the table has it; a dash where there is nothing. */
    String text(Results results, String scenario, String cell, String contender) {
        double value = value(results, scenario, cell, contender);
        return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, format, value);
    }
}
