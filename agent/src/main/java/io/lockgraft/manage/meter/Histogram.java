package io.lockgraft.manage.meter;

import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * How many lengths of time fell into each bucket. Recording one waits for nothing, makes no object, and adds to one
 * number, which counts the calls at the same time: each more would show on a hot key.
 */
final class Histogram implements LongSupplier {
    private final LongAdder[] counts = new LongAdder[Buckets.COUNT];

    Histogram() {
        for (int i = 0; i < counts.length; i++) {
            counts[i] = new LongAdder();
        }
    }

    /** Counts one length of time. */
    void record(long length) {
        counts[Buckets.of(length)].increment();
    }

    /** How many were recorded until now. */
    @Override
    public long getAsLong() {
        long all = 0;
        for (LongAdder each : counts) {
            all += each.sum();
        }
        return all;
    }

    /** What was recorded until now. */
    Distribution snapshot() {
        long[] now = new long[counts.length];
        for (int i = 0; i < now.length; i++) {
            now[i] = counts[i].sum();
        }
        return new Distribution(now);
    }
}
