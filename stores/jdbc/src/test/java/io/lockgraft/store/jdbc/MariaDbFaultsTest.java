package io.lockgraft.store.jdbc;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** The faults on MariaDB. */
@Tag("whole")
final class MariaDbFaultsTest extends JdbcFaults {
    private static Database server;

    @BeforeAll
    static void start() throws Exception {
        server = new MySqlDatabase(Programs.need(MySqlDatabase.MARIADB));
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
