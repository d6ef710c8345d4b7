package com.example.bench;

/** What a method of the shop does with an order; the benchmark says what that is. */
public interface Work {
    void on(Order order);
}
