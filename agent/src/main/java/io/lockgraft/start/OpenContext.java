package io.lockgraft.start;

import io.lockgraft.spi.Jvm;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.StoreConfiguration;
import io.lockgraft.spi.StoreContext;
import java.lang.instrument.Instrumentation;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** The context in which this JVM opens its stores: each of them once. */
public final class OpenContext implements StoreContext {
    private final Supplier<Jvm> jvm;
    private final String namespace;
    private final Instrumentation instrumentation;

    /** By the description of each store that has a name. */
    private final Map<StoreConfiguration, SharedStore.Opened> shared = new IdentityHashMap<>();

    /**
     * @param jvm asked when a store is opened, and not before
     * @param named the stores that rules and compounds may have in common
     */
    public OpenContext(
            Supplier<Jvm> jvm,
            String namespace,
            Instrumentation instrumentation,
            Collection<StoreConfiguration> named) {
        this.jvm = jvm;
        this.namespace = namespace;
        this.instrumentation = instrumentation;
        for (StoreConfiguration each : named) {
            shared.put(each, new SharedStore.Opened(each));
        }
    }

    @Override
    public Jvm jvm() {
        return jvm.get();
    }

    @Override
    public String namespace() {
        return namespace;
    }

    @Override
    public LockStore open(StoreConfiguration store) {
        SharedStore.Opened opened = shared.get(store);
        return opened == null ? store.open(this) : opened.open(this);
    }

    /** A Spring Boot jar or a web application has loaders of its own, and may not have loaded the class yet. */
    @Override
    public Class<?> applicationClass(String name) throws ClassNotFoundException {
        Set<ClassLoader> loaders = Collections.newSetFromMap(new IdentityHashMap<ClassLoader, Boolean>());
        try {
            return Class.forName(name, false, ClassLoader.getSystemClassLoader());
        } catch (ClassNotFoundException elsewhere) {
            for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
                if (loaded.getName().equals(name)) {
                    return loaded;
                }
                loaders.add(loaded.getClassLoader());
            }
            loaders.remove(null);
            loaders.remove(OpenContext.class.getClassLoader());
            return loadBy(loaders, name, elsewhere);
        }
    }

    private static Class<?> loadBy(Set<ClassLoader> loaders, String name, ClassNotFoundException elsewhere)
            throws ClassNotFoundException {
        for (ClassLoader loader : loaders) {
            try {
                return Class.forName(name, false, loader);
            } catch (ClassNotFoundException | RuntimeException notHere) {
                // Or of an application that has been stopped. The next one may have it.
            }
        }
        throw elsewhere;
    }
}
