package com.example.ledger;

/** What a ledger is to callers that know its interface alone. */
public interface Book {
    void add(String account, String until, boolean fails);
}
