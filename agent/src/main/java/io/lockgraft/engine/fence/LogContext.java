package io.lockgraft.engine.fence;

import static java.lang.invoke.MethodType.methodType;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;

/** The thread's context of one logging library, as one class of the application sees it. */
final class LogContext {
    static final Object NOT_SET = new Object();

    final LogLibrary library;
    private final MethodHandle get;
    private final MethodHandle put;
    private final MethodHandle remove;

    /** Beside the library's entry class, by that class's loader. */
    LogContext(LogLibrary library, Class<?> entry) throws ReflectiveOperationException {
        Class<?> type = Class.forName(library.context, false, entry.getClassLoader());
        MethodHandles.Lookup lookup = MethodHandles.publicLookup();
        this.library = library;
        this.get = lookup.unreflect(type.getMethod("get", String.class)).asType(methodType(Object.class, String.class));
        this.put = lookup.unreflect(put(type)).asType(methodType(void.class, String.class, Object.class));
        this.remove =
                lookup.unreflect(type.getMethod("remove", String.class)).asType(methodType(void.class, String.class));
    }

    /** Finds {@code put}: it takes an Object in log4j 1, a String in the others. */
    private static Method put(Class<?> type) throws NoSuchMethodException {
        try {
            return type.getMethod("put", String.class, String.class);
        } catch (NoSuchMethodException log4j1) {
            return type.getMethod("put", String.class, Object.class);
        }
    }

    /** NOT_SET where the library fails. */
    Object get(String name) {
        try {
            return (Object) get.invokeExact(name);
        } catch (Throwable e) {
            tell(e);
            return NOT_SET;
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
            tell(e);
        }
    }

    /** A token is for a log's reader here: that it is not in a line must not fail the call. */
    private void tell(Throwable e) {
        if (e instanceof Error && !(e instanceof LinkageError)) {
            throw (Error) e;
        }
        ToldToken.FAILURES.warn(() -> library.context + " failed; log lines may lack the fence token", e);
    }
}
