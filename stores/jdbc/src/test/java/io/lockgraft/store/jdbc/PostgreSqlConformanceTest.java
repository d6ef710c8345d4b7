package io.lockgraft.store.jdbc;

import io.lockgraft.testing.server.SharedServer;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The whole suite on PostgreSql. */
@Execution(ExecutionMode.CONCURRENT)
final class PostgreSqlConformanceTest extends JdbcConformance {
    @RegisterExtension
    static final SharedServer<Database> SERVER = new SharedServer<>(PostgreSqlDatabase::new);

    @Override
    protected Database server() {
        return SERVER.get();
    }

    /** One for all connections of the process; the driver cleans up behind those that nobody has closed. */
    @Override
    protected boolean isOfADriver(String thread) {
        return thread.equals("daemon Cleaner-0");
    }
}
