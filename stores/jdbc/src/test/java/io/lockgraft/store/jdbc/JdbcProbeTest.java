package io.lockgraft.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.spi.LockStore;
import io.lockgraft.store.jdbc.dialect.Dialect;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.server.Ports;
import io.lockgraft.testing.store.Probes;
import io.lockgraft.testing.store.TestContext;
import java.sql.DatabaseMetaData;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A database that cannot be used: {@code check --connect} is told why, and what to do. */
@Timeout(60)
final class JdbcProbeTest {
    private static PostgreSqlDatabase postgres;
    private static H2Database h2;

    @BeforeAll
    static void start() throws Exception {
        postgres = new PostgreSqlDatabase();
        h2 = new H2Database();
        postgres.update(new JdbcConfiguration(table("guarded")).ddl());
        postgres.update("CREATE USER reader");
        postgres.update("GRANT SELECT ON guarded TO reader");
        postgres.update("CREATE TABLE of_another (name varchar(600) primary key, price int)");
    }

    @AfterAll
    static void stop() throws Exception {
        postgres.close();
        h2.close();
    }

    private static JdbcSettings table(String name) {
        return Database.settings(postgres.url(), false, name);
    }

    private static JdbcSettings as(String url, String user, String password, String driver) {
        return new JdbcSettings(url, user, password, null, driver, "guarded", false, 2_000, 0);
    }

    private enum Fault {
        WRONG_PASSWORD("the database refuses the user 'sa'; correct user and password in jdbc") {
            @Override
            JdbcSettings settings() {
                return as(h2.url().replaceAll(";.*", ""), "sa", "wrong", null);
            }
        },
        MISSING_RIGHT("GRANT SELECT, INSERT, UPDATE ON guarded TO reader") {
            @Override
            JdbcSettings settings() {
                return as(postgres.url().replace("user=postgres", ""), "reader", null, null);
            }
        },
        MISSING_TABLE("write createTable: true in jdbc, or make it by CREATE TABLE no_such_table") {
            @Override
            JdbcSettings settings() {
                return table("no_such_table");
            }
        },
        ANOTHER_TABLE("the table of_another is not one of Lockgraft's; name another in jdbc: table:") {
            @Override
            JdbcSettings settings() {
                return table("of_another");
            }
        },
        MISSING_DATABASE("there is no such database; correct url in jdbc") {
            @Override
            JdbcSettings settings() {
                return as(postgres.url().replace("/postgres?", "/no_such_database?"), null, null, null);
            }
        },
        TLS_THAT_THE_SERVER_DOES_NOT_SPEAK("correct the parameters of url in jdbc, as sslmode=verify-full") {
            @Override
            JdbcSettings settings() {
                return as(postgres.url() + "&sslmode=require", null, null, null);
            }
        },
        NO_DRIVER("is not among the application's classes; name its jar in jdbc: driver: lib/driver.jar") {
            @Override
            JdbcSettings settings() {
                return as(h2.url(), null, null, "com.example.Driver");
            }
        },
        NO_SERVER("Connection to 127.0.0.1:") {
            @Override
            JdbcSettings settings() throws Exception {
                return as("jdbc:postgresql://127.0.0.1:" + Ports.free() + "/x", null, null, null);
            }
        };

        private final String told;

        Fault(String told) {
            this.told = told;
        }

        abstract JdbcSettings settings() throws Exception;
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    @FailsWithout("`Failures#told` says what to do about what the database says")
    void isToldWithItsCure(Fault fault) throws Exception {
        LockStore store = new JdbcConfiguration(fault.settings()).open(new TestContext());

        assertThat(Probes.said(store)).contains(fault.told);
    }

    @Test
    void aServerThatIsTooOldIsToldWithTheVersionThatIsNeeded() throws Exception {
        JdbcSettings settings = h2.settings(h2.url());
        Dialect needsMore = new PutForwardClock(settings.dialect()) {
            @Override
            public String neededInPlaceOf(DatabaseMetaData server) {
                return "9.9";
            }
        };

        assertThat(Probes.said(JdbcConfiguration.store(new TestContext(), settings, needsMore)))
                .contains("the server is H2 2.2.224")
                .contains("9.9 or newer can");
    }

    @Test
    void aDatabaseThatCanBeUsedTellsItsVersionAndItsTable() throws Exception {
        for (Database each : new Database[] {postgres, h2}) {
            assertThat(Probes.said(new JdbcConfiguration(each.settings(each.url())).open(new TestContext())))
                    .startsWith("usable: [")
                    .containsPattern("(PostgreSQL|H2) [0-9]+\\.")
                    .contains("the table lockgraft has 0 rows");
        }
    }
}
