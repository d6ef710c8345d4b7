package io.lockgraft.store.jdbc;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** The faults on PostgreSQL behind PgBouncer, which gives each transaction another connection. */
@Tag("whole")
final class PgBouncerFaultsTest extends JdbcFaults {
    private static Database server;

    @BeforeAll
    static void start() throws Exception {
        server = new PgBouncerDatabase(Programs.need(PgBouncerDatabase.PROGRAM));
    }

    @AfterAll
    static void stop() throws Exception {
        if (server != null) {
            server.close();
        }
    }

    @Override
    Database database() {
        return server;
    }
}
