package io.lockgraft.store.jdbc;

import io.lockgraft.spi.Jvm;
import io.lockgraft.spi.StoreContext;
import io.lockgraft.spi.table.RefusedException;
import io.lockgraft.store.jdbc.dialect.Dialect;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.Driver;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.Locale;
import java.util.Properties;

/** Opens connections. The first one shows whether server and table fit, and the first one after the table was gone. */
final class Connector {
    private final JdbcSettings settings;
    private final Dialect dialect;
    private final Drivers drivers;
    private final Failures failures;
    private final String application;
    private final int networkMillis;
    private volatile Driver driver;

    /** Whether server and table have been looked at, and no question has missed the table since. */
    private volatile boolean fits;

    /** @param networkMillis after which a question without an answer breaks its connection */
    Connector(StoreContext context, JdbcSettings settings, Dialect dialect, int networkMillis) {
        this.settings = settings;
        this.dialect = dialect;
        this.drivers = new Drivers(context, settings);
        this.failures = new Failures(settings);
        this.networkMillis = networkMillis;
        Jvm jvm = context.jvm();
        this.application = "lockgraft" + (jvm.name() == null ? "" : " " + jvm.name());
    }

    Connection connect() throws Exception {
        try {
            return connected();
        } catch (SQLException e) {
            throw failures.told(e);
        }
    }

    private Connection connected() throws SQLException {
        Driver by = driver();
        Properties login = new Properties();
        dialect.prepare(login, application, networkMillis);
        if (settings.user != null) {
            login.setProperty("user", settings.user);
        }
        if (settings.password != null) {
            login.setProperty("password", settings.password);
        }
        Connection connection = by.connect(settings.url, login);
        if (connection == null) {
            throw new RefusedException(
                    "the driver " + by.getClass().getName() + " does not know " + JdbcSettings.bare(settings.url),
                    null);
        }
        boolean isReady = false;
        try {
            bound(connection);
            connection.setAutoCommit(true); // a URL or a server may have another default
            dialect.begin(connection);
            if (!fits) {
                checkServer(connection.getMetaData());
                checkTable(connection);
                fits = true;
            }
            isReady = true;
            return connection;
        } finally {
            if (!isReady) {
                connection.close();
            }
        }
    }

    private synchronized Driver driver() {
        if (driver == null) {
            driver = drivers.load();
        }
        return driver;
    }

    private void bound(Connection connection) throws SQLException {
        try {
            connection.setNetworkTimeout(Runnable::run, networkMillis);
        } catch (SQLFeatureNotSupportedException e) {
            // A property of the login bounds it then.
        }
    }

    private void checkServer(DatabaseMetaData server) throws SQLException {
        String needed = dialect.neededInPlaceOf(server);
        if (needed != null) {
            throw new RefusedException(
                    "the server is " + server.getDatabaseProductName() + ' ' + server.getDatabaseProductVersion()
                            + ", which cannot pass over locked rows; " + needed + " or newer can",
                    null);
        }
    }

    private void checkTable(Connection connection) throws SQLException {
        try {
            look(connection);
        } catch (SQLException e) {
            if (!settings.createTable || !Failures.isMissingTable(e)) {
                throw e;
            }
            create(connection);
            look(connection);
        }
        if (!hasKey(connection)) {
            throw new RefusedException(
                    "the table " + settings.table + " has no primary key of the column name alone, so two JVMs could"
                            + " hold one lock; make it by "
                            + dialect.ddl(settings.table).replaceAll("\\s+", " "),
                    null);
        }
    }

    private void look(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement
                    .executeQuery("SELECT " + Row.columns(dialect.now()) + " FROM " + settings.table + " WHERE 1 = 0")
                    .close();
        }
    }

    /** Another JVM may make it at the same time. */
    private void create(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(dialect.ddl(settings.table));
        } catch (SQLException e) {
            try {
                look(connection);
            } catch (SQLException stillMissing) {
                failures.refuseTable(e);
                throw e;
            }
        }
    }

    private boolean hasKey(Connection connection) throws SQLException {
        String[] parts = settings.table.split("\\.");
        String bare = parts[parts.length - 1];
        String owner = parts.length > 1 ? parts[parts.length - 2] : null;
        DatabaseMetaData data = connection.getMetaData();
        boolean isSchema = data.supportsSchemasInDataManipulation();
        String catalog = isSchema || owner == null ? connection.getCatalog() : owner;
        String schema = null;
        if (isSchema) {
            schema = owner == null ? dialect.schema(connection, bare) : folded(data, owner);
        }
        for (String name : new String[] {bare, bare.toLowerCase(Locale.ROOT), bare.toUpperCase(Locale.ROOT)}) {
            if (isKey(data, catalog, schema, name)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isKey(DatabaseMetaData data, String catalog, String schema, String table)
            throws SQLException {
        try (ResultSet columns = data.getPrimaryKeys(catalog, schema, table)) {
            boolean isName = columns.next() && "name".equalsIgnoreCase(columns.getString("COLUMN_NAME"));
            return isName && !columns.next();
        }
    }

    private static String folded(DatabaseMetaData data, String name) throws SQLException {
        if (data.storesLowerCaseIdentifiers()) {
            return name.toLowerCase(Locale.ROOT);
        }
        return data.storesUpperCaseIdentifiers() ? name.toUpperCase(Locale.ROOT) : name;
    }

    /** A failure of a question, with its cure. */
    Exception told(SQLException e) {
        if (Failures.isMissingTable(e)) {
            fits = false; // a server that came back empty: the next connection makes the table
        }
        return failures.told(e);
    }
}
