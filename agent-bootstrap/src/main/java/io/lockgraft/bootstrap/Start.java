package io.lockgraft.bootstrap;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.util.jar.JarFile;

/** The agent's start in this JVM, of which there is one; loaded by the bootstrap loader, where all agents meet. */
public final class Start {
    private static boolean done;
    private static ClassLoader loader;

    private Start() {}

    /**
     * Makes the agent's loader and starts the agent in it. A start that was refused can be tried again, with better
     * rules; in the same loader, for classes that the first one has woven may stay so.
     *
     * @param jar lockgraft.jar, open; null where an earlier start has opened it
     * @return whether it was started; false where it has been before
     */
    public static synchronized boolean run(
            String arguments, Instrumentation instrumentation, boolean attached, JarFile jar) throws Throwable {
        if (loader == null) {
            loader = new AgentLoader(jar);
        }
        if (done) {
            String second = attached ? "attached agent" : "second -javaagent";
            String given = arguments == null ? "" : " (" + arguments + ")";
            System.err.println(LogLine.of(
                    "WARN",
                    "Lockgraft is in this JVM already: the " + second + given
                            + " does nothing. All rules belong in the one file that the first was given"));
            return false;
        }
        try {
            loader.loadClass("io.lockgraft.start.Agent")
                    .getMethod("start", String.class, Instrumentation.class, boolean.class)
                    .invoke(null, arguments, instrumentation, attached);
            done = true;
            return true;
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
