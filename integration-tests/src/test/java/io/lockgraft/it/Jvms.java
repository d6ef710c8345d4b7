package io.lockgraft.it;

import io.lockgraft.testing.Jdks;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;

/** Which of the JDKs of this machine ({@link Jdks}) a test runs on. */
final class Jvms {
    private Jvms() {}

    /**
     * The one that runs the tests; all in the whole suite. For what an application is told by the outcomes of its
     * calls, and where Redis is ill. The kinds of lock, how they are held, and whatever is between JVMs and servers run
     * on the running one alone.
     */
    static Collection<Jvm> usual() {
        return jvms(Jdks.usual());
    }

    /**
     * The oldest and the newest; all in the whole suite. For what the JVM has a part in: class files, loaders,
     * monitors, the start and the end.
     */
    static Collection<Jvm> extremes() {
        return jvms(Jdks.extremes());
    }

    /** All that have virtual threads. */
    static Collection<Jvm> virtual() {
        return jvms(Jdks.virtual());
    }

    /** The one that runs the tests. */
    static Jvm running() {
        int version = Runtime.version().feature();
        return jvm(version, Jdks.usual().get(version));
    }

    private static List<Jvm> jvms(SortedMap<Integer, Path> homes) {
        return homes.entrySet().stream()
                .map(each -> jvm(each.getKey(), each.getValue()))
                .toList();
    }

    private static Jvm jvm(int version, Path home) {
        return new Jvm(version, home.toFile());
    }
}
