package io.lockgraft.store.jdbc;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The whole suite on MariaDB. */
@Tag("whole")
@Execution(ExecutionMode.CONCURRENT)
final class MariaDbConformanceTest extends JdbcConformance {
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
    protected Database server() {
        return server;
    }
}
