package io.lockgraft.start;

import io.lockgraft.spi.Jvm;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.StoreConfiguration;
import io.lockgraft.spi.StoreContext;
import java.lang.instrument.Instrumentation;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.Map;
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
