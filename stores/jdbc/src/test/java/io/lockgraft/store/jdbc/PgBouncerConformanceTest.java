package io.lockgraft.store.jdbc;

import io.lockgraft.testing.server.SharedServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The whole suite on PostgreSQL behind PgBouncer, which gives each transaction another connection. */
@Tag("whole")
@Execution(ExecutionMode.CONCURRENT)
final class PgBouncerConformanceTest extends JdbcConformance {
    @RegisterExtension
    static final SharedServer<Database> SERVER =
            new SharedServer<>(() -> new PgBouncerDatabase(Programs.need(PgBouncerDatabase.PROGRAM)));

    @Override
    protected Database server() {
        return SERVER.get();
    }

    @Override
    protected boolean isOfADriver(String thread) {
        return thread.equals("daemon Cleaner-0");
    }
}
