package io.lockgraft.it;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** A PostgreSQL of its own, with the table of com.example.ledger. */
final class LedgerDatabase implements AutoCloseable {
    private final EmbeddedPostgres server;

    private LedgerDatabase(EmbeddedPostgres server) {
        this.server = server;
    }

    /** Starts it on a free port, with nothing on a disk that must outlive the machine. */
    static LedgerDatabase start() throws IOException, SQLException {
        LedgerDatabase database = new LedgerDatabase(EmbeddedPostgres.builder()
                .setServerConfig("fsync", "off")
                .setServerConfig("full_page_writes", "off")
                .setOutputRedirector(Redirect.DISCARD)
                .start());
        database.update("create table account (name varchar(100) primary key, number int not null)");
        return database;
    }

    String url() {
        return server.getJdbcUrl("postgres", "postgres");
    }

    /** An account that begins with nothing. */
    void open(String... accounts) throws SQLException {
        for (String account : accounts) {
            update("insert into account values (?, 0)", account);
        }
    }

    /** What has been committed. */
    int number(String account) throws SQLException {
        try (Connection connection = server.getPostgresDatabase().getConnection();
                PreparedStatement read = connection.prepareStatement("select number from account where name = ?")) {
            read.setString(1, account);
            try (ResultSet row = read.executeQuery()) {
                row.next();
                return row.getInt(1);
            }
        }
    }

    private void update(String statement, String... values) throws SQLException {
        try (Connection connection = server.getPostgresDatabase().getConnection();
                PreparedStatement write = connection.prepareStatement(statement)) {
            for (int i = 0; i < values.length; i++) {
                write.setString(i + 1, values[i]);
            }
            write.executeUpdate();
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
