package com.example.app;

import java.util.ArrayList;
import java.util.List;

/** Very many threads that count on many keys, each of them on one after the other. */
public final class CrowdApp {
    private CrowdApp() {}

    /** Arguments: how many threads, how many keys, how many calls of each thread, on which of the keys it begins. */
    public static void main(String[] args) throws InterruptedException {
        int keys = Integer.parseInt(args[1]);
        int calls = Integer.parseInt(args[2]);
        Counter counter = new Counter();
        List<Thread> crowd = new ArrayList<>();
        for (int i = 0; i < Integer.parseInt(args[0]); i++) {
            int first = Integer.parseInt(args[3]) + i;
            Thread thread = new Thread(() -> {
                for (int call = 0; call < calls; call++) {
                    counter.add(String.valueOf((first + call) % keys));
                }
            });
            crowd.add(thread);
            thread.start();
        }
        for (Thread thread : crowd) {
            thread.join();
        }
    }
}
