package io.lockgraft.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.LockStore;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.store.Renewals;
import io.lockgraft.testing.store.TestContext;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** MySQL and MariaDB whose statements do not commit themselves, by the server's default or by the URL. */
@Tag("whole")
@Shows("the default isolation of the database's transactions is another one, or autocommit is off")
@Timeout(120)
final class AutoCommitTest {
    @ParameterizedTest
    @CsvSource({
        MySqlDatabase.MYSQL + ", ''",
        MySqlDatabase.MYSQL + ", &autocommit=false",
        MySqlDatabase.MARIADB + ", ''",
        MySqlDatabase.MARIADB + ", &autocommit=false"
    })
    @FailsWithout("`Connector#connected` turns autocommit on")
    void whatIsTakenIsCommitted(String name, String parameter) throws Exception {
        try (Database server = new MySqlDatabase(Programs.need(name))) {
            if (parameter.isEmpty()) {
                server.update("SET GLOBAL autocommit = 0");
            }
            String url = server.url().replace("&createDatabaseIfNotExist=true", "") + parameter;
            try (LockStore store = new JdbcConfiguration(server.settings(url)).open(new TestContext())) {
                for (LockKind kind : LockKind.values()) {
                    String key = "key:" + kind;
                    Grant held = JdbcFaults.granted(store, JdbcFaults.request(kind, key, 20_000));

                    assertThat(server.isHeld(key))
                            .as("%s, as another session sees it", kind)
                            .isTrue();
                    assertThat(Renewals.isHeld(store, held)).as("%s", kind).isTrue();
                    JdbcFaults.released(held);
                    assertThat(server.isHeld(key)).as("%s is released", kind).isFalse();
                }
            }
        }
    }
}
