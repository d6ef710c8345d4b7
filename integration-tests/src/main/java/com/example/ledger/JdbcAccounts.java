package com.example.ledger;

import org.springframework.jdbc.core.JdbcTemplate;

/** By Spring's JdbcTemplate. */
final class JdbcAccounts implements Accounts {
    private final JdbcTemplate jdbc;

    JdbcAccounts(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    @Override
    public int read(String name) {
        return jdbc.queryForObject("select number from account where name = ?", Integer.class, name);
    }

    @Override
    public void write(String name, int number) {
        jdbc.update("update account set number = ? where name = ?", number, name);
    }
}
