package io.lockgraft.store.jdbc;

import io.lockgraft.testing.server.SharedServer;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The faults on PostgreSQL. */
final class PostgreSqlFaultsTest extends JdbcFaults {
    @RegisterExtension
    static final SharedServer<Database> SERVER = new SharedServer<>(PostgreSqlDatabase::new);

    @Override
    Database database() {
        return SERVER.get();
    }
}
