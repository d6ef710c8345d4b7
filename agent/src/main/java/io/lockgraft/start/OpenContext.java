package io.lockgraft.start;

import io.lockgraft.spi.Jvm;
import io.lockgraft.spi.StoreContext;
import java.lang.instrument.Instrumentation;

/** The context in which this JVM opens a store. */
public final class OpenContext implements StoreContext {
    private final Jvm jvm;
    private final String namespace;
    private final Instrumentation instrumentation;

    public OpenContext(Jvm jvm, String namespace, Instrumentation instrumentation) {
        this.jvm = jvm;
        this.namespace = namespace;
        this.instrumentation = instrumentation;
    }

    @Override
    public Jvm jvm() {
        return jvm;
    }

    @Override
    public String namespace() {
        return namespace;
    }

    @Override
    public Class<?> applicationClass(String name) throws ClassNotFoundException {
        try {
            return Class.forName(name, true, ClassLoader.getSystemClassLoader());
        } catch (ClassNotFoundException elsewhere) {
            for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
                if (loaded.getName().equals(name)) {
                    return loaded;
                }
            }
            throw elsewhere;
        }
    }
}
