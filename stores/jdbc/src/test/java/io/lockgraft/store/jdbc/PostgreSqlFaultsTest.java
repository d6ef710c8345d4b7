package io.lockgraft.store.jdbc;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The faults on PostgreSQL. */
final class PostgreSqlFaultsTest extends JdbcFaults {
    private static Database server;

    @BeforeAll
    static void start() throws Exception {
        server = new PostgreSqlDatabase();
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
    }

    @Override
    Database database() {
        return server;
    }
}
