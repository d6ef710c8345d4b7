package io.lockgraft.bootstrap;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.util.jar.JarFile;

/** The agent's start in this JVM, of which there is one; loaded by the bootstrap loader, where all agents meet. */
public final class Start {
    private static boolean done;
    private static JarFile opened;

    private Start() {}

    /**
     * Makes the agent's loader and starts the agent in it. A start that was refused can be tried again, with better
     * rules.
     *
     * @param jar lockgraft.jar, open; null where an earlier start has opened it
     */
    public static synchronized void run(
            String arguments, Instrumentation instrumentation, boolean attached, JarFile jar) throws Throwable {
        if (jar != null) {
            opened = jar;
        }
        if (done) {
            System.err.println("[lockgraft] WARN Lockgraft is in this JVM already: the "
                    + (attached ? "attached agent" : "second -javaagent")
                    + (arguments == null ? "" : " (" + arguments + ")")
                    + " does nothing. All rules belong in the one file that the first was given");
            return;
        }
        done = true;
        try {
            new AgentLoader(opened)
                    .loadClass("io.lockgraft.agent.Agent")
                    .getMethod("start", String.class, Instrumentation.class, boolean.class)
                    .invoke(null, arguments, instrumentation, attached);
        } catch (InvocationTargetException e) {
            done = false;
            throw e.getCause();
        }
    }
}
