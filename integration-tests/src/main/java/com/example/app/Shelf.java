package com.example.app;

/** Bodies for each kind of lock, all of which the witness watches. */
public class Shelf {
    public void look(String key) {
        Witness.enterBeside(key);
        Thread.yield();
        Witness.leave(key);
    }

    public void tidy(String key) {
        count(key);
    }

    public void queue(String key) {
        count(key);
    }

    public void visit(String key) {
        Witness.enterBeside(key);
        Thread.yield();
        Witness.leave(key);
    }

    public void move(String from, String to) {
        countBoth(from, to);
    }

    public void swap(String one, String other) {
        countBoth(one, other);
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
