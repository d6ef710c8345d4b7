package com.example.wildfly;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;

/** The table of accounts, in the transaction of the calling thread. */
final class Rows {
    private Rows() {}

    /** Adds one by reading and writing: what another transaction adds meanwhile is lost. */
    static void addOne(DataSource database, String account) throws SQLException {
        try (Connection connection = database.getConnection()) {
            int number = read(connection, account);
            try (PreparedStatement write =
                    connection.prepareStatement("update account set number = ? where name = ?")) {
                write.setInt(1, number + 1);
                write.setString(2, account);
                write.executeUpdate();
            }
        }
    }

    private static int read(Connection connection, String account) throws SQLException {
        try (PreparedStatement read = connection.prepareStatement("select number from account where name = ?")) {
            read.setString(1, account);
            try (ResultSet row = read.executeQuery()) {
                row.next();
                return row.getInt(1);
            }
        }
    }
}
