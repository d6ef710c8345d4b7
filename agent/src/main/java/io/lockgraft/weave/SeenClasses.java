package io.lockgraft.weave;

import io.lockgraft.type.LoaderMap;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The classes that the weaver has looked at, by their loaders, which it keeps nobody from unloading. It remembers whose
 * monitors were moved: when a class is transformed again the JVM accepts no other flags than those that it was loaded
 * with.
 */
final class SeenClasses {
    private final LoaderMap<Map<String, Set<String>>> byLoader = new LoaderMap<>();

    /** Remembers a class; what is known of its monitors stays. */
    synchronized void look(ClassLoader loader, String binaryName) {
        add(loader, binaryName, moved(loader, binaryName));
    }

    /** @param moved name and descriptor of the methods that are synchronized no more */
    synchronized void add(ClassLoader loader, String binaryName, Set<String> moved) {
        Map<String, Set<String>> classes = byLoader.get(loader);
        if (classes == null) {
            classes = new HashMap<>();
            byLoader.put(loader, classes);
        }
        classes.put(binaryName, new HashSet<>(moved));
    }

    synchronized boolean contains(ClassLoader loader, String binaryName) {
        Map<String, Set<String>> classes = byLoader.get(loader);
        return classes != null && classes.containsKey(binaryName);
    }

    /** What {@link #add} was told; empty where no monitor was moved while the class loaded. */
    synchronized Set<String> moved(ClassLoader loader, String binaryName) {
        Map<String, Set<String>> classes = byLoader.get(loader);
        Set<String> moved = classes == null ? null : classes.get(binaryName);
        return moved == null ? Collections.<String>emptySet() : moved;
    }
}
