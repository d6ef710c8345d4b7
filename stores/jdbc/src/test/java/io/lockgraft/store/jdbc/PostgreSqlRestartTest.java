package io.lockgraft.store.jdbc;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockgraft.spi.Answer;
import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Renewal;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.store.TestContext;
import java.time.Duration;
import java.util.Collections;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Locks outlive their server. */
final class PostgreSqlRestartTest {
    private final PostgreSqlDatabase database = new PostgreSqlDatabase();

    PostgreSqlRestartTest() throws Exception {}

    @AfterEach
    void stop() throws Exception {
        database.close();
    }

    @Test
    @Shows({"the database is down or silent", "the database is killed and comes back"})
    void aServerThatWasKilledKnowsItsLocksAndTokensWhenItIsBack() throws Exception {
        JdbcConfiguration configuration = new JdbcConfiguration(database.settings(database.url()));
        try (LockStore store = configuration.open(new TestContext());
                LockStore another = configuration.open(new TestContext())) {
            Grant held = JdbcFaults.granted(store, JdbcFaults.request(LockKind.FENCED, "key", 20_000));

            database.kill();

            Renewal down = store.renew(Collections.singletonList(held)).get(0).get(30, SECONDS);
            assertThat(down.cause()).as("while it is down").isNotNull();
            Answer none = another.acquire(JdbcFaults.request(LockKind.FENCED, "other", 300))
                    .answer()
                    .get(30, SECONDS);
            assertThat(none.cause()).as("while it is down").isNotNull();

            database.startAgain();

            await("the holder is told that it holds")
                    .atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThat(store.renew(Collections.singletonList(held))
                                    .get(0)
                                    .get(30, SECONDS))
                            .matches(Renewal::isHeld, "held")
                            .extracting(Renewal::cause)
                            .isNull());
            assertThat(another.acquire(JdbcFaults.request(LockKind.FENCED, "key", 300))
                            .answer()
                            .get(30, SECONDS)
                            .isBusy())
                    .as("held for all others")
                    .isTrue();
            JdbcFaults.released(held);
            Grant next = JdbcFaults.granted(another, JdbcFaults.request(LockKind.FENCED, "key", 20_000));
            assertThat(next.token()).isGreaterThan(held.token());
            JdbcFaults.released(next);
        }
    }
}
