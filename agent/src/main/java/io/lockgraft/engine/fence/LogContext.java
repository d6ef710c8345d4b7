package io.lockgraft.engine.fence;

import static java.lang.invoke.MethodType.methodType;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;

/** The thread's context of one logging library, as one class of the application sees it. */
final class LogContext {
    private final LogLibrary library;
    private final MethodHandle get;
    private final MethodHandle put;
    private final MethodHandle remove;

    /** Beside the library's entry class, by that class's loader. */
    LogContext(LogLibrary library, Class<?> entry) throws ReflectiveOperationException {
        Class<?> type = Class.forName(library.context(), false, entry.getClassLoader());
        MethodHandles.Lookup lookup = MethodHandles.publicLookup();
        this.library = library;
        this.get = lookup.unreflect(type.getMethod("get", String.class)).asType(methodType(Object.class, String.class));
        this.put = lookup.unreflect(put(type)).asType(methodType(void.class, String.class, Object.class));
        this.remove =
                lookup.unreflect(type.getMethod("remove", String.class)).asType(methodType(void.class, String.class));
    }

    /** Of log4j 1 it takes an Object, of the others a String. */
    private static Method put(Class<?> type) throws NoSuchMethodException {
        try {
            return type.getMethod("put", String.class, String.class);
        } catch (NoSuchMethodException log4j1) {
            return type.getMethod("put", String.class, Object.class);
        }
    }

    LogLibrary library() {
        return library;
    }

    Object get(String name) {
        try {
            return (Object) get.invokeExact(name);
        } catch (Throwable e) {
            throw failure(e);
        }
    }

    /** @param value null: it is not there */
    void set(String name, Object value) {
        try {
            if (value == null) {
                remove.invokeExact(name);
            } else {
                put.invokeExact(name, value);
            }
        } catch (Throwable e) {
            throw failure(e);
        }
    }

    /** The methods declare no checked exception. */
    static RuntimeException failure(Throwable thrown) {
        if (thrown instanceof Error) {
            throw (Error) thrown;
        }
        return thrown instanceof RuntimeException ? (RuntimeException) thrown : new IllegalStateException(thrown);
    }
}
