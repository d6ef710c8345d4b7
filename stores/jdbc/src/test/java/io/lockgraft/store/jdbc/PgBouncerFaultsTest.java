package io.lockgraft.store.jdbc;

import io.lockgraft.testing.server.SharedServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The faults on PostgreSQL behind PgBouncer, which gives each transaction another connection. */
@Tag("whole")
final class PgBouncerFaultsTest extends JdbcFaults {
    @RegisterExtension
    static final SharedServer<Database> SERVER =
            new SharedServer<>(() -> new PgBouncerDatabase(Programs.need(PgBouncerDatabase.PROGRAM)));

    @Override
    Database database() {
        return SERVER.get();
    }
}
