package io.lockgraft.store.jdbc.dialect;

import io.lockgraft.spi.table.RefusedException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * What a session of PostgreSQL keeps for its connection. Behind a pooler the next statement may run in another session,
 * so nothing is kept there.
 */
final class PostgreSqlSession {
    /** The driver's setting: after how many executions of a statement the server keeps it. 0 for never. */
    static final String PREPARE = "prepareThreshold";

    /** As the driver has it by default. */
    private static final int EXECUTIONS = 5;

    private PostgreSqlSession() {}

    /** The server's process is the one that the driver was told at its login. A pooler tells a number of its own. */
    static boolean isOwn(Connection connection) throws SQLException {
        try {
            Object told = connection.getClass().getMethod("getBackendPID").invoke(connection);
            return told.toString().equals(text(connection, "SELECT pg_backend_pid()"));
        } catch (ReflectiveOperationException e) {
            return false; // another driver
        }
    }

    /**
     * The server parses and plans a statement once, unless the URL says something else. A plan that reads the whole
     * table because it is small would be kept when the table has grown, so there is none.
     */
    static void keepPlans(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET enable_seqscan = off");
        }
        if (!connection.getMetaData().getURL().contains(PREPARE)) {
            try {
                connection
                        .getClass()
                        .getMethod("setPrepareThreshold", int.class)
                        .invoke(connection, EXECUTIONS);
            } catch (ReflectiveOperationException e) {
                throw new SQLException("the driver keeps no statements", e);
            }
        }
    }

    static RefusedException refuseIsolation(Connection connection) throws SQLException {
        return new RefusedException(
                "transactions of the database are " + text(connection, "SHOW transaction_isolation")
                        + ", and behind a pooler the store cannot change that; say ALTER ROLE "
                        + text(connection, "SELECT quote_ident(session_user)")
                        + " SET default_transaction_isolation = 'read committed', and reconnect the pooler",
                null);
    }

    private static String text(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet answer = statement.executeQuery(query)) {
            answer.next();
            return answer.getString(1);
        }
    }
}
