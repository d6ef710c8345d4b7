package io.lockgraft.store.jdbc;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The whole suite on H2. */
@Execution(ExecutionMode.CONCURRENT)
final class H2ConformanceTest extends JdbcConformance {
    private static Database server;

    @BeforeAll
    static void start() throws Exception {
        server = new H2Database();
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
    }

    @Override
    protected Database server() {
        return server;
    }
}
