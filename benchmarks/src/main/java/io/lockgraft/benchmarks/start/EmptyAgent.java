package io.lockgraft.benchmarks.start;

import java.lang.instrument.Instrumentation;

/** An agent that does nothing. */
public final class EmptyAgent {
    private EmptyAgent() {}

    public static void premain(String arguments, Instrumentation instrumentation) {}
}
