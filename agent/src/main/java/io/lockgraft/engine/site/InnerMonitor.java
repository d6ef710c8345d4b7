package io.lockgraft.engine.site;

import io.lockgraft.language.type.MethodShape;
import io.lockgraft.language.type.loader.LoadedTypes;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;

/**
 * The monitor of a synchronized method, which its calls enter inside of their lock. A thread that has entered it before
 * and waits for the lock may wait for ever: for a call that has the lock and waits for the monitor. The application had
 * no such circle; the agent cannot open it, but tells of it.
 */
final class InnerMonitor {
    private InnerMonitor() {}

    /** Whether the method of the class file was synchronized and that of the class is no more. */
    static boolean isOf(Class<?> owner, MethodShape method) {
        if (!Modifier.isSynchronized(method.modifiers())) {
            return false;
        }
        try {
            for (Method each : owner.getDeclaredMethods()) {
                if (each.getName().equals(method.name())
                        && LoadedTypes.shape(each).descriptor().equals(method.descriptor())) {
                    return !Modifier.isSynchronized(each.getModifiers());
                }
            }
        } catch (LinkageError | RuntimeException e) {
            // The types of its other methods cannot be had; then nothing is told.
        }
        return false;
    }
}
