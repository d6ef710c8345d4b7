package com.example.ledger;

/** What an entry throws after it has written, so that its transaction is rolled back. */
public final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1;

    Refused(String account) {
        super("an entry in " + account + " was refused");
    }
}
