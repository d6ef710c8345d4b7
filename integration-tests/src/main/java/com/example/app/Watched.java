package com.example.app;

/** What other agents load, change and look at before and after ours. */
public class Watched {
    public String look(String key) {
        return Eye.look(key) + " as written";
    }

    public synchronized String monitor(String key) {
        return Eye.look(key) + (Thread.holdsLock(this) ? " with the monitor" : " without the monitor");
    }
}
