package com.example.app;

import io.lockgraft.api.Locks;
import java.util.ArrayList;
import java.util.List;

/**
 * Calls locked methods, one right after the other, until it is told a line. It ends at once, and badly, when a call
 * fails or a store refuses a token.
 */
public final class SteadyApp {
    private static final String FENCED = "fenced-";
    private static final int SLICE_MILLIS = 20;

    private static volatile boolean isOver;

    /** Arguments: a key for each thread, as {@code A=300} where its bodies take 300 ms. */
    public static void main(String[] args) throws Exception {
        SteadyApp app = new SteadyApp();
        List<Thread> threads = new ArrayList<>();
        for (String each : args) {
            String[] key = each.split("=");
            Thread thread = new Thread(() -> app.call(key[0], Integer.parseInt(key[1])));
            thread.start();
            threads.add(thread);
        }
        if (System.in.read() < 0) {
            System.exit(2);
        }
        isOver = true;
        for (Thread each : threads) {
            each.join();
        }
    }

    private void call(String key, int millis) {
        try {
            while (!isOver) {
                if (key.startsWith(FENCED)) {
                    write(key, millis);
                } else {
                    add(key, millis);
                }
            }
        } catch (Throwable e) {
            e.printStackTrace();
            System.exit(1);
        }
    }

    private void add(String key, int millis) throws InterruptedException {
        int seen = Witness.enter(key);
        work(millis);
        Witness.exit(key, seen + 1);
    }

    private void write(String key, int millis) throws InterruptedException {
        int seen = Witness.enter(key);
        long token = Locks.fence().getAsLong();
        if (!Witness.write(key, token)) {
            throw new IllegalStateException("refused " + token);
        }
        work(millis);
        Witness.exit(key, seen + 1);
    }

    /** One write, as a stage calls it. */
    public String once(String key) throws InterruptedException {
        write(key, 0);
        return "written";
    }

    private static void work(int millis) throws InterruptedException {
        for (int left = millis; left > 0 && !isOver; left -= SLICE_MILLIS) {
            Thread.sleep(Math.min(SLICE_MILLIS, left));
        }
    }
}
