package io.lockgraft.benchmarks.jmh;

import io.lockgraft.benchmarks.harness.Jvm;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.jar.JarFile;

/** The agent's own look whether there is room on the stack, out of its jar, without the agent. */
final class StackRoom {
    private static final String NAME = "io.lockgraft.engine.thread.StackRoom";

    /** A constant to the compiler, so that calling it is a plain call. */
    private static final MethodHandle FOR_LOCK = find();

    private StackRoom() {}

    static void look(long chance) {
        try {
            FOR_LOCK.invokeExact(chance);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private static MethodHandle find() {
        try {
            var method = new Loader().loadClass(NAME).getDeclaredMethod("forLock", long.class);
            method.setAccessible(true);
            return MethodHandles.lookup().unreflect(method).asType(MethodType.methodType(void.class, long.class));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(NAME + " has changed, and this class must follow", e);
        }
    }

    /** Finds it where the jar keeps what no other loader is to see. */
    private static final class Loader extends ClassLoader {
        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            String entry = "lockgraft/" + name.replace('.', '/') + ".classdata";
            try (JarFile jar = new JarFile(Jvm.agent().toFile());
                    InputStream in = jar.getInputStream(jar.getEntry(entry))) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
