package io.lockgraft.language.type.loader;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One value for each class loader, by the loader's identity: loaders of an application may say of each other that they
 * are equal, and each of them has classes of its own. Keeps no loader from being unloaded, as long as no value
 * refers to one. Thread-safe.
 */
public class LoaderMap<V> {
    private final Map<Object, V> values = new LinkedHashMap<>();
    private final ReferenceQueue<ClassLoader> ended = new ReferenceQueue<>();
    private V ofBootstrap;

    /** Returns the value of the loader, or null. */
    public final synchronized V get(ClassLoader loader) {
        forgetEnded();
        return loader == null ? ofBootstrap : values.get(new Key(loader, null));
    }

    /** @param loader null for the bootstrap loader */
    public final synchronized void put(ClassLoader loader, V value) {
        forgetEnded();
        if (loader == null) {
            ofBootstrap = value;
        } else {
            values.put(new Key(loader, ended), value);
        }
    }

    /**
     * Returns the values of all loaders, the bootstrap loader's first, the others in the order in which they were
     * added.
     */
    public final synchronized List<V> values() {
        forgetEnded();
        List<V> all = new ArrayList<>(values.size() + 1);
        if (ofBootstrap != null) {
            all.add(ofBootstrap);
        }
        all.addAll(values.values());
        return all;
    }

    private void forgetEnded() {
        for (Reference<?> end = ended.poll(); end != null; end = ended.poll()) {
            ended(values.remove(end));
        }
    }

    /** Called with the value of a loader that has been collected, when the map is used next. */
    protected void ended(V value) {}

    /** A loader by its identity: what its value is kept by, and looked up by. */
    private static final class Key extends WeakReference<ClassLoader> {
        private final int hash;

        /** @param queue null for a look-up */
        Key(ClassLoader loader, ReferenceQueue<ClassLoader> queue) {
            super(loader, queue);
            hash = System.identityHashCode(loader);
        }

        @Override
        public int hashCode() {
            return hash;
        }

        /** The key of a collected loader is equal to itself alone; it is taken out by that. */
        @Override
        public boolean equals(Object other) {
            return this == other || other instanceof Key && get() != null && get() == ((Key) other).get();
        }
    }
}
