package io.lockgraft.benchmarks.report;

import io.lockgraft.benchmarks.contender.Kind;
import java.util.Locale;

/**
 * A column of a table: the median of a figure, or of its ratio to another contender's in the same round.
 *
 * @param against the contender that a ratio compares with, by the word of the results; null for the figure itself
 */
public record Column(String title, String figure, String against, String format) {
    public static Column figure(String title, String figure, String format) {
        return new Column(title, figure, null, format);
    }

    public static Column ratio(String title, String figure, Kind against, String format) {
        return new Column(title, figure, against.word(), format);
    }

    public double value(Results results, String scenario, String cell, String contender) {
        return against == null
                ? results.median(scenario, cell, contender, figure)
                : results.ratio(scenario, cell, contender, against, figure);
    }

    /** As the table has it; a dash where there is nothing. */
    String text(Results results, String scenario, String cell, String contender) {
        double value = value(results, scenario, cell, contender);
        return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, format, value);
    }
}
