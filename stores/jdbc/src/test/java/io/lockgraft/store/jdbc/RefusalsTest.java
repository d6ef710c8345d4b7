package io.lockgraft.store.jdbc;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.LockStore;
import io.lockgraft.store.jdbc.dialect.Dialect;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.store.TestContext;
import java.io.File;
import java.sql.DatabaseMetaData;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What no wait can cure ends a call at once, and says what to do. */
@Shows("the database refuses the user, lacks the table or a right, or is too old")
@Timeout(60)
final class RefusalsTest {
    private static final String DDL = "CREATE TABLE %s ( name varchar(600) NOT NULL PRIMARY KEY,";

    private static Database postgres;
    private static Database h2;

    @BeforeAll
    static void start() throws Exception {
        postgres = new PostgreSqlDatabase();
        h2 = new H2Database();
    }

    @AfterAll
    static void stop() throws Exception {
        postgres.close();
        h2.close();
    }

    @Test
    void aMissingTable() throws Exception {
        assertThat(refusal(settings("no_such_table")))
                .contains("the table no_such_table is missing")
                .contains("write createTable: true in jdbc, or make it by " + String.format(DDL, "no_such_table"));
    }

    @Test
    @FailsWithout("`Connector#told` lets the next connection look at the table again")
    void aTableThatGoesIsMadeAgain() throws Exception {
        try (LockStore store =
                new JdbcConfiguration(Database.settings(postgres.url(), true, "going")).open(new TestContext())) {
            JdbcFaults.released(JdbcFaults.granted(store, JdbcFaults.request(LockKind.EXCLUSIVE, "key", 20_000)));

            postgres.update("DROP TABLE going");

            await("the table is there again").atMost(Duration.ofSeconds(20)).until(() -> {
                Answer answer = store.acquire(JdbcFaults.request(LockKind.EXCLUSIVE, "key", 0))
                        .answer()
                        .get(30, SECONDS);
                return answer.grant() != null && answer.grant().release().get(30, SECONDS) != null;
            });
        }
    }

    @Test
    void aTableOfAnother() throws Exception {
        postgres.update("CREATE TABLE of_another (name varchar(600) primary key, price int)");

        assertThat(refusal(settings("of_another")))
                .contains("the table of_another is not one of Lockgraft's; name another in jdbc: table:")
                .contains(String.format(DDL, "of_another"));
    }

    @Test
    void aTableInWhichOneKeyMayHaveTwoRows() throws Exception {
        String ddl = new JdbcConfiguration(settings("keyless")).ddl();
        postgres.update(ddl.replace(" PRIMARY KEY", ""));

        assertThat(refusal(settings("keyless")))
                .contains("the table keyless has no primary key of the column name alone, so two JVMs could hold one")
                .contains(String.format(DDL, "keyless"));
    }

    @Test
    void aTableThatIsMadeByTheTextOfTheDdlFits() throws Exception {
        postgres.update("CREATE SCHEMA locks");
        for (String table : new String[] {"by_hand", "locks.by_hand"}) {
            JdbcConfiguration configuration = new JdbcConfiguration(settings(table));
            postgres.update(configuration.ddl());

            try (LockStore store = configuration.open(new TestContext())) {
                JdbcFaults.released(JdbcFaults.granted(store, JdbcFaults.request(LockKind.FENCED, "key", 20_000)));
            }
        }
    }

    @Test
    void aTableOfH2ThatIsMadeByTheTextOfTheDdlFits() throws Exception {
        JdbcConfiguration configuration = new JdbcConfiguration(Database.settings(h2.url(), false, "by_hand"));
        h2.update(configuration.ddl());

        try (LockStore store = configuration.open(new TestContext())) {
            JdbcFaults.released(JdbcFaults.granted(store, JdbcFaults.request(LockKind.FENCED, "key", 20_000)));
        }
    }

    @Test
    void aMissingRight() throws Exception {
        JdbcConfiguration configuration = new JdbcConfiguration(settings("guarded"));
        postgres.update(configuration.ddl());
        postgres.update("CREATE USER reader");
        postgres.update("GRANT SELECT ON guarded TO reader");
        String url = postgres.url().replace("user=postgres", "");
        JdbcSettings reader = new JdbcSettings(url, "reader", null, null, null, "guarded", false, 2_000, 0);

        assertThat(refusal(reader))
                .contains("the user 'reader' lacks a right; as the table's owner:"
                        + " GRANT SELECT, INSERT, UPDATE ON guarded TO reader");
        try (LockStore store = new JdbcConfiguration(reader).open(new TestContext())) {
            assertThat(probe(store)).contains("lacks a right");
            postgres.update("GRANT INSERT, UPDATE ON guarded TO reader");
            JdbcFaults.released(JdbcFaults.granted(store, JdbcFaults.request(LockKind.READ, "key", 20_000)));
            assertThat(probe(store)).contains("guarded has 1 row,");
        }
    }

