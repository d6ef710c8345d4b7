package io.lockgraft.store.jdbc;

import io.lockgraft.testing.server.SharedServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The faults on MySQL by its own driver. */
@Tag("whole")
final class MySqlDriverFaultsTest extends JdbcFaults {
    @RegisterExtension
    static final SharedServer<Database> SERVER =
            new SharedServer<>(() -> new MySqlDatabase(Programs.need(MySqlDatabase.MYSQL), "mysql"));

    @Override
    Database database() {
        return SERVER.get();
    }
}
