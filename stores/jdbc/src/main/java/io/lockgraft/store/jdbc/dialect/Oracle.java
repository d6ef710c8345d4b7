package io.lockgraft.store.jdbc.dialect;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.Properties;

/** Oracle, by the book: no test has seen it. */
final class Oracle extends Dialect {
    private static final int DUPLICATE = 1;

    @Override
    public String product() {
        return "Oracle";
    }

    @Override
    public boolean isTested() {
        return false;
    }

    @Override
    public String driverClass() {
        return "oracle.jdbc.OracleDriver";
    }

    @Override
    public String now() {
        String since = "(SYS_EXTRACT_UTC(SYSTIMESTAMP) - TIMESTAMP '1970-01-01 00:00:00')";
        return "(EXTRACT(DAY FROM " + since + ") * 86400000000 + EXTRACT(HOUR FROM " + since
                + ") * 3600000000 + EXTRACT(MINUTE FROM " + since + ") * 60000000 + ROUND(EXTRACT(SECOND FROM " + since
                + ") * 1000000))";
    }

    @Override
    public String clock() {
        return super.clock() + " FROM DUAL";
    }

    @Override
    public String ddl(String table) {
        return ddl(table, "VARCHAR2(2400)", "NUMBER(19)", "VARCHAR2(1600)", "VARCHAR2(4000)", "");
    }

    /** Null if the name is a synonym's: its table may be in any schema. */
    @Override
    public String schema(Connection connection, String table) throws SQLException {
        String sql = "SELECT MAX(owner) FROM all_tables WHERE owner = SYS_CONTEXT('USERENV', 'CURRENT_SCHEMA')"
                + " AND table_name = UPPER(?)";
        return names(connection, sql, Collections.singletonList(table)).get(0);
    }

    @Override
    public void prepare(Properties login, String application, int millis) {
        login.setProperty("oracle.net.CONNECT_TIMEOUT", String.valueOf(millis));
        login.setProperty("v$session.program", application.substring(0, Math.min(48, application.length())));
    }

    @Override
    public String neededInPlaceOf(DatabaseMetaData server) throws SQLException {
        return server.getDatabaseMajorVersion() >= 12 ? null : "12";
    }

    @Override
    public List<String> change(Connection connection, String table, Change change) throws SQLException {
        return Transactions.change(connection, table, change);
    }

    /** It waits for another's INSERT of the same key until the store breaks it off. */
    @Override
    public void insert(Connection connection, String table, String name, long fence) throws SQLException {
        try {
            execute(connection, row(table), name, fence);
        } catch (SQLException e) {
            if (e.getErrorCode() != DUPLICATE) {
                throw e;
            }
        }
    }
}
