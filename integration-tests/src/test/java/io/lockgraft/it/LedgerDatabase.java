package io.lockgraft.it;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** A database in a server of its own, with the table of com.example.ledger. */
final class LedgerDatabase implements AutoCloseable {
    private final AutoCloseable server;
    private final String url;
    private final String driver;
    private final String dialect;

    private LedgerDatabase(AutoCloseable server, String url, String driver, String dialect) {
        this.server = server;
        this.url = url;
        this.driver = driver;
        this.dialect = dialect;
    }

    /** A PostgreSQL on a free port, with nothing on a disk that must outlive the machine. */
    static LedgerDatabase start() throws Exception {
        EmbeddedPostgres server = startPostgreSql();
        return new LedgerDatabase(
                        server, server.getJdbcUrl("postgres", "postgres"), "postgresql-", "PostgreSQL10Dialect")
                .withTable();
    }

    static EmbeddedPostgres startPostgreSql() throws IOException {
        return EmbeddedPostgres.builder()
                .setServerConfig("fsync", "off")
                .setServerConfig("full_page_writes", "off")
                .setOutputRedirector(Redirect.DISCARD)
                .start();
    }

    /** A MariaDB; skips the test where there is none. */
    static LedgerDatabase startMariaDb() throws Exception {
        MariaDbServer server = MariaDbServer.start();
        return new LedgerDatabase(server, server.url("ledger"), "mariadb-java-client-", "MariaDB103Dialect")
                .withTable();
    }

    private LedgerDatabase withTable() throws Exception {
        boolean isMade = false;
        try {
            update("create table account (name varchar(100) primary key, number int not null)");
            isMade = true;
            return this;
        } finally {
            if (!isMade) {
                close();
            }
        }
    }

    String url() {
        return url;
    }

    /** How the jar of its driver begins. */
    String driver() {
        return driver;
    }

    /** What Hibernate calls it. */
    String dialect() {
        return dialect;
    }

    /** As {@link Connection#getTransactionIsolation}: what a transaction has that asks for none. */
    int isolation() throws SQLException {
        try (Connection connection = connect()) {
            return connection.getTransactionIsolation();
        }
    }

    /** An account that begins with nothing. */
    void open(String... accounts) throws SQLException {
        for (String account : accounts) {
            update("insert into account values (?, 0)", account);
        }
    }

    /** What has been committed. */
    int number(String account) throws SQLException {
        try (Connection connection = connect();
                PreparedStatement read = connection.prepareStatement("select number from account where name = ?")) {
            read.setString(1, account);
            try (ResultSet row = read.executeQuery()) {
                row.next();
                return row.getInt(1);
            }
        }
    }

    private void update(String statement, String... values) throws SQLException {
        try (Connection connection = connect();
                PreparedStatement write = connection.prepareStatement(statement)) {
            for (int i = 0; i < values.length; i++) {
                write.setString(i + 1, values[i]);
            }
            write.executeUpdate();
        }
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection(url);
    }

    @Override
    public void close() throws Exception {
        server.close();
    }
}
