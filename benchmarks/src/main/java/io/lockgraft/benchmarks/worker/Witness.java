package io.lockgraft.benchmarks.worker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A counter for each key in a file that all JVMs of a run have in their memory. A locked body adds one without any
 * other protection: where two bodies of one key run at once, additions are lost, and the sum is less than the calls.
 */
public final class Witness {
    private static final int KEYS = 1 << 16;

    /** Behind the counters: when the last body ended, and in which JVM. */
    private static final int ENDED = KEYS * Long.BYTES;

    private static final int BY = ENDED + Long.BYTES;
    private static final int SIZE = BY + Long.BYTES;

    private final ByteBuffer counters;

    public Witness(Path file) {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            this.counters = channel.map(FileChannel.MapMode.READ_WRITE, 0, SIZE).order(ByteOrder.nativeOrder());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The read and the write are apart on purpose. */
    void count(long key) {
        int at = (int) (key % KEYS) * Long.BYTES;
        counters.putLong(at, counters.getLong(at) + 1);
    }

    /**
     * A body ends. Like the count without any protection but the lock's own; and JVMs of one machine have the same
     * clock
     * behind System.nanoTime.
     */
    void ended(long now, long jvm) {
        counters.putLong(ENDED, now);
        counters.putLong(BY, jvm);
    }

    /** When the body before this one ended, or 0 where there was none. */
    long lastEnd() {
        return counters.getLong(ENDED);
    }

    /** In which JVM it was. */
    long lastJvm() {
        return counters.getLong(BY);
    }

    public void clear() {
        ended(0, 0);
        for (int i = 0; i < KEYS; i++) {
            counters.putLong(i * Long.BYTES, 0);
        }
    }

    /** What all keys have together. */
    public long sum() {
        long sum = 0;
        for (int i = 0; i < KEYS; i++) {
            sum += counters.getLong(i * Long.BYTES);
        }
        return sum;
    }
}
