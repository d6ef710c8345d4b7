package com.example.ledger;

import javax.persistence.EntityManager;

/** By JPA, which writes when the transaction is committed. */
final class JpaAccounts implements Accounts {
    private final EntityManager entities;

    /** @param entities that of the transaction, whichever it is */
    JpaAccounts(EntityManager entities) {
        this.entities = entities;
    }

    @Override
    public int read(String name) {
        return entities.find(Account.class, name).number();
    }

    @Override
    public void write(String name, int number) {
        entities.find(Account.class, name).number(number);
    }
}
