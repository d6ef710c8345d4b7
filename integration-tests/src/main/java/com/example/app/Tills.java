package com.example.app;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Counts that only a lock keeps right. */
public class Tills {
    private final Map<String, Integer> counts = new ConcurrentHashMap<>();

    public void add(String till) {
        Integer before = counts.get(till);
        Thread.yield();
        counts.put(till, before == null ? 1 : before + 1);
    }

    public synchronized String hold(String till) {
        return Eye.look(till) + (Thread.holdsLock(this) ? " with the monitor" : " without the monitor");
    }

    public static String look(String till) {
        return Eye.look(till);
    }

    int count(String till) {
        return counts.get(till);
    }
}
