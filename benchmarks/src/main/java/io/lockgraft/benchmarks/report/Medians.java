package io.lockgraft.benchmarks.report;

import java.util.Collection;

/** The middle one of some values. */
public final class Medians {
    private Medians() {}

    /** Of an even number the mean of the two in the middle; NaN of none. */
    public static double of(Collection<Double> values) {
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        int half = sorted.length / 2;
        if (sorted.length == 0) {
            return Double.NaN;
        }
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }
}
