package io.lockgraft.store.jdbc;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** The faults on MySQL by its own driver. */
@Tag("whole")
final class MySqlDriverFaultsTest extends JdbcFaults {
    private static Database server;

    @BeforeAll
    static void start() throws Exception {
        server = new MySqlDatabase(Programs.need(MySqlDatabase.MYSQL), "mysql");
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
