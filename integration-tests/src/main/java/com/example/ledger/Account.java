package com.example.ledger;

import javax.persistence.Entity;
import javax.persistence.Id;
import javax.persistence.Table;

/** One row, for JPA. */
@Entity
@Table(name = "account")
public class Account {
    @Id
    private String name;

    private int number;

    int number() {
        return number;
    }

    void number(int written) {
        number = written;
    }
}
