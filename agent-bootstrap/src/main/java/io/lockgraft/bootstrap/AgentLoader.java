package io.lockgraft.bootstrap;

import java.io.IOException;
import java.util.jar.JarFile;

/**
 * Loads the agent and its libraries from one folder of the jar, where classes are called {@code .classdata} so that no
 * other loader takes them for its own.
 */
public final class AgentLoader extends JarLoader {
    static {
        registerAsParallelCapable();
    }

    /** The folder of the jar. */
    private static final String FOLDER = "lockgraft/";

    public AgentLoader(JarFile jar) throws IOException {
        super(jar);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (name.startsWith("io.lockgraft.bootstrap.") || name.startsWith("io.lockgraft.api.")) {
            return Class.forName(name, false, AgentLoader.class.getClassLoader());
        }
        return super.loadClass(name, resolve);
    }

    @Override
    protected String path(String name) {
        return FOLDER + (name.endsWith(".class") ? name + "data" : name);
    }
}
