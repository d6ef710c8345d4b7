package com.example.app;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;

/**
 * How long threads of this JVM have been ready to run while every processor was busy with others, as Linux counts it:
 * the control in a measurement of time on a machine that others use, too. Those others may be beside this machine, where
 * it is a virtual one: what its host took of any processor counts, for nobody tells whose time it was. Zero elsewhere.
 */
final class RunQueue {
    private static final File ALL = new File("/proc/self/task");
    private static final File PROCESSORS = new File("/proc/stat");
    private static final int STOLEN = 8;
    private static final long TICK = 10_000_000;

    private RunQueue() {}

    /** The calling thread, in nanoseconds since it was started. */
    static long ofThread() {
        return waited(new File("/proc/thread-self/schedstat")) + stolen();
    }

    /** All threads that there are, together. */
    static long ofAll() {
        long sum = 0;
        File[] threads = ALL.listFiles();
        for (File thread : threads == null ? new File[0] : threads) {
            sum += waited(new File(thread, "schedstat"));
        }
        return sum + stolen();
    }

    private static long waited(File schedstat) {
        return number(schedstat, 1);
    }

    private static long stolen() {
        return TICK * number(PROCESSORS, STOLEN);
    }

    private static long number(File file, int field) {
        try {
            String text = new String(Files.readAllBytes(file.toPath()), StandardCharsets.US_ASCII);
            return Long.parseLong(text.split("[ \n]+")[field]);
        } catch (IOException | RuntimeException notThere) {
            return 0; // not Linux, or a thread that has just ended
        }
    }
}
