package io.lockgraft.engine.site;

import io.lockgraft.language.type.MethodShape;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;

/**
 * The monitor of a synchronized method, which its calls enter inside of their lock. A thread that has entered it before
 * and waits for the lock may wait for ever: for a call that has the lock and waits for the monitor. The application had
 * no such circle; the agent cannot open it, but tells of it.
 */
final class InnerMonitor {
    private InnerMonitor() {}

    /** True if the method of the class file was synchronized and that of the class is no more. */
    static boolean isOf(Class<?> owner, MethodShape method) {
        if (!Modifier.isSynchronized(method.modifiers())) {
            return false;
        }
        try {
            MethodType type = MethodType.fromMethodDescriptorString(method.descriptor(), owner.getClassLoader());
            Method own = owner.getDeclaredMethod(method.name(), type.parameterArray());
            return !Modifier.isSynchronized(own.getModifiers());
        } catch (ReflectiveOperationException | LinkageError | RuntimeException e) {
            // The types of its other methods cannot be had; then nothing is told.
            return false;
        }
    }
}
