package io.lockgraft.benchmarks.worker;

import java.util.Map;

/**
 * The times from the end of one body to the begin of the next one under the same key: how long the lock took to get
 * from
 * one thread to another. Which bodies are next to each other the {@link Witness} knows, that all JVMs share; the lock
 * that is measured is what guards it, and this.
 */
public final class Passes {
    /** By these names one JVM tells another. */
    public static final String WITHIN = "within";

    public static final String BETWEEN = "between";
    public static final String LONGEST_WITHIN = "longestWithin";
    public static final String LONGEST_BETWEEN = "longestBetween";

    private final Witness witness;
    private final long jvm = ProcessHandle.current().pid();
    private final Histogram within = new Histogram();
    private final Histogram between = new Histogram();

    Passes(Witness witness) {
        this.witness = witness;
    }

    /** A body begins; the one before it was in this JVM, or in another. */
    void begin(long now) {
        long last = witness.lastEnd();
        if (last != 0) {
            (witness.lastJvm() == jvm ? within : between).add(now - last);
        }
    }

    void end(long now) {
        witness.ended(now, jvm);
    }

    Map<String, Object> written() {
        return Map.of(
                WITHIN,
                within.written(),
                BETWEEN,
                between.written(),
                LONGEST_WITHIN,
                within.longest(),
                LONGEST_BETWEEN,
                between.longest());
    }
}
