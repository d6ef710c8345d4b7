package io.lockgraft.it;

import io.lockgraft.testing.Jdks;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

/** Which of the JDKs of this machine ({@link Jdks}) a test runs on. */
final class Jvms {
    private static final Map<Integer, Jvm> FOUND = new TreeMap<>();

    static {
        Jdks.homes().forEach((version, home) -> FOUND.put(version, new Jvm(version, home.toFile())));
    }

    private Jvms() {}

    /**
     * All of them, the oldest first: for what the JVM has a part in, class files, loaders, threads, interrupts, the start and
     * the end; and for what an application is told by the outcomes of its calls and where Redis is ill. The kinds of lock, how
     * they are held, and whatever is between JVMs and servers are the same on all.
     */
    static Collection<Jvm> all() {
        return FOUND.values();
    }

    /** The one that runs the tests. */
    static Jvm running() {
        return FOUND.get(Runtime.version().feature());
    }
}
