package io.lockgraft.it.startup;

import java.lang.instrument.Instrumentation;

/** An agent that does nothing: what any agent costs. */
public final class EmptyAgent {
    private EmptyAgent() {}

    public static void premain(String arguments, Instrumentation instrumentation) {}
}
