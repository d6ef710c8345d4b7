package io.lockgraft.store.jdbc.dialect;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;

/** PostgreSQL, also behind PgBouncer in transaction mode: no statement leaves anything in its session. */
final class PostgreSql extends Dialect {
    /** An INSERT waits for nothing but another one of the same key. */
    private static final String BOUNDED = "SET LOCAL lock_timeout = 50";

    @Override
    public String product() {
        return "PostgreSQL";
    }

    @Override
    public String driverClass() {
        return "org.postgresql.Driver";
    }

    @Override
    public String now() {
        return "(extract(epoch from clock_timestamp()) * 1000000)::bigint";
    }

    @Override
    public String ddl(String table) {
        return ddl(table, "varchar(600)", "bigint", "varchar(400)", "text", "");
    }

    @Override
    public void prepare(Properties login, String application, int millis) {
        login.setProperty("ApplicationName", application);
        login.setProperty("connectTimeout", String.valueOf(Math.max(1, millis / 1000)));
        login.setProperty("loginTimeout", String.valueOf(Math.max(1, millis / 1000)));
        login.setProperty("tcpKeepAlive", "true");
        login.setProperty("prepareThreshold", "0");
    }

    @Override
    public String neededInPlaceOf(DatabaseMetaData server) throws SQLException {
        boolean isNew = server.getDatabaseMajorVersion() > 9
                || server.getDatabaseMajorVersion() == 9 && server.getDatabaseMinorVersion() >= 5;
        return isNew ? null : "9.5";
    }

    @Override
    public String durabilityQuery() {
        return "SHOW synchronous_commit";
    }

    @Override
    public boolean isDurable(String value) {
        return !value.equals("off");
    }

    /** The lock on the row is taken first, and finds the row as it is now. The UPDATE then follows to that state. */
    @Override
    public List<String> change(Connection connection, String table, Change change) throws SQLException {
        String sql = "WITH free AS (SELECT name FROM " + table + " WHERE " + change.where()
                + " FOR UPDATE SKIP LOCKED) UPDATE " + table + " t SET " + change.set()
                + " FROM free WHERE t.name = free.name RETURNING t.name";
        return names(connection, sql, change.names(), change.whereValues(), change.setValues());
    }

    @Override
    public void insert(Connection connection, String table, String name, long fence) throws SQLException {
        connection.setAutoCommit(false);
        try (Statement bound = connection.createStatement()) {
            bound.execute(BOUNDED);
            execute(connection, row(table) + " ON CONFLICT DO NOTHING", name, fence);
            connection.commit();
        } catch (SQLException e) {
            Transactions.undo(connection, e);
            throw e;
        }
        connection.setAutoCommit(true);
    }
}
