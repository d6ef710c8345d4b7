package io.lockgraft.language.type.loader;

import io.lockgraft.language.type.TypeShape;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The classes of the JDK's core, which every loader sees alike: by reflection, because they are loaded anyway. Their
 * class files are slow to come by, and up to Java 24 a look at one makes the default NIO file system.
 */
public final class CoreTypes {
    private static final ConcurrentMap<String, TypeShape> SHAPES = new ConcurrentHashMap<>();

    private CoreTypes() {}

    /** The shape, read once for all; null where this is no class of the JDK's core. */
    public static TypeShape shape(String name) {
        TypeShape known = SHAPES.get(name);
        Class<?> type = known == null ? load(name) : null;
        if (type != null) {
            known = LoadedTypes.shape(type);
            SHAPES.putIfAbsent(name, known);
        }
        return known;
    }

    /** True if both are classes of the JDK's core, and the second is a super type of the first. */
    public static boolean isA(String name, String target) {
        Class<?> type = load(name);
        Class<?> above = type == null ? null : load(target);
        return above != null && above.isAssignableFrom(type);
    }

    /** True if the first is a class of the JDK's core, and the second is none of its super types. */
    public static boolean isNeverA(String name, String target) {
        Class<?> type = load(name);
        Class<?> above = type == null ? null : load(target);
        return type != null && (above == null || !above.isAssignableFrom(type));
    }

    /** The class, which is not initialised; null where this is none of the JDK's core. */
    public static Class<?> load(String name) {
        if (!name.startsWith("java.")) {
            return null;
        }
        try {
            return Class.forName(name, false, null);
        } catch (ClassNotFoundException elsewhere) {
            return null;
        }
    }
}
