package io.lockgraft.it;

import io.lockgraft.testing.Jdks;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Which of the JDKs of this machine ({@link Jdks}) a test runs on. */
final class Jvms {
    private static final Map<Integer, Jvm> FOUND = new TreeMap<>();

    static {
        Jdks.homes().forEach((version, home) -> FOUND.put(version, new Jvm(version, home.toFile())));
    }

    private Jvms() {}

    /** All of them, the oldest first. */
    static Collection<Jvm> all() {
        return FOUND.values();
    }

    /**
     * The oldest and the newest: for what an application meets and no version of the JVM is known to change, as the
     * outcomes of its calls. What has to do with class files, class loaders, threads, interrupts or the start runs on
     * all.
     */
    static Collection<Jvm> oldestAndNewest() {
        List<Jvm> all = List.copyOf(FOUND.values());
        return new LinkedHashSet<>(List.of(all.get(0), all.get(all.size() - 1)));
    }

    /** The one that runs the tests: for what takes long, and for faults of Redis, of the network and of processes. */
    static Jvm running() {
        return FOUND.get(Runtime.version().feature());
    }
}
