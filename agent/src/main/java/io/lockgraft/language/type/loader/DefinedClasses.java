package io.lockgraft.language.type.loader;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The class files of classes that were defined from memory, as they were defined: their loader hands them to none
 * afterwards. Keeps no loader from being unloaded. Thread-safe.
 */
final class DefinedClasses {
    private static final LoaderMap<Map<String, byte[]>> BY_LOADER = new LoaderMap<>();

    private DefinedClasses() {}

    static synchronized void keep(ClassLoader loader, String binaryName, byte[] bytes) {
        Map<String, byte[]> classes = BY_LOADER.get(loader);
        if (classes == null) {
            classes = new ConcurrentHashMap<>();
            BY_LOADER.put(loader, classes);
        }
        classes.put(binaryName, bytes);
    }

    /** Of the loader or of one that it asks itself; null where no such class was kept. */
    static byte[] find(ClassLoader loader, String binaryName) {
        for (ClassLoader each = loader; each != null; each = each.getParent()) {
            Map<String, byte[]> classes = BY_LOADER.get(each);
            byte[] bytes = classes == null ? null : classes.get(binaryName);
            if (bytes != null) {
                return bytes;
            }
        }
        return null;
    }
}
