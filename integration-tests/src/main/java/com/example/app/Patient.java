package com.example.app;

/** Methods that are interrupted while they wait for their lock. */
public class Patient {
    public void declared(String key) throws InterruptedException {
        int seen = Witness.enter(key);
        Witness.exit(key, seen + 1);
    }

    public void undeclared(String key) {
        int seen = Witness.enter(key);
        Witness.exit(key, seen + 1);
    }
}
