package com.example.tickets.demo;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** The auditor: counts the tickets that were really printed, whatever the tills say. */
public final class Books {
    private Books() {}

    /** Argument: the JDBC URL. Prints {@code printed=187} and {@code left=55}. */
    public static void main(String[] args) throws SQLException {
        try (Connection database = DriverManager.getConnection(args[0]);
                Statement statement = database.createStatement()) {
            System.out.println("printed=" + count(statement, "select count(*) from tickets"));
            System.out.println("left=" + count(statement, "select tickets_left from shows"));
        }
    }

    private static int count(Statement statement, String query) throws SQLException {
        try (ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getInt(1);
        }
    }
}
