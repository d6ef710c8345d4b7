package io.lockgraft.weave;

import io.lockgraft.pattern.MethodPattern;
import io.lockgraft.pattern.Unlockable;
import io.lockgraft.type.CoreTypes;
import io.lockgraft.type.LoaderTypes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What the classes of each loader extend, as their class files say; read once, and again where that failed: a loader may
 * be busy, closed for a moment, or about to define the class from memory. No lock is held while a loader is asked.
 */
final class Parents {
    private static final String[] NONE = new String[0];

    private final Map<ClassLoader, Map<String, String[]>> byLoader = new WeakHashMap<>();
    private final Map<String, String[]> ofJdk = new ConcurrentHashMap<>();

    /**
     * Whether one of the class's ancestors is the type whose subtypes the pattern wants.
     *
     * @param unread gets the names of the ancestors whose class files cannot be had: what they extend is not known
     */
    boolean reach(MethodPattern pattern, Header header, ClassLoader loader, Set<String> unread) {
        return reach(pattern, header.parents(), loader, new HashSet<String>(), unread);
    }

    private boolean reach(
            MethodPattern pattern, String[] parents, ClassLoader loader, Set<String> seen, Set<String> unread) {
        for (String parent : parents) {
            if (!parent.equals("java/lang/Object") && seen.add(parent)) {
                String name = parent.replace('/', '.');
                String[] further = of(parent, name, loader);
                if (further == null) {
                    // Though it were the type itself: which of its methods the class has would not be known.
                    unread.add(name);
                } else if (pattern.namesType(name) || reach(pattern, further, loader, seen, unread)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Null where it cannot be known now. */
    private String[] of(String internalName, String binaryName, ClassLoader loader) {
        Map<String, String[]> known = Unlockable.isOfJdk(binaryName) || loader == null ? ofJdk : of(loader);
        String[] parents = known.get(internalName);
        if (parents == null) {
            Class<?> core = CoreTypes.load(binaryName);
            parents = core == null ? read(binaryName, loader) : loaded(core);
            if (parents != null) {
                known.put(internalName, parents);
            }
        }
        return parents;
    }

    /** What a loader hands out may be no class file: an encrypted one, or an empty one. */
    private static String[] read(String binaryName, ClassLoader loader) {
        byte[] bytes = LoaderTypes.bytes(loader, binaryName);
        try {
            return bytes == null ? null : new Header(bytes).parents();
        } catch (RuntimeException unreadable) {
            return null;
        }
    }

    private static String[] loaded(Class<?> type) {
        List<String> parents = new ArrayList<>();
        if (type.getSuperclass() != null) {
            parents.add(type.getSuperclass().getName().replace('.', '/'));
        }
        for (Class<?> each : type.getInterfaces()) {
            parents.add(each.getName().replace('.', '/'));
        }
        return parents.toArray(NONE);
    }

    private Map<String, String[]> of(ClassLoader loader) {
        synchronized (byLoader) {
            Map<String, String[]> known = byLoader.get(loader);
            if (known == null) {
                known = new ConcurrentHashMap<>();
                byLoader.put(loader, known);
            }
            return known;
        }
    }
}
