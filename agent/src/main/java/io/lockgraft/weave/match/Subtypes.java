package io.lockgraft.weave.match;

import io.lockgraft.language.pattern.MethodPattern;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/** The same question as that of {@link Parents}, of a class that is loaded: the JVM knows what it extends. */
public final class Subtypes {
    private Subtypes() {}

    /** Whether the pattern takes the class by its name or by one of its super types. */
    public static boolean take(MethodPattern pattern, Class<?> type) {
        return pattern.namesType(type.getName()) || pattern.takesSubtypes() && reach(pattern, type);
    }

    private static boolean reach(MethodPattern pattern, Class<?> type) {
        if (isNamed(pattern, type.getSuperclass())) {
            return true;
        }
        for (Class<?> each : type.getInterfaces()) {
            if (isNamed(pattern, each)) {
                return true;
            }
        }
        return false;
    }

    /** Every class is an Object: as in class files, that is not what a pattern means. */
    private static boolean isNamed(MethodPattern pattern, Class<?> parent) {
        return parent != null
                && parent != Object.class
                && (pattern.namesType(parent.getName()) || reach(pattern, parent));
    }

    /** Puts super types before their subtypes: woven in this order, each finds what it extends. */
    public static void sort(List<Class<?>> types) {
        Collections.sort(types, new Comparator<Class<?>>() {
            @Override
            public int compare(Class<?> one, Class<?> other) {
                return Integer.compare(depth(one), depth(other));
            }
        });
    }

    private static int depth(Class<?> type) {
        int above = type.getSuperclass() == null ? 0 : depth(type.getSuperclass());
        for (Class<?> each : type.getInterfaces()) {
            above = Math.max(above, depth(each));
        }
        return above + 1;
    }
}
