package com.example.ledger;

/** A ledger behind its interface. */
public class PaperBook extends Ledger implements Book {
    PaperBook(Accounts accounts) {
        super(accounts);
    }
}
