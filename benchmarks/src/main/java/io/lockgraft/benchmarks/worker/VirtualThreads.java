package io.lockgraft.benchmarks.worker;

import java.util.concurrent.ThreadFactory;

/** Makes virtual threads, from code that Java 17 compiles. */
public final class VirtualThreads {
    /** Java 19 and 20 have the method too, and refuse to run it. */
    private static final int FIRST = 21;

    private VirtualThreads() {}

    /** What to tell where this JVM has none; null where it has them. */
    public static String lacking() {
        int java = Runtime.version().feature();
        return java >= FIRST
                ? null
                : "Java " + java + " has no virtual threads: set JAVA_HOME to a JDK " + FIRST + " or newer";
    }

    /** {@code Thread.ofVirtual().factory()}. */
    static ThreadFactory factory() throws ReflectiveOperationException {
        Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
        return (ThreadFactory)
                Class.forName("java.lang.Thread$Builder").getMethod("factory").invoke(builder);
    }
}
