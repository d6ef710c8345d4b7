package io.lockgraft.language.expression.handle;

import io.lockgraft.language.type.loader.PlatformLoader;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/**
 * Gives look-ups that see all of a class: of the application always the class's own, so that names are resolved as it
 * resolves them; one look-up for two web applications would break the JVM's loader constraints.
 *
 * <p>Members are found by name and type and not by reflection: reflection lists all members of a class first, and fails
 * where any of them names a class that is not there.
 */
public final class Lookups {
    private static final int ALL_MODES = MethodHandles.Lookup.PUBLIC
            | MethodHandles.Lookup.PRIVATE
            | MethodHandles.Lookup.PROTECTED
            | MethodHandles.Lookup.PACKAGE;

    private static final Method PRIVATE_LOOKUP_IN = privateLookupIn();
    private static final Constructor<MethodHandles.Lookup> JAVA_8 = PRIVATE_LOOKUP_IN == null ? java8() : null;

    private Lookups() {}

    /** A look-up that sees what this class sees; a public one for classes of the JDK. */
    public static MethodHandles.Lookup in(Class<?> type, Access access) throws ReflectiveOperationException {
        ClassLoader loader = type.getClassLoader();
        if (loader == null || loader == PlatformLoader.get()) {
            return MethodHandles.publicLookup();
        }
        try {
            if (JAVA_8 != null) {
                return JAVA_8.newInstance(type, ALL_MODES);
            }
            access.open(type);
            return (MethodHandles.Lookup) PRIVATE_LOOKUP_IN.invoke(null, type, MethodHandles.lookup());
        } catch (InvocationTargetException e) {
            Throwable cause = e.getCause();
            throw cause instanceof ReflectiveOperationException
                    ? (ReflectiveOperationException) cause
                    : new IllegalAccessException(String.valueOf(cause));
        }
    }

    private static Method privateLookupIn() {
        try {
            return MethodHandles.class.getMethod("privateLookupIn", Class.class, MethodHandles.Lookup.class);
        } catch (NoSuchMethodException java8) {
            return null;
        }
    }

    private static Constructor<MethodHandles.Lookup> java8() {
        try {
            Constructor<MethodHandles.Lookup> made =
                    MethodHandles.Lookup.class.getDeclaredConstructor(Class.class, int.class);
            made.setAccessible(true);
            return made;
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("this Java 8 has no Lookup(Class, int)", e);
        }
    }
}
