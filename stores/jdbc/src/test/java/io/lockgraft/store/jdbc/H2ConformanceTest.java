package io.lockgraft.store.jdbc;

import io.lockgraft.testing.server.SharedServer;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The whole suite on H2. */
@Execution(ExecutionMode.CONCURRENT)
final class H2ConformanceTest extends JdbcConformance {
    @RegisterExtension
    static final SharedServer<Database> SERVER = new SharedServer<>(H2Database::new);

    @Override
    protected Database server() {
        return SERVER.get();
    }
}
