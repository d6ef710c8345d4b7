package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.server.RedisServer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Callers that wait for a lock have no connection of the database. */
@Timeout(300)
@Shows("Spring begins the transaction at the locked method, behind a proxy, or behind several")
class ConnectionPoolIT {
    private static final int CALLERS = 16;

    @ParameterizedTest
    @MethodSource("io.lockgraft.it.LedgerPlatform#springs")
    void noCallFailsForWantOfAConnectionWhileFourTimesAsManyAsThePoolHasWaitForOneKey(LedgerPlatform platform)
            throws Exception {
        noCallFailsForWantOfAConnection(platform);
    }

    @Test
    @FailsWithout("`Proxied` follows a proxy of a proxy to the object whose method is locked")
    void norWhereABeanIsBehindTwoProxies() throws Exception {
        noCallFailsForWantOfAConnection(LedgerPlatform.of(LedgerAccess.JDBC), "-Dledger.transactions=TwiceProxied");
    }

    private static void noCallFailsForWantOfAConnection(LedgerPlatform platform, String... options) throws Exception {
        try (LedgerDatabase database = LedgerDatabase.start();
                RedisServer redis = RedisServer.start();
                StageProcess one = start(platform, database, redis, options);
                StageProcess other = start(platform, database, redis, options)) {
            database.open("held", "free");
            StageProcess.Call holder = play(one, "own", "held").awaitBody();
            List<StageProcess.Call> waiting = new ArrayList<>();
            for (int i = 0; i < CALLERS; i++) {
                waiting.add(play(one, "briefly", "held"));
                waiting.add(play(other, "briefly", "held"));
            }
            one.awaitAtTheGate(CALLERS);
            other.awaitAtTheGate(CALLERS);

            for (StageProcess stage : List.of(one, other)) {
                StageProcess.End free = play(stage, "briefly", "free").awaitEnd();
                assertThat(free.thrown()).as("another key: %s", free).isNull();
            }
            holder.finish();

            for (StageProcess.Call each : waiting) {
                StageProcess.End end = each.awaitEnd();
                assertThat(end.thrown()).as("%s", end).isNull();
            }
            assertThat(holder.awaitEnd().thrown()).isNull();
            assertThat(database.number("held")).isEqualTo(1 + waiting.size());
            assertThat(database.number("free")).isEqualTo(2);
            Orphans.none(redis, one, other);
        }
    }

    private static StageProcess.Call play(StageProcess stage, String play, String account) throws Exception {
        return stage.call("com.example.ledger.Play." + play, account);
    }

    private static StageProcess start(
            LedgerPlatform platform, LedgerDatabase database, RedisServer redis, String... options) throws Exception {
        return StageProcess.start(platform.of(database, "Stage")
                .options("-Dledger.pool=4", "-Dledger.patience=5000")
                .options(options)
                .rules(RulesText.on(redis.address(), "wait: 60s, lease: 20s")
                        .lock("com.example.ledger.Ledger.hold*(String)")
                        .toString()));
    }
}
