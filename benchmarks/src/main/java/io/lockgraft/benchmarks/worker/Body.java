package io.lockgraft.benchmarks.worker;

import com.example.bench.Order;
import com.example.bench.Work;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/** What the shop's methods do: count themselves with the witness, and sleep as a body does that asks a database. */
final class Body implements Work {
    private final Witness witness;
    private final LongAdder inside = new LongAdder();
    private volatile long sleep;
    private volatile boolean counting;
    private volatile Passes passes;

    Body(Witness witness) {
        this.witness = witness;
    }

    /**
     * @param locked whether bodies that exclude others are counted with the witness
     * @param kept where the times between bodies are kept, or null
     */
    void begin(int bodyMicros, boolean locked, Passes kept) {
        sleep = TimeUnit.MICROSECONDS.toNanos(bodyMicros);
        counting = locked;
        passes = kept;
        inside.reset();
    }

    /** How long all bodies since {@link #begin} have taken together; 0 for empty ones. */
    long inside() {
        return inside.sum();
    }

    @Override
    public void on(Order order) {
        long begun = System.nanoTime();
        order.begin(begun);
        Passes kept = passes;
        if (kept != null) {
            kept.begin(begun);
        }
        if (counting && order.isExclusive()) {
            if (order.getLines().isEmpty()) {
                witness.count(order.getNumber());
            } else {
                for (String line : order.getLines()) {
                    witness.count(Long.parseLong(line));
                }
            }
        }
        if (sleep > 0) {
            long end = begun + sleep;
            for (long now = begun; now - end < 0; now = System.nanoTime()) {
                LockSupport.parkNanos(end - now);
            }
            inside.add(System.nanoTime() - begun);
        }
        if (kept != null) {
            kept.end(System.nanoTime());
        }
    }
}
