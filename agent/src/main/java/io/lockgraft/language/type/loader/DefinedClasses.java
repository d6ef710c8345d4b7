package io.lockgraft.language.type.loader;

import java.util.HashMap;
import java.util.Map;

/**
 * The class files of classes that were defined from memory, as they were defined: their loader hands them to none
 * afterwards. Keeps no loader from being unloaded. Thread-safe.
 */
final class DefinedClasses {
    private static final LoaderMap<Map<String, byte[]>> BY_LOADER = new LoaderMap<>();

    private DefinedClasses() {}

    static void keep(ClassLoader loader, String binaryName, byte[] bytes) {
        synchronized (BY_LOADER) {
            Map<String, byte[]> classes = BY_LOADER.get(loader);
            if (classes == null) {
                classes = new HashMap<>();
                BY_LOADER.put(loader, classes);
            }
            classes.put(binaryName, bytes);
        }
    }

    /** Of the loader or of one that it asks itself; null where no such class was kept. */
    static byte[] find(ClassLoader loader, String binaryName) {
        synchronized (BY_LOADER) {
            if (BY_LOADER.size() == 0) {
                return null;
            }
        }
        for (ClassLoader each = loader; each != null; each = each.getParent()) {
            synchronized (BY_LOADER) {
                Map<String, byte[]> classes = BY_LOADER.get(each);
                byte[] bytes = classes == null ? null : classes.get(binaryName);
                if (bytes != null) {
                    return bytes;
                }
            }
        }
        return null;
    }
}
