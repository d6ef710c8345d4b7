package com.example.ledger;

/** One number for each name, in the transaction of the calling thread. */
public interface Accounts {
    int read(String name);

    void write(String name, int number);
}
