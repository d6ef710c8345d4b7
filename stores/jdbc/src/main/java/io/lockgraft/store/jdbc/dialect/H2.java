package io.lockgraft.store.jdbc.dialect;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;

/** A server of H2. */
final class H2 extends Dialect {
    /** The session is the store's own. */
    private static final String BOUNDED = "SET LOCK_TIMEOUT 50";

    /** A lock time-out, a row that was changed meanwhile, a circle. */
    private static final List<String> LOCKED = Arrays.asList("HYT00", "90131", "40001");

    @Override
    public String product() {
        return "H2";
    }

    @Override
    public String driverClass() {
        return "org.h2.Driver";
    }

    @Override
    public String now() {
        return "CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) * 1000000 AS BIGINT)";
    }

    @Override
    public String ddl(String table) {
        return ddl(table, "VARCHAR(600)", "BIGINT", "VARCHAR(400)", "VARCHAR(1000000)", "");
    }

    /** The first schema of the search path need not have the table: a later one may. */
    @Override
    public String schema(Connection connection, String table) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT name FROM " + table + " WHERE 1 = 0");
                ResultSet none = statement.executeQuery()) {
            return none.getMetaData().getSchemaName(1);
        }
    }

    /** H2 bounds a question by this alone; it has no abort. */
    @Override
    public void prepare(Properties login, String application, int millis) {
        login.setProperty("NETWORK_TIMEOUT", String.valueOf(millis));
    }

    @Override
    public String neededInPlaceOf(DatabaseMetaData server) throws SQLException {
        String[] version = server.getDatabaseProductVersion().split("[. ]");
        boolean isNew = server.getDatabaseMajorVersion() > 2
                || server.getDatabaseMajorVersion() == 2
                        && (server.getDatabaseMinorVersion() > 2
                                || server.getDatabaseMinorVersion() == 2 && Integer.parseInt(version[2]) >= 220);
        return isNew ? null : "2.2.220";
    }

    /**
     * In one statement that commits itself. H2's client leaves a session open whose connection it has given up, and a
     * transaction there would keep its rows until this JVM ends. Rows that are locked fail the statement, so each is
     * asked for alone then.
     */
    @Override
    public List<String> change(Connection connection, String table, Change change) throws SQLException {
        execute(connection, BOUNDED);
        String sql = "SELECT name FROM FINAL TABLE (UPDATE " + table + " SET " + change.set() + " WHERE "
                + change.where() + ")";
        try {
            return names(connection, sql, change.setValues(), change.names(), change.whereValues());
        } catch (SQLException e) {
            if (!LOCKED.contains(e.getSQLState())) {
                throw e;
            }
        }
        List<String> changed = new ArrayList<>();
        if (change.names().size() > 1) {
            for (String name : change.names()) {
                changed.addAll(change(connection, table, change.of(name)));
            }
        }
        return changed;
    }

    @Override
    public void insert(Connection connection, String table, String name, long fence) throws SQLException {
        execute(connection, BOUNDED);
        try {
            execute(connection, row(table), name, fence);
        } catch (SQLException e) {
            if (!"23505".equals(e.getSQLState())) {
                throw e;
            }
        }
    }
}
