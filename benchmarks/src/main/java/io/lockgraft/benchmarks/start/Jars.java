package io.lockgraft.benchmarks.start;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** Jars of one class. */
public final class Jars {
    private Jars() {}

    /** Makes one with this class, and tells where. */
    public static Path of(Class<?> type, Path folder, Manifest manifest) throws IOException {
        Path file = folder.resolve(type.getSimpleName() + ".jar");
        String entry = type.getName().replace('.', '/') + ".class";
        try (OutputStream bytes = Files.newOutputStream(file);
                JarOutputStream out = new JarOutputStream(bytes, manifest);
                var in = type.getClassLoader().getResourceAsStream(entry)) {
            out.putNextEntry(new JarEntry(entry));
            in.transferTo(out);
        }
        return file;
    }
}
