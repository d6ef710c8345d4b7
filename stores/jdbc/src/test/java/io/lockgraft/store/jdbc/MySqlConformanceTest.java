package io.lockgraft.store.jdbc;

import io.lockgraft.testing.server.SharedServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The whole suite on MySQL by MariaDB's driver. */
@Tag("whole")
@Execution(ExecutionMode.CONCURRENT)
final class MySqlConformanceTest extends JdbcConformance {
    @RegisterExtension
    static final SharedServer<Database> SERVER =
            new SharedServer<>(() -> new MySqlDatabase(Programs.need(MySqlDatabase.MYSQL)));

    @Override
    protected Database server() {
        return SERVER.get();
    }
}
