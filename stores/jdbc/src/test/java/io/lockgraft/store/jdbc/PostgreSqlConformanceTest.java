package io.lockgraft.store.jdbc;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The whole suite on PostgreSql. */
@Execution(ExecutionMode.CONCURRENT)
final class PostgreSqlConformanceTest extends JdbcConformance {
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
    protected Database server() {
        return server;
    }

    /** One for all connections of the process; the driver cleans up behind those that nobody has closed. */
    @Override
    protected boolean isOfADriver(String thread) {
        return thread.equals("daemon Cleaner-0");
    }
}
