package io.lockgraft.weave.match;

import io.lockgraft.language.pattern.MethodPattern;
import io.lockgraft.language.pattern.Unlockable;
import io.lockgraft.language.type.loader.ClassMap;
import io.lockgraft.language.type.loader.CoreTypes;
import io.lockgraft.language.type.loader.LoaderTypes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What the classes of each loader extend: learned as they are defined; of others as their class files say, read once,
 * and again where that failed: a loader may be busy, closed for a moment, or about to define the class from memory. No
 * lock is held while a loader is asked.
 */
final class Parents {
    private static final String OBJECT = "java/lang/Object";
    private static final String[] NONE = new String[0];

    /** By internal name. */
    private final ClassMap<String[]> known = new ClassMap<>();

    /**
     * Whether one of the class's ancestors is the type whose subtypes the pattern wants.
     *
     * @param unread gets the names of the ancestors whose class files cannot be had: what they extend is not known
     */
    boolean reach(MethodPattern pattern, Header header, ClassLoader loader, Set<String> unread) {
        return reach(pattern, header.parents(), loader, new HashSet<String>(), unread);
    }

    /** Whether the class may make an object of what the pattern means by a lambda; also where that is not known. */
    boolean mayMakeLambda(MethodPattern pattern, Header header, ClassLoader loader) {
        Set<String> types = header.lambdas(pattern);
        if (types.isEmpty()) {
            return false;
        }
        Set<String> unread = new HashSet<>(0);
        return reach(pattern, types.toArray(NONE), loader, new HashSet<String>(), unread) || !unread.isEmpty();
    }

    private boolean reach(
            MethodPattern pattern, String[] parents, ClassLoader loader, Set<String> seen, Set<String> unread) {
        for (String parent : parents) {
            if (!parent.equals(OBJECT) && seen.add(parent)) {
                String name = parent.replace('/', '.');
                String[] further = of(parent, name, loader);
                if (further == null) {
                    unread.add(name);
                } else if (pattern.namesType(name) || reach(pattern, further, loader, seen, unread)) {
                    if (CoreTypes.load(name) != null || LoaderTypes.bytes(loader, name) != null) {
                        return true;
                    }
                    // Which of its methods the class has would not be known.
                    unread.add(name);
                }
            }
        }
        return false;
    }

    /**
     * Keeps what a class extends that this loader defines. There are many classes, of few super types: their names are
     * kept once.
     */
    void learn(String internalName, ClassLoader loader, String[] parents) {
        String[] kept = new String[parents.length];
        for (int i = 0; i < parents.length; i++) {
            kept[i] = parents[i].intern();
        }
        known.put(loader, internalName, kept);
    }

    /** The same of a class that is loaded. */
    void learn(Class<?> type) {
        learn(type.getName().replace('.', '/'), type.getClassLoader(), loaded(type));
    }

    /** Null where it cannot be known now. */
    private String[] of(String internalName, String binaryName, ClassLoader loader) {
        ClassLoader keptBy = Unlockable.isOfJdk(binaryName) ? null : loader;
        String[] parents = known.get(keptBy, internalName);
        if (parents == null) {
            Class<?> core = CoreTypes.load(binaryName);
            parents = core == null ? read(binaryName, loader) : loaded(core);
            // Last, for the loader may have another class of that name, which it has not defined yet.
            parents = parents == null ? known.inherited(loader, internalName) : parents;
            if (parents != null) {
                known.put(keptBy, internalName, parents);
            }
        }
        return parents;
    }

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
        for (Class<?> each : Subtypes.parents(type)) {
            parents.add(each.getName().replace('.', '/'));
        }
        return parents.toArray(NONE);
    }
}
