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
 * What the classes of each loader extend, as their class files say; read once. No lock is held while a loader is asked.
 */
final class Parents {
    private static final String[] UNKNOWN = new String[0];

    private final Map<ClassLoader, Map<String, String[]>> byLoader = new WeakHashMap<>();
    private final Map<String, String[]> ofJdk = new ConcurrentHashMap<>();

    /** Whether one of the class's ancestors is the type whose subtypes the pattern wants. */
    boolean reach(MethodPattern pattern, Header header, ClassLoader loader) {
        return reach(pattern, header.parents(), loader, new HashSet<String>());
    }

    private boolean reach(MethodPattern pattern, String[] parents, ClassLoader loader, Set<String> seen) {
        for (String parent : parents) {
            if (!parent.equals("java/lang/Object") && seen.add(parent)) {
                String name = parent.replace('/', '.');
                if (pattern.namesType(name) || reach(pattern, of(parent, name, loader), loader, seen)) {
                    return true;
                }
            }
        }
        return false;
    }

    private String[] of(String internalName, String binaryName, ClassLoader loader) {
        Map<String, String[]> known = Unlockable.isOfJdk(binaryName) || loader == null ? ofJdk : of(loader);
        String[] parents = known.get(internalName);
        if (parents == null) {
            Class<?> core = CoreTypes.load(binaryName);
            parents = core == null ? read(binaryName, loader) : loaded(core);
            known.put(internalName, parents);
        }
        return parents;
    }

    private static String[] read(String binaryName, ClassLoader loader) {
        byte[] bytes = LoaderTypes.bytes(loader, binaryName);
        return bytes == null ? UNKNOWN : new Header(bytes).parents();
    }

    private static String[] loaded(Class<?> type) {
        List<String> parents = new ArrayList<>();
        if (type.getSuperclass() != null) {
            parents.add(type.getSuperclass().getName().replace('.', '/'));
        }
        for (Class<?> each : type.getInterfaces()) {
            parents.add(each.getName().replace('.', '/'));
        }
        return parents.toArray(UNKNOWN);
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
