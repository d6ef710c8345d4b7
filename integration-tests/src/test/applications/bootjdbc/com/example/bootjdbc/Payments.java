package com.example.bootjdbc;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

public class Payments {
    /** Looks whether its own lock is in the database, by a driver that it leaves to the DriverManager to find. */
    public String pay(String key) throws SQLException {
        try (Connection database = DriverManager.getConnection(System.getProperty("database"));
                PreparedStatement look =
                        database.prepareStatement("select owner from lockgraft where name = ? and owner <> '-'")) {
            look.setString(1, "it:K:" + key);
            try (ResultSet row = look.executeQuery()) {
                return key + (row.next() ? " locked" : " without its lock");
            }
        }
    }
}
