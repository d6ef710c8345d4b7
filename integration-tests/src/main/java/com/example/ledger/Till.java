package com.example.ledger;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Adds to accounts in the unit of work of its thread. */
public class Till {
    public void add(String account, String until) throws SQLException {
        int seen;
        try (PreparedStatement read = Units.current().prepareStatement("select number from account where name = ?")) {
            read.setString(1, account);
            try (ResultSet row = read.executeQuery()) {
                row.next();
                seen = row.getInt(1);
            }
        }
        Thread.yield();
        try (PreparedStatement write =
                Units.current().prepareStatement("update account set number = ? where name = ?")) {
            write.setInt(1, seen + 1);
            write.setString(2, account);
            write.executeUpdate();
        }
    }
}
