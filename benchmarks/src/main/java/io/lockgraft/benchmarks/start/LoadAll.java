package io.lockgraft.benchmarks.start;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/** Defines the classes of a jar, already read into memory, and prints how many nanoseconds that took. */
public final class LoadAll extends ClassLoader {
    private LoadAll() {
        super(null);
    }

    public static void main(String[] args) throws Exception {
        Map<String, byte[]> classes = new HashMap<>();
        try (JarFile jar = new JarFile(args[0])) {
            for (JarEntry entry : Collections.list(jar.entries())) {
                String name = entry.getName().replace('/', '.').replace(".class", "");
                classes.put(name, jar.getInputStream(entry).readAllBytes());
            }
        }
        LoadAll loader = new LoadAll();
        long begun = System.nanoTime();
        for (Map.Entry<String, byte[]> each : classes.entrySet()) {
            loader.defineClass(each.getKey(), each.getValue(), 0, each.getValue().length);
        }
        System.out.println(System.nanoTime() - begun);
    }
}
