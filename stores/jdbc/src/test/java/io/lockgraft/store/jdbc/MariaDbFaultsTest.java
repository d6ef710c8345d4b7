package io.lockgraft.store.jdbc;

import io.lockgraft.testing.server.SharedServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The faults on MariaDB. */
@Tag("whole")
final class MariaDbFaultsTest extends JdbcFaults {
    @RegisterExtension
    static final SharedServer<Database> SERVER =
            new SharedServer<>(() -> new MySqlDatabase(Programs.need(MySqlDatabase.MARIADB)));

    @Override
    Database database() {
        return SERVER.get();
    }
}
