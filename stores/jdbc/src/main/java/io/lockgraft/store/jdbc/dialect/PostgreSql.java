package io.lockgraft.store.jdbc.dialect;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.Properties;

/**
 * PostgreSQL, also behind PgBouncer in transaction mode: no statement needs what an earlier one left in its session.
 * The store asks more of a session that is its own, by {@link PostgreSqlSession}.
 */
final class PostgreSql extends Dialect {
    /** An INSERT waits for nothing but another one of the same key. In its own statement this needs no round trip. */
    private static final String BOUNDED = " WHERE set_config('lock_timeout', '50', true) IS NOT NULL";

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

    /** The first schema of the search path need not have the table: a later one may. */
    @Override
    public String schema(Connection connection, String table) throws SQLException {
        String sql = "SELECT n.nspname FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n"
                + " ON n.oid = c.relnamespace WHERE c.oid = CAST(? AS regclass)";
        return names(connection, sql, Collections.singletonList(table)).get(0);
    }

    @Override
    public void prepare(Properties login, String application, int millis) {
        String seconds = String.valueOf(Math.max(1, millis / 1000));
        login.setProperty("ApplicationName", application);
        login.setProperty("connectTimeout", seconds);
        login.setProperty("loginTimeout", seconds);
        login.setProperty("socketTimeout", seconds); // ends the driver's thread that logs in
        login.setProperty("tcpKeepAlive", "true");
        login.setProperty("targetServerType", "master"); // as drivers of all versions call the primary
        login.setProperty(PostgreSqlSession.PREPARE, "0");
    }

    @Override
    public void begin(Connection connection) throws SQLException {
        if (PostgreSqlSession.isOwn(connection)) {
            super.begin(connection);
            PostgreSqlSession.keepPlans(connection);
        } else if (connection.getTransactionIsolation() != isolation()) {
            throw PostgreSqlSession.refuseIsolation(connection);
        }
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
        String sql = "UPDATE " + table + " SET " + change.set() + " WHERE name = ANY (ARRAY(SELECT name FROM " + table
                + " WHERE " + change.where() + " FOR UPDATE SKIP LOCKED)) RETURNING name";
        return names(connection, sql, change.setValues(), change.names(), change.whereValues());
    }

    @Override
    public void insert(Connection connection, String table, String name, long fence) throws SQLException {
        execute(connection, into(table) + "SELECT " + values() + BOUNDED + " ON CONFLICT DO NOTHING", name, fence);
    }
}
