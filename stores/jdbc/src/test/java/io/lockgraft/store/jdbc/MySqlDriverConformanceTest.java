package io.lockgraft.store.jdbc;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The whole suite on MySQL by its own driver, as applications reach it. */
@Tag("whole")
@Execution(ExecutionMode.CONCURRENT)
final class MySqlDriverConformanceTest extends JdbcConformance {
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
    protected Database server() {
        return server;
    }

    /** One for all connections of the process; the driver cleans up behind those that nobody has closed. */
    @Override
    protected boolean isOfADriver(String thread) {
        return thread.equals("daemon mysql-cj-abandoned-connection-cleanup");
    }
}
