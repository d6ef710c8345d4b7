package io.lockgraft.benchmarks.start;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.description.modifier.Visibility;
import net.bytebuddy.implementation.FixedValue;

/** Classes {@code com.example.services.Service0} and so on, each with some methods, in a jar. */
public final class ServiceClasses {
    private static final int METHODS = 10;

    private ServiceClasses() {}

    /** The name of one. */
    public static String name(int number) {
        return "com.example.services.Service" + number;
    }

    /** Makes the jar, and tells where. */
    public static Path jar(Path folder, int classes) throws IOException {
        Path file = folder.resolve("services-" + classes + ".jar");
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file))) {
            for (int i = 0; i < classes; i++) {
                jar.putNextEntry(new JarEntry(name(i).replace('.', '/') + ".class"));
                jar.write(bytes(i));
            }
        }
        return file;
    }

    private static byte[] bytes(int number) {
        var made = new ByteBuddy().subclass(Object.class).name(name(number));
        for (int i = 0; i < METHODS; i++) {
            made = made.defineMethod(i == 0 ? "call" : "method" + i, String.class, Visibility.PUBLIC)
                    .withParameter(String.class, "order")
                    .intercept(FixedValue.value("done by " + number));
        }
        return made.make().getBytes();
    }
}
