package com.example.app;

/** A job that takes the same key again and again. */
public final class Repeating {
    private volatile boolean over;
    private volatile int calls;

    /** Says that its body runs once the key has been taken for the first time. */
    public int over(String key) throws InterruptedException {
        Counter counter = new Counter();
        counter.add(key);
        Stage.body();
        for (calls = 1; !over; calls++) {
            counter.add(key);
        }
        return calls;
    }

    public String stop(String key) {
        over = true;
        return "stopped";
    }
}
