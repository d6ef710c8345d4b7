package com.example.app;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;

/**
 * How long threads of this JVM have been ready to run while every processor was busy with others, as Linux counts it:
 * the control in a measurement of time on a machine that others use, too. Zero elsewhere.
 */
final class RunQueue {
    private static final File ALL = new File("/proc/self/task");

    private RunQueue() {}

    /** The calling thread, in nanoseconds since it was started. */
    static long ofThread() {
        return waited(new File("/proc/thread-self/schedstat"));
    }

    /** All threads that there are, together. */
    static long ofAll() {
        long sum = 0;
        File[] threads = ALL.listFiles();
        for (File thread : threads == null ? new File[0] : threads) {
            sum += waited(new File(thread, "schedstat"));
        }
        return sum;
    }

    private static long waited(File schedstat) {
        try {
            String text = new String(Files.readAllBytes(schedstat.toPath()), StandardCharsets.US_ASCII);
            return Long.parseLong(text.split(" ")[1]);
        } catch (IOException | RuntimeException notThere) {
            return 0; // not Linux, or a thread that has just ended
        }
    }
}
