package io.lockgraft.asynchronous;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.LinkedHashSet;
import java.util.Set;

/** What classes of the application are, and their methods, which are called by name. */
public final class Types {
    private Types() {}

    /** The type itself and all that it extends and implements. */
    static Set<Class<?>> above(Class<?> type) {
        Set<Class<?>> found = new LinkedHashSet<>();
        add(type, found);
        return found;
    }

    /** What this class is, or is a subtype of, by that name; or null. */
    public static Class<?> named(String name, Class<?> type) {
        for (Class<?> each : above(type)) {
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

    /** What a proxy answers to {@code equals} and {@code hashCode}; null to {@code toString}. */
    public static Object identity(Object proxy, Method method, Object[] arguments) {
        switch (method.getName()) {
            case "equals":
                return proxy == arguments[0];
            case "hashCode":
                return System.identityHashCode(proxy);
            default:
                return null;
        }
    }

    /** Throws it, be it checked, where no exception is declared. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    static <T extends Throwable> RuntimeException asItIs(Throwable e) throws T {
        throw (T) e;
    }

    private static void add(Class<?> type, Set<Class<?>> found) {
        if (type != null && found.add(type)) {
            for (Class<?> each : type.getInterfaces()) {
                add(each, found);
            }
            add(type.getSuperclass(), found);
        }
    }
}
