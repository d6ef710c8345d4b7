package com.example.bench;

/** The methods that are locked: by Lockgraft as they stand here, by the others from around them. */
public class Shop {
    private final Work work;

    public Shop(Work work) {
        this.work = work;
    }

    /** One order at a time for each number. */
    public void pay(Order order) {
        work.on(order);
    }

    /** The same, where one JVM has the same orders again and again. */
    public void payOften(Order order) {
        work.on(order);
    }

    /** The same, where few calls of one JVM come in a row. */
    public void payInShortTurns(Order order) {
        work.on(order);
    }

    /** The same, where the calls of one JVM come in a row for long. */
    public void payInLongTurns(Order order) {
        work.on(order);
    }

    /** All lines of an order at once. */
    public void take(Order order) {
        work.on(order);
    }

    /** Shared with others that look. */
    public void look(Order order) {
        work.on(order);
    }

    /** Excludes those that look. */
    public void change(Order order) {
        work.on(order);
    }
}
