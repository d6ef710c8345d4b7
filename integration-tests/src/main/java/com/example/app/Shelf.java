package com.example.app;

import java.util.concurrent.locks.LockSupport;

/** Bodies for each kind of lock, all of which the witness watches. */
public class Shelf {
    public void look(String key) {
        lookAt(key);
    }

    public void tidy(String key) {
        count(key);
    }

    public void queue(String key) {
        count(key);
    }

    public void visit(String key) {
        Witness.enterBeside(key);
        LockSupport.parkNanos(10_000_000); // long enough for others to come
        Witness.leave(key);
    }

    public void move(String from, String to) {
        countBoth(from, to);
    }

    public void swap(String one, String other) {
        countBoth(one, other);
    }

    public void compare(String one, String other) {
        lookAt(one, other);
    }

    public void match(String one, String other) {
        lookAt(one, other);
    }

    private static void lookAt(String... keys) {
        for (String key : keys) {
            Witness.enterBeside(key);
        }
        Thread.yield();
        for (String key : keys) {
            Witness.leave(key);
        }
    }

    private static void count(String key) {
        int seen = Witness.enter(key);
        Thread.yield();
        Witness.exit(key, seen + 1);
    }

    private static void countBoth(String one, String other) {
        int first = Witness.enter(one);
        int second = Witness.enter(other);
        Thread.yield();
        Witness.exit(one, first + 1);
        Witness.exit(other, second + 1);
    }
}
