package com.example.app;

/** Methods that are interrupted while they wait for their lock, and one that holds it meanwhile. */
public class Patient {
    public void declared(String key) throws InterruptedException {
        count(key, () -> {});
    }

    public void undeclared(String key) {
        count(key, () -> {});
    }

    public void hold(String key, Runnable meanwhile) {
        count(key, meanwhile);
    }

    /** What all of them do under their lock. */
    static void count(String key, Runnable meanwhile) {
        int seen = Witness.enter(key);
        meanwhile.run();
        Witness.exit(key, seen + 1);
    }
}
