package io.lockgraft.store.jdbc;

import io.lockgraft.store.jdbc.dialect.Dialect;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;

/** A database whose clock tests put forward: by as much as a table says. */
class PutForwardClock extends Dialect {
    private final Dialect real;

    PutForwardClock(Dialect real) {
        this.real = real;
    }

    static void prepare(Database database) throws SQLException {
        database.update("CREATE TABLE IF NOT EXISTS clock (micros BIGINT)");
    }

    static void putForward(Database database, long micros) throws SQLException {
        database.update("DELETE FROM clock");
        database.update("INSERT INTO clock VALUES (?)", micros);
    }

    @Override
    public String now() {
        return "(" + real.now() + " + (SELECT COALESCE(MAX(micros), 0) FROM clock))";
    }

    @Override
    public String product() {
        return real.product();
    }

    @Override
    public String driverClass() {
        return real.driverClass();
    }

    @Override
    public String ddl(String table) {
        return real.ddl(table);
    }

    @Override
    public void prepare(Properties login, String application, int millis) {
        real.prepare(login, application, millis);
    }

    @Override
    public String neededInPlaceOf(DatabaseMetaData server) throws SQLException {
        return real.neededInPlaceOf(server);
    }

    @Override
    public List<String> change(Connection connection, String table, io.lockgraft.store.jdbc.dialect.Change change)
            throws SQLException {
        return real.change(connection, table, change);
    }

    @Override
    public void insert(Connection connection, String table, String name, long fence) throws SQLException {
        real.insert(connection, table, name, fence);
    }
}
