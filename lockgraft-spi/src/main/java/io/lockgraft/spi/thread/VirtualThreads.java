package io.lockgraft.spi.thread;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** Tells virtual threads from others, on JVMs that have none, too. */
public final class VirtualThreads {
    /** Null before Java 19. */
    private static final MethodHandle IS_VIRTUAL = isVirtual();

    private VirtualThreads() {}

    /** Whether the caller is one. */
    public static boolean isCurrent() {
        if (IS_VIRTUAL == null) {
            return false;
        }
        try {
            return (boolean) IS_VIRTUAL.invokeExact(Thread.currentThread());
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private static MethodHandle isVirtual() {
        try {
            return MethodHandles.publicLookup()
                    .findVirtual(Thread.class, "isVirtual", MethodType.methodType(boolean.class));
        } catch (ReflectiveOperationException older) {
            return null;
        }
    }
}
