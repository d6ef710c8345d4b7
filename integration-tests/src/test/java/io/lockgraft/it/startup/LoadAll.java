package io.lockgraft.it.startup;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;

/** Loads the classes of a jar and prints how many nanoseconds that took. */
public final class LoadAll {
    private LoadAll() {}

    public static void main(String[] args) throws Exception {
        int classes = Integer.parseInt(args[1]);
        URL[] jar = {Path.of(args[0]).toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(jar, null)) {
            long begin = System.nanoTime();
            for (int i = 0; i < classes; i++) {
                loader.loadClass("org.other.part" + i % 100 + ".Class" + i);
            }
            System.out.println(System.nanoTime() - begin);
        }
    }
}
