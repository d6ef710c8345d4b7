package io.lockgraft.store.jdbc;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The whole suite on PostgreSQL behind PgBouncer, which gives each transaction another connection. */
@Tag("whole")
@Execution(ExecutionMode.CONCURRENT)
final class PgBouncerConformanceTest extends JdbcConformance {
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
    protected Database server() {
        return server;
    }

    @Override
    protected boolean isOfADriver(String thread) {
        return thread.equals("daemon Cleaner-0");
    }
}
