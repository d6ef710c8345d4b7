package com.example.app;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

/**
 * How long threads of this JVM have been ready to run since this was made, while every processor was busy with others,
 * as Linux counts it: the control in a measurement of time on a machine that others use, too. Where it is a virtual
 * one,
 * those others may be beside it: what its host took of the processor that it took most of counts as well, for nobody
 * tells whose time that was. Zero elsewhere.
 */
final class RunQueue {
    private static final File ALL = new File("/proc/self/task");
    private static final File THREAD = new File("/proc/thread-self/schedstat");
    private static final File PROCESSORS = new File("/proc/stat");
    private static final int WAITED = 1;
    private static final int STOLEN = 8;
    private static final long TICK = 10_000_000;

    private final long all = waitedOfAll();
    private final List<Long> stolen = stolen();
    private final long thread = number(read(THREAD), WAITED);

    /** The calling thread, which must be the one that made this, in nanoseconds. */
    long ofThread() {
        return number(read(THREAD), WAITED) - thread + stolenSince();
    }

    /** All threads that there are, together. */
    long ofAll() {
        return waitedOfAll() - all + stolenSince();
    }

    private static long waitedOfAll() {
        long sum = 0;
        File[] threads = ALL.listFiles();
        for (File thread : threads == null ? new File[0] : threads) {
            sum += number(read(new File(thread, "schedstat")), WAITED);
        }
        return sum;
    }

    private long stolenSince() {
        long most = 0;
        List<Long> now = stolen();
        for (int i = 0; i < Math.min(now.size(), stolen.size()); i++) {
            most = Math.max(most, now.get(i) - stolen.get(i));
        }
        return TICK * most;
    }

    /** Of each processor, in ticks. */
    private static List<Long> stolen() {
        List<Long> ticks = new ArrayList<>();
        for (String line : read(PROCESSORS).split("\n")) {
            if (line.matches("cpu[0-9].*")) {
                ticks.add(number(line, STOLEN));
            }
        }
        return ticks;
    }

    private static long number(String line, int field) {
        String[] fields = line.trim().split(" +");
        return fields.length > field ? Long.parseLong(fields[field]) : 0;
    }

    /** Nothing where it is not there: another system than Linux, or a thread that has just ended. */
    private static String read(File file) {
        try {
            return new String(Files.readAllBytes(file.toPath()), StandardCharsets.US_ASCII);
        } catch (IOException notThere) {
            return "";
        }
    }
}
