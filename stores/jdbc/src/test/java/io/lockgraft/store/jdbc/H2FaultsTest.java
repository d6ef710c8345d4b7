package io.lockgraft.store.jdbc;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The faults on H2. */
final class H2FaultsTest extends JdbcFaults {
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
    Database database() {
        return server;
    }
}
