package io.lockgraft.language.type.loader;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * One value for each class, by its loader and its name. Keeps no loader from being unloaded, as long as no value refers
 * to one. Thread-safe.
 */
public final class ClassMap<V> {
    private final LoaderMap<Map<String, V>> byLoader = new LoaderMap<>();

    /** Returns the value of the class, or null. */
    public V get(ClassLoader loader, String name) {
        Map<String, V> values = byLoader.get(loader);
        return values == null ? null : values.get(name);
    }

    /** Returns the value of the class in this loader or in one that it asks itself, or null. */
    public V inherited(ClassLoader loader, String name) {
        V value = null;
        for (ClassLoader each = loader; each != null && value == null; each = each.getParent()) {
            value = get(each, name);
        }
        return value;
    }

    public synchronized void put(ClassLoader loader, String name, V value) {
        Map<String, V> values = byLoader.get(loader);
        if (values == null) {
            values = new ConcurrentHashMap<>();
            byLoader.put(loader, values);
        }
        values.put(name, value);
    }
}
