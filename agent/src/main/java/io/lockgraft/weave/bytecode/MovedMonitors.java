package io.lockgraft.weave.bytecode;

import io.lockgraft.language.type.loader.LoaderMap;
import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The synchronized methods that lost that flag as their class was loaded. When the class is transformed again the JVM
 * accepts no other flags than those. One for the whole JVM: classes stay as they are also where the start of an
 * attached
 * agent was refused, and another start meets them. Thread-safe.
 */
public final class MovedMonitors {
    private static final LoaderMap<Map<String, Set<String>>> BY_LOADER = new LoaderMap<>();

    private MovedMonitors() {}

    /** @param moved name and descriptor of the methods that are synchronized no more */
    public static void set(ClassLoader loader, String binaryName, Set<String> moved) {
        synchronized (BY_LOADER) {
            Map<String, Set<String>> classes = BY_LOADER.get(loader);
            if (classes == null) {
                classes = new ConcurrentHashMap<>();
                BY_LOADER.put(loader, classes);
            }
            classes.put(binaryName, new HashSet<>(moved));
        }
    }

    /** Empty where no monitor was moved while the class loaded. */
    public static Set<String> of(ClassLoader loader, String binaryName) {
        Map<String, Set<String>> classes = BY_LOADER.get(loader);
        Set<String> moved = classes == null ? null : classes.get(binaryName);
        return moved == null ? Collections.<String>emptySet() : moved;
    }
}
