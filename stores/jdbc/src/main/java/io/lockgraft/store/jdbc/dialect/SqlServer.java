package io.lockgraft.store.jdbc.dialect;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.Properties;

/** SQL Server, by the book: no test has seen it. */
final class SqlServer extends Dialect {
    private static final int DUPLICATE_KEY = 2627;
    private static final int DUPLICATE_ROW = 2601;

    @Override
    public String product() {
        return "SQL Server";
    }

    @Override
    public boolean isTested() {
        return false;
    }

    @Override
    public String driverClass() {
        return "com.microsoft.sqlserver.jdbc.SQLServerDriver";
    }

    @Override
    public String now() {
        return "DATEDIFF_BIG(MICROSECOND, '1970-01-01', SYSUTCDATETIME())";
    }

    @Override
    public String ddl(String table) {
        String binary = " COLLATE Latin1_General_100_BIN2";
        return ddl(table, "NVARCHAR(450)" + binary, "BIGINT", "NVARCHAR(400)" + binary, "NVARCHAR(MAX)" + binary, "");
    }

    /** That of the user, or dbo where the user's has no such table. */
    @Override
    public String schema(Connection connection, String table) throws SQLException {
        String sql = "SELECT OBJECT_SCHEMA_NAME(OBJECT_ID(?))";
        return names(connection, sql, Collections.singletonList(table)).get(0);
    }

    @Override
    public void prepare(Properties login, String application, int millis) {
        login.setProperty("loginTimeout", String.valueOf(Math.max(1, millis / 1000)));
        login.setProperty("applicationName", application.substring(0, Math.min(128, application.length())));
    }

    @Override
    public String neededInPlaceOf(DatabaseMetaData server) throws SQLException {
        return server.getDatabaseMajorVersion() >= 13 ? null : "2016";
    }

    @Override
    public List<String> change(Connection connection, String table, Change change) throws SQLException {
        String sql = "UPDATE " + table + " WITH (ROWLOCK, READPAST) SET " + change.set()
                + " OUTPUT inserted.name WHERE " + change.where();
        return names(connection, sql, change.setValues(), change.names(), change.whereValues());
    }

    @Override
    public void insert(Connection connection, String table, String name, long fence) throws SQLException {
        execute(connection, "SET LOCK_TIMEOUT 50");
        try {
            execute(connection, row(table), name, fence);
        } catch (SQLException e) {
            if (e.getErrorCode() != DUPLICATE_KEY && e.getErrorCode() != DUPLICATE_ROW) {
                throw e;
            }
        }
    }
}
