package io.lockgraft.store.jdbc.dialect;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/** What one database says in words of its own. Immutable. */
public abstract class Dialect {
    /** In a column of text that is empty. No database takes it for null, as Oracle does with an empty text. */
    public static final String EMPTY = "-";

    private static final String COLUMNS =
            " (name, owner, ends, since, rule_name, thread_name, fence, version, holders, queue, barred) ";

    /** The dialect of the database that this URL names, or null. */
    public static Dialect of(String url) {
        if (url.startsWith("jdbc:postgresql:")) {
            return new PostgreSql();
        } else if (url.startsWith("jdbc:mariadb:")) {
            return new MySql("MariaDB", "org.mariadb.jdbc.Driver");
        } else if (url.startsWith("jdbc:mysql:")) {
            return new MySql("MySQL", "com.mysql.cj.jdbc.Driver");
        } else if (url.startsWith("jdbc:h2:")) {
            return new H2();
        } else if (url.startsWith("jdbc:oracle:")) {
            return new Oracle();
        } else if (url.startsWith("jdbc:sqlserver:")) {
            return new SqlServer();
        }
        return null;
    }

    /** The database's name. */
    public abstract String product();

    /** The class of its usual driver. */
    public abstract String driverClass();

    /** Whether the locks were tested on it. */
    public boolean isTested() {
        return true;
    }

    /** The server's clock in microseconds of UTC, whatever the time zone of the session. */
    public abstract String now();

    /** A query for that clock. */
    public String clock() {
        return "SELECT " + now();
    }

    /** The statement that makes the table. */
    public abstract String ddl(String table);

    /**
     * Returns the schema of the table that statements mean by this name without a schema, or null if any schema will
     * do. Not asked of a database whose schemas are catalogs.
     */
    public String schema(Connection connection, String table) throws SQLException {
        return connection.getSchema();
    }

    /** Names the connection for who looks at the server, and bounds connecting. The URL's own parameters win. */
    public abstract void prepare(Properties login, String application, int millis);

    /** The isolation of transactions by which the locks work: that of {@link Connection}'s constants. */
    int isolation() {
        return Connection.TRANSACTION_READ_COMMITTED;
    }

    /** Prepares the session of a new connection. */
    public void begin(Connection connection) throws SQLException {
        if (connection.getTransactionIsolation() != isolation()) {
            connection.setTransactionIsolation(isolation());
        }
    }

    /** The oldest version that can pass over locked rows, for a message; null where this server is one of them. */
    public abstract String neededInPlaceOf(DatabaseMetaData server) throws SQLException;

    /** Changes rows, and passes over those that another transaction has locked. Returns the names of those changed. */
    public abstract List<String> change(Connection connection, String table, Change change) throws SQLException;

    /** Inserts an empty row unless there is one. Does not wait for another's transaction for longer than it must. */
    public abstract void insert(Connection connection, String table, String name, long fence) throws SQLException;

    /** The statement for an empty row, of a name and a fence token. Its version is like no version of a former row. */
    final String row(String table) {
        return into(table) + "VALUES (" + values() + ")";
    }

    static String into(String table) {
        return "INSERT INTO " + table + COLUMNS;
    }

    final String values() {
        return "?, '-', 0, 0, '-', '-', ?, " + now() + ", '-', '-', '-'";
    }

    /** Fails where the user may not update or insert. */
    public final void tryRights(Connection connection, String table) throws SQLException {
        execute(connection, "UPDATE " + table + " SET version = version WHERE 1 = 0");
        execute(connection, "INSERT INTO " + table + " SELECT * FROM " + table + " WHERE 1 = 0");
    }

    /** A query for a setting by which a server that crashes may forget locks; null where it has none. */
    public String durabilityQuery() {
        return null;
    }

    /** Whether no lock is forgotten with this value of that setting. */
    public boolean isDurable(String value) {
        return true;
    }

    static int execute(Connection connection, String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            return statement.executeUpdate();
        }
    }

    /** The first column of what this statement answers. */
    static List<String> names(Connection connection, String sql, List<?>... values) throws SQLException {
        List<String> names = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(sql);
                ResultSet rows = Change.fill(statement, values).executeQuery()) {
            while (rows.next()) {
                names.add(rows.getString(1));
            }
        }
        return names;
    }

    /** The columns of the table, with the database's own types. */
    static String ddl(String table, String name, String number, String line, String text, String options) {
        return "CREATE TABLE " + table + " (\n"
                + "  name " + name + " NOT NULL PRIMARY KEY,\n"
                + "  owner " + line + " NOT NULL,\n"
                + "  ends " + number + " NOT NULL,\n"
                + "  since " + number + " NOT NULL,\n"
                + "  rule_name " + line + " NOT NULL,\n"
                + "  thread_name " + line + " NOT NULL,\n"
                + "  fence " + number + " NOT NULL,\n"
                + "  version " + number + " NOT NULL,\n"
                + "  holders " + text + " NOT NULL,\n"
                + "  queue " + text + " NOT NULL,\n"
                + "  barred " + text + " NOT NULL\n"
                + ")" + options;
    }
}
