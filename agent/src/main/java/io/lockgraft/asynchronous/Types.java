package io.lockgraft.asynchronous;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.LinkedHashSet;
import java.util.Set;

/** What classes of the application are, and their methods, which are called by name. */
public final class Types {
    private Types() {}

    /** All interfaces of a class and of those above it; an interface is one of its own. */
    static Set<Class<?>> interfaces(Class<?> type) {
        Set<Class<?>> found = new LinkedHashSet<>();
        if (type.isInterface()) {
            found.add(type);
        }
        add(type, found);
        return found;
    }

    /** What this class is, or is a subtype of, by that name; or null. */
    public static Class<?> named(String name, Class<?> type) {
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            if (each.getName().equals(name)) {
                return each;
            }
        }
        for (Class<?> each : interfaces(type)) {
            if (each.getName().equals(name)) {
                return each;
            }
        }
        return null;
    }

    /** Calls it; what it throws reaches the caller as it is. */
    public static Object call(Method method, Object target, Object... arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
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
