package io.lockgraft.asynchronous;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

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

    /** What is found out once for each class, and kept by that class. */
    static <T> ClassValue<T> perClass(Function<Class<?>, T> found) {
        return new ClassValue<T>() {
            @Override
            protected T computeValue(Class<?> type) {
                return found.apply(type);
            }
        };
    }

    /** Calls it; what it throws reaches the caller as it is. */
    public static Object call(Method method, Object target, Object... arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /** A public method, with Object in place of each class of the library. */
    public static MethodHandle handle(Class<?> type, String name, Class<?>... parameters)
            throws ReflectiveOperationException {
        MethodHandle found = MethodHandles.publicLookup().unreflect(type.getMethod(name, parameters));
        return found.asType(found.type().erase());
    }

    /**
     * An object of an interface of the application's, whose methods are told by their names.
     *
     * @param told its text, for debuggers and logs of the application
     */
    public static Object proxy(Class<?> type, Supplier<String> told, Function<String, Object> called) {
        return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
            if (method.getDeclaringClass() != Object.class) {
                return called.apply(method.getName());
            }
            Object identity = identity(proxy, method, arguments);
            return identity != null ? identity : told.get();
        });
    }

    /** What a proxy answers to {@code equals} and {@code hashCode}; null to {@code toString}. */
    static Object identity(Object proxy, Method method, Object[] arguments) {
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
