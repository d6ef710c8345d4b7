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

    /** All of them, the oldest first: for whatever an application may meet with one Redis and some JVMs. */
    static Collection<Jvm> all() {
        return FOUND.values();
    }

    /** The one that runs the tests: for what is about several servers, the network, clocks or other programs. */
    static Jvm running() {
        return FOUND.get(Runtime.version().feature());
    }
}
