package io.lockgraft.store.jdbc;

import io.lockgraft.conformance.server.LookedInto;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** A server of a database in a process or a thread of its own, and a connection to it that looks from outside. */
abstract class Database implements LookedInto, AutoCloseable {
    private Connection witness;

    /** The URL of the tests' database behind this port. */
    abstract String url(int port);

    final String url() {
        return url(port());
    }

    /** The same for tests that look in from outside. */
    String directUrl() {
        return url();
    }

    final JdbcSettings settings(String url) {
        return settings(url, true);
    }

    static JdbcSettings settings(String url, boolean createTable) {
        return settings(url, createTable, JdbcSettings.TABLE);
    }

    static JdbcSettings settings(String url, boolean createTable, String table) {
        return new JdbcSettings(url, null, null, null, null, table, createTable, 2_000, 0);
    }

    final synchronized Connection witness() throws SQLException {
        if (witness == null || witness.isClosed()) {
            witness = DriverManager.getConnection(directUrl());
        }
        return witness;
    }

    final synchronized int update(String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = witness().prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            return statement.executeUpdate();
        }
    }

    private String now() {
        return settings(url()).dialect().now();
    }

    @Override
    public boolean isHeld(String key) throws SQLException {
        return !told("SELECT name FROM lockgraft WHERE name = ? AND ends > " + now(), key)
                .isEmpty();
    }

    @Override
    public Set<String> left(List<String> keys) throws SQLException {
        Set<String> left = new TreeSet<>();
        for (String key : keys) {
            left.addAll(told("SELECT owner FROM lockgraft WHERE name = ? AND ends > " + now(), key));
            left.addAll(told("SELECT holders FROM lockgraft WHERE name = ? AND ends > " + now(), key));
            left.addAll(told("SELECT queue FROM lockgraft WHERE name = ?", key));
        }
        left.remove("-");
        return left;
    }

    /** As an administrator does: the row stays, for the tokens in it. */
    @Override
    public void delete(String key) throws SQLException {
        update("UPDATE lockgraft SET owner = '-', holders = '-', ends = 0, version = version + 1 WHERE name = ?", key);
    }

    final synchronized Set<String> told(String sql, Object... values) throws SQLException {
        Set<String> told = new TreeSet<>();
        try (PreparedStatement statement = witness().prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    told.add(rows.getString(1));
                }
            }
        }
        return told;
    }

    @Override
    public void close() throws Exception {
        if (witness != null) {
            witness.close();
        }
    }
}
