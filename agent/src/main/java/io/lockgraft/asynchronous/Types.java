package io.lockgraft.asynchronous;

import java.util.LinkedHashSet;
import java.util.Set;

/** What classes of the application implement. */
final class Types {
    private Types() {}

    /** All interfaces of a class and of those above it. */
    static Set<Class<?>> interfaces(Class<?> type) {
        Set<Class<?>> found = new LinkedHashSet<>();
        add(type, found);
        return found;
    }

    private static void add(Class<?> type, Set<Class<?>> found) {
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            for (Class<?> above : each.getInterfaces()) {
                if (found.add(above)) {
                    add(above, found);
                }
            }
        }
    }
}
