package io.lockgraft.weave.loaders;

import io.lockgraft.language.type.loader.LoaderMap;
import java.util.HashSet;
import java.util.Set;

/** Names of classes by their loaders, none of which it keeps from unloading. Thread-safe. */
public final class ClassNames {
    private final LoaderMap<Set<String>> byLoader = new LoaderMap<>();

    public synchronized void add(ClassLoader loader, String binaryName) {
        Set<String> names = byLoader.get(loader);
        if (names == null) {
            names = new HashSet<>();
            byLoader.put(loader, names);
        }
        names.add(binaryName);
    }

    public synchronized boolean contains(ClassLoader loader, String binaryName) {
        Set<String> names = byLoader.get(loader);
        return names != null && names.contains(binaryName);
    }
}
