package io.lockgraft.store.jdbc.dialect;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.Properties;

/** MySQL and MariaDB, each by either driver. */
final class MySql extends Dialect {
    private static final int DUPLICATE = 1062;
    private final String product;
    private final String driverClass;

    MySql(String product, String driverClass) {
        this.product = product;
        this.driverClass = driverClass;
    }

    @Override
    public String product() {
        return product;
    }

    @Override
    public String driverClass() {
        return driverClass;
    }

    @Override
    public String now() {
        return "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6))";
    }

    /** Compared byte by byte, but for blanks at the end: the store writes none there. */
    @Override
    public String ddl(String table) {
        return ddl(
                table,
                "VARCHAR(600)",
                "BIGINT",
                "VARCHAR(400)",
                "MEDIUMTEXT",
                " ENGINE=InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin");
    }

    @Override
    public void prepare(Properties login, String application, int millis) {
        login.setProperty("connectTimeout", String.valueOf(millis));
        login.setProperty("socketTimeout", String.valueOf(millis)); // bounds the server's greeting, too
        login.setProperty("tcpKeepAlive", "true");
        login.setProperty("connectionAttributes", "program_name:" + application.replaceAll("[:,]", "-"));
    }

    /** A driver that was not told the server's default takes autocommit for on, and would not turn it on. */
    @Override
    public void begin(Connection connection) throws SQLException {
        execute(connection, "SET autocommit = 1");
        super.begin(connection);
    }

    /** Their default. With a binary log of statements InnoDB writes nothing below it. */
    @Override
    int isolation() {
        return Connection.TRANSACTION_REPEATABLE_READ;
    }

    /** Of MariaDB the drivers tell several versions; in the text its own comes last, and behind it its name. */
    @Override
    public String neededInPlaceOf(DatabaseMetaData server) throws SQLException {
        String text = server.getDatabaseProductVersion();
        boolean isMariaDb = text.contains("MariaDB");
        String[] version = text.replaceFirst("^5\\.5\\.5-", "").split("[^0-9]+");
        int major = Integer.parseInt(version[0]);
        int minor = Integer.parseInt(version[1]);
        if (isMariaDb) {
            return major > 10 || major == 10 && minor >= 6 ? null : "10.6";
        }
        return major >= 8 ? null : "8.0";
    }

    @Override
    public String durabilityQuery() {
        return "SELECT @@innodb_flush_log_at_trx_commit";
    }

    @Override
    public boolean isDurable(String value) {
        return value.equals("1");
    }

    /**
     * One row in one statement, whose inner SELECT locks it and is a table of its own: else MySQL refuses the UPDATE.
     * Several rows in a transaction, for an UPDATE does not tell which rows it has changed.
     */
    @Override
    public List<String> change(Connection connection, String table, Change change) throws SQLException {
        if (change.names().size() > 1) {
            return Transactions.change(connection, table, change);
        }
        String sql = "UPDATE " + table + " t JOIN (SELECT name AS locked FROM " + table + " WHERE " + change.where()
                + " LIMIT 1 FOR UPDATE SKIP LOCKED) free ON t.name = free.locked SET " + change.set();
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            int changed = Change.fill(statement, change.names(), change.whereValues(), change.setValues())
                    .executeUpdate();
            return changed == 1 ? change.names() : Collections.emptyList();
        }
    }

    /** A second is the least that MySQL knows. The session is the store's own. */
    @Override
    public void insert(Connection connection, String table, String name, long fence) throws SQLException {
        execute(connection, "SET innodb_lock_wait_timeout = 1");
        try {
            execute(connection, row(table), name, fence);
        } catch (SQLException e) {
            if (e.getErrorCode() != DUPLICATE) {
                throw e;
            }
        }
    }
}
