package com.example.ledger;

import org.springframework.transaction.annotation.Transactional;

/** Calls the ledger in transactions of its own. */
public class Bookkeeper {
    private final Ledger ledger;

    Bookkeeper(Ledger ledger) {
        this.ledger = ledger;
    }

    @Transactional
    public void add(String account, String until) {
        ledger.add(account, until, false);
        Thread.yield();
    }

    @Transactional
    public void addInNew(String account, String until) {
        ledger.addInNew(account, until, false);
        Thread.yield();
    }

    /** One entry that counts; and one that is taken back, where the account's transaction goes on all the same. */
    @Transactional
    public void addNested(String account, String until, boolean alsoFailing) {
        if (alsoFailing) {
            try {
                ledger.addNested(account, until, true);
            } catch (Refused e) {
                Thread.yield();
            }
        }
        ledger.addNested(account, until, false);
        Thread.yield();
    }
}
