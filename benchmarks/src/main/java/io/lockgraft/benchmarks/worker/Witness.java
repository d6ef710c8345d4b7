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

    private final ByteBuffer counters;

    public Witness(Path file) {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            this.counters = channel.map(FileChannel.MapMode.READ_WRITE, 0, (long) KEYS * Long.BYTES)
                    .order(ByteOrder.nativeOrder());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The read and the write are apart on purpose. */
    void count(long key) {
        int at = (int) (key % KEYS) * Long.BYTES;
        counters.putLong(at, counters.getLong(at) + 1);
    }

    public void clear() {
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
