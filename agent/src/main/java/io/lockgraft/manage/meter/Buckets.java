package io.lockgraft.manage.meter;

/**
 * The bounds between which lengths of time are counted: ten a decade, from 10 us to 1000 s. They are round decimal
 * numbers, so that a bucket of Prometheus ends where some of ours do, and its counts are exact.
 */
final class Buckets {
    /** The rounded preferred numbers R'10 (ISO 3): each is 25 to 28 percent more than the one before. */
    private static final int[] STEPS = {100, 125, 160, 200, 250, 320, 400, 500, 630, 800};

    private static final long FIRST = 10_000;
    private static final int DECADES = 8;

    /** The longest time of each bucket, in nanoseconds; the last bucket has none. */
    private static final long[] BOUNDS = bounds();

    static final int COUNT = BOUNDS.length + 1;

    /** A power of two is cut into so many cells, so that at most one bound is in each of them. */
    private static final int CELL_BITS = 3;

    private static final int CELLS = 1 << CELL_BITS;

    /** The bucket of the shortest time of each cell. */
    private static final byte[] BUCKET_OF_CELL = cells();

    private Buckets() {}

    private static long[] bounds() {
        long[] all = new long[DECADES * STEPS.length + 1];
        long decade = FIRST / STEPS[0];
        for (int i = 0; i < all.length; i++) {
            all[i] = decade * STEPS[i % STEPS.length];
            decade = i % STEPS.length == STEPS.length - 1 ? decade * 10 : decade;
        }
        return all;
    }

    private static byte[] cells() {
        byte[] all = new byte[Long.SIZE * CELLS];
        for (int cell = 0; cell < all.length; cell++) {
            int power = cell / CELLS;
            // Below the first power that has so many different numbers all cells are in the first bucket.
            long shortest = power < CELL_BITS ? 0 : (long) (CELLS + cell % CELLS) << power - CELL_BITS;
            int bucket = 0;
            while (bucket < BOUNDS.length && BOUNDS[bucket] < shortest) {
                bucket++;
            }
            all[cell] = (byte) bucket;
        }
        return all;
    }

    /** The bucket that a time belongs to: the first whose bound is not less. Makes no object. */
    static int of(long nanos) {
        if (nanos <= FIRST) {
            return 0;
        }
        int power = Long.SIZE - 1 - Long.numberOfLeadingZeros(nanos);
        int cell = (int) (nanos >>> power - CELL_BITS) & CELLS - 1;
        int bucket = BUCKET_OF_CELL[(power << CELL_BITS) + cell];
        return bucket < BOUNDS.length && nanos > BOUNDS[bucket] ? bucket + 1 : bucket;
    }

    /** The middle of a bucket in nanoseconds; of the last one its beginning. */
    static double middle(int bucket) {
        long from = bucket == 0 ? 0 : BOUNDS[bucket - 1];
        return (from + (bucket < BOUNDS.length ? BOUNDS[bucket] : from)) / 2.0;
    }

    /** The longest time of a bucket in nanoseconds; Long.MAX_VALUE for the last one. */
    static long bound(int bucket) {
        return bucket < BOUNDS.length ? BOUNDS[bucket] : Long.MAX_VALUE;
    }
}