    @Test
    @FailsWithout("`Failures#refuseTable` names the right to make a table")
    void aMissingRightToMakeTheTable() throws Exception {
        postgres.update("CREATE SCHEMA closed");
        postgres.update("CREATE USER maker");
        postgres.update("GRANT USAGE ON SCHEMA closed TO maker");
        String url = postgres.url().replace("user=postgres", "");
        JdbcSettings maker = new JdbcSettings(url, "maker", null, null, null, "closed.locks", true, 2_000, 0);

        assertThat(refusal(maker))
                .contains("the user 'maker' may not make the table closed.locks; grant CREATE on its schema,")
                .contains(String.format(DDL, "closed.locks"));
    }

    @Test
    void aWrongPassword() throws Exception {
        String url = h2.url().replaceAll(";.*", "");
        JdbcSettings wrong = new JdbcSettings(url, "sa", "wrong", null, null, "lockgraft", true, 2_000, 0);

        assertThat(refusal(wrong)).contains("the database refuses the user 'sa'; correct user and password in jdbc");
    }

    @Test
    void aDatabaseThatIsNotThere() throws Exception {
        JdbcSettings wrong = Database.settings(postgres.url().replace("/postgres?", "/no_such_database?"), true);

        assertThat(refusal(wrong)).contains("there is no such database; correct url in jdbc");
    }

    @Test
    void aServerThatIsTooOld() throws Exception {
        JdbcSettings settings = h2.settings(h2.url());
        Dialect needsMore = new PutForwardClock(settings.dialect()) {
            @Override
            public String neededInPlaceOf(DatabaseMetaData server) {
                return "9.9";
            }
        };

        assertThat(refusal(JdbcConfiguration.store(new TestContext(), settings, needsMore)))
                .contains("the server is H2 2.2.224")
                .contains("which cannot pass over locked rows; 9.9 or newer can");
    }

    @Test
    void aDriverThatIsNotThere() throws Exception {
        JdbcSettings none =
                new JdbcSettings(h2.url(), null, null, null, "com.example.Driver", "lockgraft", true, 2_000, 0);

        assertThat(refusal(none))
                .contains("the driver com.example.Driver is not among the application's classes; name its jar");
    }

    @Test
    void aDriverOfAnotherDatabase() throws Exception {
        JdbcSettings other =
                new JdbcSettings(h2.url(), null, null, null, "org.postgresql.Driver", "lockgraft", true, 2_000, 0);

        assertThat(refusal(other)).contains("the driver org.postgresql.Driver does not know jdbc:h2:tcp:");
    }

    @Test
    void aJarWithoutADriver() throws Exception {
        JdbcSettings other =
                new JdbcSettings(h2.url(), null, null, jarOf(JdbcProvider.class), null, "lockgraft", true, 2_000, 0);

        assertThat(refusal(other)).contains("cannot be used").contains("it has no META-INF/services/java.sql.Driver");
    }

    @Test
    void aDriverOfAJarOfItsOwnIsUsed() throws Exception {
        JdbcSettings jar =
                new JdbcSettings(h2.url(), null, null, jarOf(org.h2.Driver.class), null, "lockgraft", true, 2_000, 0);

        assertThat(new Drivers(new TestContext(), jar).load().getClass().getClassLoader())
                .isNotEqualTo(org.h2.Driver.class.getClassLoader());
        try (LockStore store = new JdbcConfiguration(jar).open(new TestContext())) {
            JdbcFaults.released(JdbcFaults.granted(store, JdbcFaults.request(LockKind.WRITE, "key", 20_000)));
        }
    }

    private static File jarOf(Class<?> type) throws Exception {
        return new File(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    private static JdbcSettings settings(String table) {
        return Database.settings(postgres.url(), false, table);
    }

    /** A call that may wait for a minute ends at once. */
    private static String refusal(JdbcSettings settings) throws Exception {
        return refusal(new JdbcConfiguration(settings).open(new TestContext()));
    }

    private static String refusal(LockStore opened) throws Exception {
        try (LockStore store = opened) {
            Answer answer = store.acquire(JdbcFaults.request(LockKind.EXCLUSIVE, "key", 55_000))
                    .answer()
                    .get(30, SECONDS);
            assertThat(answer.isRefused()).as("%s", answer.cause()).isTrue();
            return answer.cause().getMessage();
        }
    }

    private static String probe(LockStore store) throws Exception {
        try {
            return store.probe().get(20, SECONDS).toString();
        } catch (ExecutionException e) {
            return e.getCause().getMessage();
        }
    }
}
