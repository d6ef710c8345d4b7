package com.example.app;

/** Reads a number, thinks, writes it back plus one: right only while one call at a time does so. */
public class Counter {
    public void add(String key) {
        int seen = Witness.enter(key);
        Thread.yield();
        Witness.exit(key, seen + 1);
    }
}
