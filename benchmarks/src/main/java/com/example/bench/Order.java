package com.example.bench;

import java.util.List;

/** What is paid, and by its number locked. One thread's own; it is filled anew for each call. */
public final class Order {
    private long number;
    private List<String> lines = List.of();
    private long begun;
    private boolean exclusive = true;

    public long getNumber() {
        return number;
    }

    public Order number(long value) {
        this.number = value;
        return this;
    }

    public List<String> getLines() {
        return lines;
    }

    public Order lines(List<String> value) {
        this.lines = value;
        return this;
    }

    /** When its method's body began, by System.nanoTime: up to then the call was waiting. */
    public long begun() {
        return begun;
    }

    public void begin(long now) {
        this.begun = now;
    }

    /** Whether no other body of its number may run beside its own. */
    public boolean isExclusive() {
        return exclusive;
    }

    public void exclusive(boolean value) {
        this.exclusive = value;
    }
}
