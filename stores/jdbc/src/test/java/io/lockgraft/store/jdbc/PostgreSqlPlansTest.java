package io.lockgraft.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.store.jdbc.dialect.Change;
import io.lockgraft.store.jdbc.dialect.Dialect;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.store.TestContext;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which sessions of PostgreSQL keep the plans of the store's statements, and which plans. */
@Timeout(120)
final class PostgreSqlPlansTest {
    private static final String TABLE = "plans";
    private static final String KEPT = "SELECT name FROM pg_prepared_statements WHERE statement LIKE 'UPDATE%'";

    private static Connection connect(String url) throws Exception {
        JdbcSettings settings = Database.settings(url, false, TABLE);
        return new Connector(new TestContext(), settings, settings.dialect(), 5_000).connect();
    }

    /** With one row: whose table is read as a whole by every other plan. */
    private static void makeTable(Database server, Dialect dialect) throws SQLException {
        server.update(dialect.ddl(TABLE));
        dialect.insert(server.witness(), TABLE, "key0", 0);
        server.update("VACUUM ANALYZE " + TABLE);
    }

    private static void change(Connection connection, Dialect dialect, String... names) throws SQLException {
        for (int i = 0; i < 20; i++) {
            Change change = new Change(
                    Arrays.asList(names),
                    "ends = ?",
                    Collections.singletonList((long) i),
                    "ends < ?",
                    Collections.singletonList(1_000L));
            assertThat(dialect.change(connection, TABLE, change)).containsExactly(names[0]);
        }
    }

    private static List<String> told(Connection connection, String query) throws SQLException {
        List<String> told = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                told.add(rows.getString(1));
            }
        }
        return told;
    }

    private static Dialect dialect(String url) {
        return Database.settings(url, false).dialect();
    }

    @Test
    @FailsWithout("`PostgreSqlSession#keepPlans` has the driver prepare statements at the server")
    void aSessionOfItsOwnKeepsThePlansUnlessTheUrlSaysNo() throws Exception {
        try (Database server = new PostgreSqlDatabase()) {
            Dialect dialect = dialect(server.url());
            makeTable(server, dialect);
            try (Connection keeps = connect(server.url());
                    Connection never = connect(server.url() + "&prepareThreshold=0")) {
                change(keeps, dialect, "key0");
                change(never, dialect, "key0");

                assertThat(told(keeps, KEPT)).hasSize(1);
                assertThat(told(never, KEPT)).isEmpty();
            }
        }
    }

    @Test
    @FailsWithout("`PostgreSqlSession#keepPlans` forbids plans that read the whole table")
    void aPlanThatIsKeptFindsRowsByTheirKeyThoughTheTableWasSmall() throws Exception {
        try (Database server = new PostgreSqlDatabase()) {
            Dialect dialect = dialect(server.url());
            makeTable(server, dialect);
            try (Connection connection = connect(server.url())) {
                change(connection, dialect, "key0");
                change(connection, dialect, "key0", "key1");

                List<String> kept = told(connection, KEPT);
                assertThat(kept).hasSize(2);
                told(connection, "SELECT set_config('plan_cache_mode', 'force_generic_plan', false)");
                for (String each : kept) {
                    String plan = String.join("\n", told(connection, explain(connection, each)));
                    assertThat(plan.split("Index Cond: ", -1))
                            .as("an index for the lock, and one for the change: %s", plan)
                            .hasSize(3);
                }
            }
        }
    }

    private static String explain(Connection connection, String statement) throws SQLException {
        String count = told(
                        connection,
                        "SELECT cardinality(parameter_types) FROM pg_prepared_statements WHERE name = '" + statement
                                + "'")
                .get(0);
        return "EXPLAIN EXECUTE \"" + statement + "\"("
                + String.join(", ", Collections.nCopies(Integer.parseInt(count), "NULL")) + ")";
    }

    @Test
    @Tag("whole")
    @FailsWithout("`PostgreSqlSession#isOwn` knows a pooler by the number of the server's process")
    void aSessionBehindAPoolerKeepsNothing() throws Exception {
        try (Database server = new PgBouncerDatabase(Programs.need(PgBouncerDatabase.PROGRAM))) {
            Dialect dialect = dialect(server.url());
            makeTable(server, dialect);
            try (Connection connection = connect(server.url())) {
                change(connection, dialect, "key0");

                assertThat(told(connection, KEPT)).isEmpty();
                assertThat(told(connection, "SHOW enable_seqscan")).containsExactly("on");
            }
        }
    }
}
