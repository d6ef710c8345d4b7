package io.lockgraft.engine.event;

import io.lockgraft.spi.log.RateLimited;
import java.util.function.Supplier;

/** Mistakes of ours or of the application's that must not stop what they are found in. */
public final class Mistakes {
    private final RateLimited lines = new RateLimited();

    /** Throws nothing: without memory for the line there is none. */
    public void tell(Supplier<String> line, Throwable mistake) {
        try {
            lines.warn(line, mistake);
        } catch (Throwable noMemoryForThat) {
            // What goes on is worth more than the line.
        }
    }
}
