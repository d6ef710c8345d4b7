package io.lockgraft.store.jdbc.dialect;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/** Changes rows of a database whose UPDATE cannot pass over locked rows: it locks them by a SELECT before. */
final class Transactions {
    private Transactions() {}

    static List<String> change(Connection connection, String table, Change change) throws SQLException {
        connection.setAutoCommit(false);
        List<String> names;
        try {
            String lock = "SELECT name FROM " + table + " WHERE " + change.where() + " FOR UPDATE SKIP LOCKED";
            names = Dialect.names(connection, lock, change.names(), change.whereValues());
            if (!names.isEmpty()) {
                update(connection, table, change, names);
            }
            connection.commit();
        } catch (SQLException e) {
            undo(connection, e);
            throw e;
        }
        connection.setAutoCommit(true);
        return names;
    }

    private static void update(Connection connection, String table, Change change, List<String> names)
            throws SQLException {
        String sql = "UPDATE " + table + " SET " + change.set() + " WHERE name IN (" + Change.marks(names.size()) + ")";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            Change.fill(statement, change.setValues(), names).executeUpdate();
        }
    }

    /** Leaves the connection as it was; one that is broken stays as it is. */
    static void undo(Connection connection, SQLException because) {
        try {
            connection.rollback();
            connection.setAutoCommit(true);
        } catch (SQLException e) {
            because.addSuppressed(e);
        }
    }
}
