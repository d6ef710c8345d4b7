package io.lockgraft.store.jdbc;

import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** The faults on MySQL by its own driver. */
@Tag("whole")
final class MySqlDriverFaultsTest extends JdbcFaults {
    private static Database server;

    @BeforeAll
    static void start() throws Exception {
        Optional<Path> program = Programs.find(MySqlDatabase.MYSQL);
        assumeThat(program).as("OtherDatabasesTest says so in the summary").isPresent();
        server = new MySqlDatabase(program.get(), "mysql");
    }

    @AfterAll
    static void stop() throws Exception {
        if (server != null) {
            server.close();
        }
    }

    @Override
    Database database() {
        return server;
    }
}
