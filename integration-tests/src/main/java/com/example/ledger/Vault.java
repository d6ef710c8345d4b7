package com.example.ledger;

import com.example.app.Stage;

/** Locked methods that know nothing of transactions. */
public class Vault {
    public void put(String key) {}

    /** Stays until something has happened, and then until a test says so. */
    void outlive(String key, Happening happening) throws Exception {
        happening.await();
        Stage.body();
        Stage.awaitFinish();
    }

    interface Happening {
        void await() throws Exception;
    }
}
