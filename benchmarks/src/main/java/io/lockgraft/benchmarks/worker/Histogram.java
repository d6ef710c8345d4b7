package io.lockgraft.benchmarks.worker;

import java.util.ArrayList;
import java.util.List;

/**
 * Times in nanoseconds, each kept to within 1.6 %, in a few thousand counters. One thread's own until it is added up.
 */
public final class Histogram {
    private static final int STEPS = 64;
    private static final int STEP_BITS = 6;

    private final long[] counts = new long[STEPS * (Long.SIZE - STEP_BITS)];
    private long total;
    private long longest;

    public void add(long nanos) {
        counts[index(nanos)]++;
        total++;
        longest = Math.max(longest, nanos);
    }

    public void add(Histogram other) {
        for (int i = 0; i < counts.length; i++) {
            counts[i] += other.counts[i];
        }
        total += other.total;
        longest = Math.max(longest, other.longest);
    }

    public long total() {
        return total;
    }

    public long longest() {
        return longest;
    }

    /** All of them together, as closely as each is kept. */
    public long sum() {
        long sum = 0;
        for (int i = 0; i < counts.length; i++) {
            sum += counts[i] == 0 ? 0 : counts[i] * middle(i);
        }
        return sum;
    }

    /** So many of the longest. */
    public Histogram longest(long many) {
        Histogram taken = new Histogram();
        for (int i = counts.length - 1; i >= 0 && taken.total < many; i--) {
            taken.counts[i] = Math.min(many - taken.total, counts[i]);
            taken.total += taken.counts[i];
        }
        taken.longest = longest;
        return taken;
    }

    /** What is left without these, which are some of it. */
    public Histogram without(Histogram some) {
        Histogram left = new Histogram();
        for (int i = 0; i < counts.length; i++) {
            left.counts[i] = counts[i] - some.counts[i];
        }
        left.total = total - some.total;
        left.longest = longest;
        return left;
    }

    /** The time that this share of all is not above; 0 where there is none. */
    public long at(double share) {
        long wanted = (long) Math.ceil(share * total);
        long seen = 0;
        for (int i = 0; i < counts.length; i++) {
            seen += counts[i];
            if (seen >= wanted && seen > 0) {
                return Math.min(middle(i), longest);
            }
        }
        return 0;
    }

    /** Its counters that are not 0, as index and count in turns: what one JVM tells another. */
    public List<Long> written() {
        List<Long> pairs = new ArrayList<>();
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] > 0) {
                pairs.add((long) i);
                pairs.add(counts[i]);
            }
        }
        return pairs;
    }

    /** The reverse of {@link #written}. */
    public static Histogram read(List<? extends Number> pairs, long longest) {
        Histogram histogram = new Histogram();
        for (int i = 0; i < pairs.size(); i += 2) {
            histogram.counts[pairs.get(i).intValue()] = pairs.get(i + 1).longValue();
            histogram.total += pairs.get(i + 1).longValue();
        }
        histogram.longest = longest;
        return histogram;
    }

    /** Up to 64 each number has its own; then each power of two has 64. */
    private static int index(long nanos) {
        if (nanos < STEPS) {
            return (int) Math.max(0, nanos);
        }
        int shift = Long.SIZE - Long.numberOfLeadingZeros(nanos) - STEP_BITS - 1;
        return (shift + 1) * STEPS + (int) ((nanos >>> shift) - STEPS);
    }

    private static long middle(int index) {
        if (index < STEPS) {
            return index;
        }
        int shift = index / STEPS - 1;
        long least = (long) (index % STEPS + STEPS) << shift;
        return least + (1L << shift) / 2;
    }
}
