package io.lockgraft.store.jdbc;

import io.lockgraft.testing.server.SharedServer;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The faults on H2. */
final class H2FaultsTest extends JdbcFaults {
    @RegisterExtension
    static final SharedServer<Database> SERVER = new SharedServer<>(H2Database::new);

    @Override
    Database database() {
        return SERVER.get();
    }
}
