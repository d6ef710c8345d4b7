package io.lockgraft.store.jdbc;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.spi.Grant;
import io.lockgraft.spi.LockKind;
import io.lockgraft.spi.LockStore;
import io.lockgraft.spi.Renewal;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.store.Renewals;
import io.lockgraft.testing.store.TestContext;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** PgBouncer that gives a client a connection for a session, for a transaction, or for a statement alone. */
@Tag("whole")
@Timeout(120)
final class PgBouncerModesTest {
    @ParameterizedTest
    @ValueSource(strings = {"session", "transaction", "statement"})
    @FailsWithout("`PostgreSql#insert` and `PostgreSql#change` are one statement each, and leave nothing in a session")
    void everyKindOfLockWorks(String mode) throws Exception {
        try (Database server = new PgBouncerDatabase(Programs.need(PgBouncerDatabase.PROGRAM), mode);
                LockStore store = new JdbcConfiguration(server.settings(server.url())).open(new TestContext())) {
            List<Grant> held = new ArrayList<>();
            for (LockKind kind : LockKind.values()) {
                held.add(JdbcFaults.granted(store, JdbcFaults.request(kind, "key:" + kind, 20_000)));
            }
            for (CompletableFuture<Renewal> each : store.renew(held)) {
                assertThat(Renewals.isHeld(each)).isTrue();
            }
            assertThat(store.probe().get(30, SECONDS)).isNotEmpty();
            for (Grant each : held) {
                JdbcFaults.released(each);
            }
        }
    }
}
