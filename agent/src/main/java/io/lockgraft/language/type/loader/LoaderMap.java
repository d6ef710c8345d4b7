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
 * are equal, and each of them has classes of its own. Keeps no loader from being unloaded, as long as no value refers
 * to
 * one. Thread-safe.
 */
public class LoaderMap<V> {
    private final Map<Object, V> values = new LinkedHashMap<>();
    private final ReferenceQueue<ClassLoader> ended = new ReferenceQueue<>();
    private V ofBootstrap;

    /** Null where the loader has none. */
    public final synchronized V get(ClassLoader loader) {
        forgetEnded();
        return loader == null ? ofBootstrap : values.get(new Sought(loader));
    }

    /** @param loader null for the bootstrap loader */
    public final synchronized void put(ClassLoader loader, V value) {
        forgetEnded();
        if (loader == null) {
            ofBootstrap = value;
            return;
        }
        Sought sought = new Sought(loader);
        values.put(values.containsKey(sought) ? sought : new Kept(loader, ended), value);
    }

    /** Of all loaders, the bootstrap loader's first, then in the order in which they came. */
    public final synchronized List<V> values() {
        forgetEnded();
        List<V> all = new ArrayList<>(values.size() + 1);
        if (ofBootstrap != null) {
            all.add(ofBootstrap);
        }
        all.addAll(values.values());
        return all;
    }

    /** How many loaders have a value. */
    public final synchronized int size() {
        forgetEnded();
        return values.size() + (ofBootstrap == null ? 0 : 1);
    }

    private void forgetEnded() {
        for (Reference<?> end = ended.poll(); end != null; end = ended.poll()) {
            ended(values.remove(end));
        }
    }

    /** Called with the value of a loader that has been collected, when the map is used next. */
    protected void ended(V value) {}

    /** What a loader is kept by. */
    private static final class Kept extends WeakReference<ClassLoader> {
        private final int hash;

        Kept(ClassLoader loader, ReferenceQueue<ClassLoader> queue) {
            super(loader, queue);
            hash = System.identityHashCode(loader);
        }

        @Override
        public int hashCode() {
            return hash;
        }

        /** Asked when a collected loader is taken out; a look-up asks the one that is {@link Sought}. */
        @Override
        public boolean equals(Object other) {
            return this == other;
        }
    }

    /** What a loader is looked up by: cheaper than a reference, and never kept. */
    private static final class Sought {
        private final ClassLoader loader;

        Sought(ClassLoader loader) {
            this.loader = loader;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(loader);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Kept && ((Kept) other).get() == loader;
        }
    }
}
