package io.lockgraft.testing;

import org.opentest4j.TestAbortedException;

/**
 * The quick form of the tests, {@code mvn verify -Pquick}: no process runs beside the JVM that runs the tests. A test
 * needs no mark to be left out. Whatever starts a process calls {@link #leaveOut} first, and that ends the test.
 */
public final class Quick {
    private static final boolean WANTED = Boolean.getBoolean("lockgraft.test.quick");

    private Quick() {}

    static boolean isWanted() {
        return WANTED;
    }

    /**
     * Ends the calling test as skipped in the quick form; does nothing in the others.
     *
     * @param process what the test is about to start, as in "Redis"
     */
    public static void leaveOut(String process) {
        leaveOut(process, WANTED);
    }

    static void leaveOut(String process, boolean quick) {
        if (quick) {
            throw Skipped.test("the quick form starts no " + process + "; mvn verify does");
        }
    }

    /** Loaded in tests alone: whoever starts a server without tests, as the benchmarks do, has no library of tests. */
    private static final class Skipped {
        static RuntimeException test(String why) {
            return new TestAbortedException(why);
        }
    }
}
