package io.lockgraft.weave.match;

import io.lockgraft.language.pattern.MethodPattern;
import java.util.ArrayList;
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

    /** Every class is an Object: as in class files, that is not what a pattern means. */
    private static boolean reach(MethodPattern pattern, Class<?> type) {
        for (Class<?> parent : parents(type)) {
            if (parent != Object.class && (pattern.namesType(parent.getName()) || reach(pattern, parent))) {
                return true;
            }
        }
        return false;
    }

    /** The super class, if any, and the interfaces. */
    static List<Class<?>> parents(Class<?> type) {
        List<Class<?>> parents = new ArrayList<>();
        if (type.getSuperclass() != null) {
            parents.add(type.getSuperclass());
        }
        Collections.addAll(parents, type.getInterfaces());
        return parents;
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
        int above = 0;
        for (Class<?> each : parents(type)) {
            above = Math.max(above, depth(each));
        }
        return above + 1;
    }
}
