package io.lockgraft.benchmarks.start;

import io.lockgraft.benchmarks.worker.Recorder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.StringJoiner;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * Defines the classes of a jar, already read into memory, and prints how many nanoseconds that took; if asked to, again
 * and again, in a new loader each time.
 */
public final class LoadAll extends ClassLoader {
    private LoadAll() {
        // With a parent, as an application's loaders have: AspectJ finds its aspects by it.
        super(LoadAll.class.getClassLoader());
    }

    /** Where the flight recorder writes what it sees meanwhile; not there, it is off. */
    public static final String RECORDING = "benchmarks.recording";

    /** @param args the jar, and how often; once, if that is not said */
    public static void main(String[] args) throws Exception {
        Map<String, byte[]> classes = read(args[0]);
        int times = args.length == 1 ? 1 : Integer.parseInt(args[1]);
        StringJoiner nanos = new StringJoiner(" ");
        Recorder recorder = System.getProperty(RECORDING) == null ? null : new Recorder();
        if (recorder != null) {
            recorder.start();
        }
        for (int i = 0; i < times; i++) {
            nanos.add(Long.toString(define(classes)));
            if (times > 1) {
                System.gc(); // or nothing unloads the classes that nobody has any more
            }
        }
        if (recorder != null) {
            recorder.stop(Path.of(System.getProperty(RECORDING)));
        }
        System.out.println(nanos);
    }

    private static long define(Map<String, byte[]> classes) {
        LoadAll loader = new LoadAll();
        long begun = System.nanoTime();
        for (Map.Entry<String, byte[]> each : classes.entrySet()) {
            loader.defineClass(each.getKey(), each.getValue(), 0, each.getValue().length);
        }
        return System.nanoTime() - begun;
    }

    /** By their names. */
    static Map<String, byte[]> read(String file) throws IOException {
        Map<String, byte[]> classes = new HashMap<>();
        try (JarFile jar = new JarFile(file)) {
            for (JarEntry entry : Collections.list(jar.entries())) {
                String name = entry.getName().replace('/', '.').replace(".class", "");
                classes.put(name, jar.getInputStream(entry).readAllBytes());
            }
        }
        return classes;
    }
}
