package io.lockgraft.start;

import io.lockgraft.spi.Jvm;
import io.lockgraft.spi.StoreContext;
import io.lockgraft.spi.log.Log;
import io.lockgraft.spi.log.StoreLog;
import io.lockgraft.spi.thread.Clock;
import io.lockgraft.spi.thread.DaemonThreads;
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
    public StoreLog log() {
        return Log.ofStore();
    }

    @Override
    public Clock newClock(String name) {
        return new Clock(threads(name));
    }

    @Override
    public DaemonThreads threads(String name) {
        return new DaemonThreads("lockgraft-" + name);
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
