package io.lockgraft.store.jdbc;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Renewal;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.store.Renewals;
import io.lockgraft.testing.store.TestContext;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Databases whose transactions are by default not isolated as the locks need it. */
@Shows("the default isolation of the database's transactions is another one, or autocommit is off")
@Timeout(120)
final class IsolationTest {
    private final String key = "isolation:" + UUID.randomUUID();

    private static LockStore open(String url) {
        return new JdbcConfiguration(Database.settings(url, true)).open(new TestContext());
    }

    private static Grant granted(LockStore store, String its) throws Exception {
        return JdbcFaults.granted(store, JdbcFaults.request(LockKind.FENCED, its, 60_000));
    }

    /** The URL of a new database of this isolation. */
    private static String database(Database server, String name, String isolation) throws Exception {
        server.update("CREATE DATABASE " + name);
        server.update("ALTER DATABASE " + name + " SET default_transaction_isolation = '" + isolation + "'");
        return server.url().replace("/postgres?", "/" + name + "?");
    }

    @ParameterizedTest
    @ValueSource(strings = {"repeatable read", "serializable"})
    @FailsWithout("`Dialect#begin` sets the isolation of a new connection")
    void aChangeThatIsCommittedMeanwhileFailsNoQuestionToPostgreSql(String isolation) throws Exception {
        try (Database server = new PostgreSqlDatabase()) {
            String url = database(server, "strict", isolation);
            try (LockStore store = open(url);
                    Connection stranger = DriverManager.getConnection(url);
                    Statement change = stranger.createStatement()) {
                Grant held = granted(store, key);
                stranger.setAutoCommit(false);
                change.execute("LOCK TABLE lockgraft");

                CompletableFuture<Renewal> renewal =
                        store.renew(Collections.singletonList(held)).get(0);
                await().until(() -> !server.told("SELECT pid::text FROM pg_locks WHERE NOT granted")
                        .isEmpty());
                change.execute("UPDATE lockgraft SET version = version + 1");
                stranger.commit();

                assertThat(Renewals.isHeld(renewal)).isTrue();
            }
        }
    }

    @Test
    @Tag("whole")
    @FailsWithout("`PostgreSql#begin` refuses an isolation that it cannot change")
    void behindAPoolerTheCureIsTold() throws Exception {
        try (Database server = new PgBouncerDatabase(Programs.need(PgBouncerDatabase.PROGRAM));
                LockStore store = open(database(server, "strict", "serializable"))) {
            Answer answer = store.acquire(JdbcFaults.request(LockKind.EXCLUSIVE, key, 60_000))
                    .answer()
                    .get(30, SECONDS);

            assertThat(answer.isRefused()).isTrue();
            assertThat(answer.cause())
                    .hasMessage("transactions of the database are serializable, and behind a pooler the store cannot"
                            + " change that; say ALTER ROLE postgres SET default_transaction_isolation ="
                            + " 'read committed', and reconnect the pooler");
        }
    }

    @Tag("whole")
    @ParameterizedTest
    @ValueSource(strings = {MySqlDatabase.MYSQL, MySqlDatabase.MARIADB})
    @FailsWithout("`Dialect#begin` sets the isolation of a new connection")
    void aChangeThatIsNotCommittedIsNoLossOnMySql(String program) throws Exception {
        try (Database server = new MySqlDatabase(Programs.need(program))) {
            server.update("SET GLOBAL TRANSACTION ISOLATION LEVEL READ UNCOMMITTED");
            try (LockStore store = open(server.url());
                    Connection stranger = DriverManager.getConnection(server.url());
                    Statement change = stranger.createStatement()) {
                Grant held = granted(store, key);
                stranger.setAutoCommit(false);
                change.execute("UPDATE lockgraft SET owner = '-', ends = 0");

                assertThat(store.renew(List.of(held)).get(0).get(10, SECONDS).isLost())
                        .isFalse();

                stranger.rollback();
                assertThat(Renewals.isHeld(store, held)).isTrue();
            }
        }
    }
}
