package io.lockgraft.manage.meter;

import java.util.concurrent.TimeUnit;

/** How long something took, many times: a {@link Histogram} as it was at one moment, or between two. Immutable. */
public final class Distribution {
    private static final double MEDIAN = 0.5;
    private static final double NEARLY_ALL = 0.99;
    private static final double SECOND = TimeUnit.SECONDS.toNanos(1);

    private final long[] counts;
    private final long count;

    Distribution(long[] counts) {
        long all = 0;
        for (long each : counts) {
            all += each;
        }
        this.counts = counts;
        this.count = all;
    }

    /** How many there are. */
    public long count() {
        return count;
    }

    /** All lengths together, about: each counts as the middle of its bucket, at most a seventh off from 10 us on. */
    public double sumSeconds() {
        double nanos = 0;
        for (int i = 0; i < counts.length; i++) {
            nanos += counts[i] * Buckets.middle(i);
        }
        return nanos / SECOND;
    }

    /** How many were no longer than this, which is one of {@link #bounds}. */
    public long upTo(double seconds) {
        long bound = Math.round(seconds * SECOND);
        long all = 0;
        for (int i = 0; i < counts.length && Buckets.bound(i) <= bound; i++) {
            all += counts[i];
        }
        return all;
    }

    /**
     * The length that this part of all did not exceed, in seconds: 0.5 for the median. It is the bound of a bucket, and
     * so up to 28 percent too long; NaN where there are none, and infinite beyond the last bound.
     */
    double quantile(double part) {
        long rank = (long) Math.ceil(part * count);
        long seen = 0;
        for (int i = 0; i < counts.length; i++) {
            seen += counts[i];
            if (seen >= rank && seen > 0) {
                return seconds(i);
            }
        }
        return Double.NaN;
    }

    /** The median; as {@link #quantile}. */
    public double p50() {
        return quantile(MEDIAN);
    }

    /** What 99 of 100 did not exceed. */
    public double p99() {
        return quantile(NEARLY_ALL);
    }

    /** The bounds of the buckets, in seconds; the last one is infinite. */
    public double[] bounds() {
        double[] all = new double[counts.length];
        for (int i = 0; i < all.length; i++) {
            all[i] = seconds(i);
        }
        return all;
    }

    private static double seconds(int bucket) {
        long bound = Buckets.bound(bucket);
        return bound == Long.MAX_VALUE ? Double.POSITIVE_INFINITY : bound / SECOND;
    }

    /** How many are in each bucket, in the order of {@link #bounds}. */
    public long[] counts() {
        return counts.clone();
    }

    /** What has come since the other one was taken. */
    public Distribution since(Distribution before) {
        long[] more = new long[counts.length];
        for (int i = 0; i < more.length; i++) {
            more[i] = Math.max(0, counts[i] - before.counts[i]);
        }
        return new Distribution(more);
    }

    Distribution and(Distribution other) {
        long[] all = new long[counts.length];
        for (int i = 0; i < all.length; i++) {
            all[i] = counts[i] + other.counts[i];
        }
        return new Distribution(all);
    }
}
