package com.example.ledger;

import com.example.app.Stage;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * Adds to accounts: reads the number, thinks, and writes it back plus one. Right only while nobody else does so until
 * the transaction is over; the rules lock all of these methods.
 */
public class Ledger {
    private final Accounts accounts;

    Ledger(Accounts accounts) {
        this.accounts = accounts;
    }

    /**
     * @param until which of the rules is meant
     * @param fails whether it throws after it has written
     */
    @Transactional
    public void add(String account, String until, boolean fails) {
        enter(account, fails);
    }

    @Transactional(propagation = Propagation.REQUIRES_NEW)
    public void addInNew(String account, String until, boolean fails) {
        enter(account, fails);
    }

    @Transactional(propagation = Propagation.NESTED)
    public void addNested(String account, String until, boolean fails) {
        enter(account, fails);
    }

    /** In the transaction of whoever calls it. */
    public void addPlain(String account, String until, boolean fails) {
        enter(account, fails);
    }

    /** Writes after the time of its transaction is over. */
    @Transactional(timeout = 1)
    public void addTooLate(String account, String until, boolean fails) throws InterruptedException {
        int seen = accounts.read(account);
        Thread.sleep(1_100);
        accounts.write(account, seen + 1);
    }

    private void enter(String account, boolean fails) {
        int seen = accounts.read(account);
        Thread.yield();
        accounts.write(account, seen + 1);
        if (fails) {
            throw new Refused(account);
        }
    }

    /** The same, with a test in between. */
    @Transactional
    public void hold(String account) throws InterruptedException {
        enterSlowly(account);
    }

    @Transactional(propagation = Propagation.REQUIRES_NEW)
    public void holdInNew(String account) throws InterruptedException {
        enterSlowly(account);
    }

    @Transactional(propagation = Propagation.NESTED)
    public void holdNested(String account) throws InterruptedException {
        enterSlowly(account);
    }

    /** In the transaction of whoever calls it. */
    public void holdPlain(String account) throws InterruptedException {
        enterSlowly(account);
    }

    private void enterSlowly(String account) throws InterruptedException {
        enter(account, false);
        Stage.body();
        Stage.awaitFinish();
    }

    @Transactional(propagation = Propagation.REQUIRES_NEW)
    public void holdBrieflyInNew(String account) {
        enter(account, false);
    }

    /** The same, with nobody in between. */
    @Transactional
    public void holdBriefly(String account) {
        enter(account, false);
    }
}
