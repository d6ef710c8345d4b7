package io.lockgraft.weave;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;

/** Names of classes by their loaders, which it keeps nobody from unloading. Thread-safe. */
final class ClassNames {
    private final Map<ClassLoader, Set<String>> byLoader = new WeakHashMap<>();

    synchronized void add(ClassLoader loader, String binaryName) {
        Set<String> names = byLoader.get(loader);
        if (names == null) {
            names = new HashSet<>();
            byLoader.put(loader, names);
        }
        names.add(binaryName);
    }

    synchronized boolean contains(ClassLoader loader, String binaryName) {
        Set<String> names = byLoader.get(loader);
        return names != null && names.contains(binaryName);
    }
}
