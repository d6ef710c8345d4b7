package io.lockgraft.expression;

import io.lockgraft.type.LoadedTypes;
import io.lockgraft.type.TypeShape;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The classes of the JDK's core, which every loader sees alike: read once for all methods, by reflection, because they
 * are loaded anyway and their class files are slow to come by.
 */
final class Jdk {
    private static final ConcurrentMap<String, TypeShape> SHAPES = new ConcurrentHashMap<>();

    private Jdk() {}

    /** The shape, or null where this is no class of the bootstrap loader. */
    static TypeShape shape(String name) {
        TypeShape known = SHAPES.get(name);
        Class<?> type = known == null ? load(name) : null;
        if (type != null) {
            known = LoadedTypes.shape(type);
            SHAPES.putIfAbsent(name, known);
        }
        return known;
    }

    /** Whether this is a class of the JDK's core, and that is none of its super types. */
    static boolean isNeverA(String name, String target) {
        Class<?> type = load(name);
        Class<?> above = type == null ? null : load(target);
        return type != null && (above == null || !above.isAssignableFrom(type));
    }

    private static Class<?> load(String name) {
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
