package io.lockgraft.store.jdbc;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.LockStore;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.store.TestContext;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Services that share a database, each with a schema of its own. All name their tables alike, without a schema. */
@Timeout(60)
final class SchemasTest {
    private static final String POSTGRESQL = "PostgreSQL";
    private static final String H2 = "H2";

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

    @ParameterizedTest
    @ValueSource(strings = {POSTGRESQL, H2})
    @FailsWithout("`Connector#hasKey` looks at the schema that a table's name without one means")
    void aTableOfTheSameNameInAnotherSchemaRefusesNoCall(String product) throws Exception {
        Database database = database(product);
        makeTable(database, "billing", "shared", true);
        makeTable(database, "shipping", "shared", true);

        try (LockStore store = open(database, "shared", "shipping")) {
            Grant held = JdbcFaults.granted(store, JdbcFaults.request(LockKind.EXCLUSIVE, "key", 20_000));
            assertThat(database.told("SELECT name FROM shipping.shared")).containsExactly("key");
            assertThat(database.told("SELECT name FROM billing.shared")).isEmpty();
            JdbcFaults.released(held);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {POSTGRESQL, H2})
    @FailsWithout("`Connector#hasKey` looks at the schema that a table's name without one means")
    void aTableWithoutAKeyIsRefusedThoughThatOfAnotherSchemaHasOne(String product) throws Exception {
        Database database = database(product);
        makeTable(database, "billing", "keyless", true);
        makeTable(database, "shipping", "keyless", false);

        try (LockStore store = open(database, "keyless", "shipping")) {
            Answer answer = store.acquire(JdbcFaults.request(LockKind.EXCLUSIVE, "key", 55_000))
                    .answer()
                    .get(30, SECONDS);

            assertThat(answer.isRefused()).as("%s", answer.cause()).isTrue();
            assertThat(answer.cause())
                    .hasMessageContaining("the table keyless has no primary key of the column name alone");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {POSTGRESQL, H2})
    @FailsWithout("`PostgreSql#schema` and `H2#schema` find a table in any schema of the search path")
    void aTableInALaterSchemaOfTheSearchPathIsFound(String product) throws Exception {
        Database database = database(product);
        database.update("CREATE SCHEMA IF NOT EXISTS nothing");
        makeTable(database, "billing", "later", true);
        makeTable(database, "shipping", "later", true);

        try (LockStore store = open(database, "later", "nothing", "shipping")) {
            Grant held = JdbcFaults.granted(store, JdbcFaults.request(LockKind.EXCLUSIVE, "key", 20_000));
            assertThat(database.told("SELECT name FROM shipping.later")).containsExactly("key");
            JdbcFaults.released(held);
        }
    }

    private static Database database(String product) {
        return product.equals(H2) ? h2 : postgres;
    }

    private static void makeTable(Database database, String schema, String table, boolean hasKey) throws SQLException {
        database.update("CREATE SCHEMA IF NOT EXISTS " + schema);
        String ddl = new JdbcConfiguration(Database.settings(database.url(), false, schema + '.' + table)).ddl();
        database.update(hasKey ? ddl : ddl.replace(" PRIMARY KEY", ""));
    }

    /** As a service whose connections look for tables in these schemas, in this order. */
    private static LockStore open(Database database, String table, String... path) {
        String schemas = String.join(",", path);
        String url = database == h2
                ? h2.url() + ";SCHEMA=" + path[0] + ";SCHEMA_SEARCH_PATH=" + schemas
                : postgres.url() + "&currentSchema=" + schemas;
        return new JdbcConfiguration(Database.settings(url, false, table)).open(new TestContext());
    }
}
