package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A lock that is lost while the body runs: it is told, and the caller still gets what the body ends with. */
@Timeout(180)
class LossIT {
    private static final Duration LEASE = Duration.ofSeconds(3);
    private static final Duration BUSY_MACHINE = Duration.ofSeconds(1);
    private static final String LOST = "rule 'LateEnding.*': lost the lock on it:K:";
    private static final List<String> BODIES = List.of("result", "checked", "error", "overflow");

    @ParameterizedTest
    @ValueSource(strings = {"DEL it:K:A", "FLUSHALL"})
    void aLockThatIsDeletedIsMissedWithinAThirdOfItsLease(String deletion) throws Exception {
        try (RedisServer redis = RedisServer.start();
                StageProcess holder = start(redis);
                StageProcess other = start(redis)) {
            StageProcess.Call first = holder.call("LateEnding.result", "A").awaitBody();
            StageProcess.Call warm =
                    other.call("LateEnding.result", "warm").awaitBody().finish();
            warm.awaitEnd();
            Awaitility.await()
                    .untilAsserted(() -> assertThat(Orphans.locks(redis)).containsExactly("it:K:A"));

            redis.command(deletion.split(" "));
            long deleted = System.nanoTime();
            StageProcess.Call second = other.call("LateEnding.result", "A").awaitBody();
            awaitLog(holder, LOST + "A after ");
            Duration noticed = Duration.ofNanos(System.nanoTime() - deleted);
            System.out.println("==== " + deletion + " noticed after " + noticed.toMillis() + " ms, lease " + LEASE);
            assertThat(noticed).isLessThan(LEASE.dividedBy(3).plus(BUSY_MACHINE));

            // The second one holds the key now; a third in the first's JVM waits for it like everybody else.
            StageProcess.Call third = holder.call("LateEnding.result", "A");
            assertOwnEnding(first.finish(), "result");
            Thread.sleep(300); // time enough for the first one's release to do harm
            assertThat(Orphans.locks(redis)).containsExactly("it:K:A");
            assertThat(third.bodyRan()).isFalse();
            assertOwnEnding(second.finish(), "result");
            assertOwnEnding(third.awaitBody().finish(), "result");

            assertThat(holder.process().errors().lines().filter(line -> line.contains("lost the lock")))
                    .singleElement()
                    .asString()
                    .matches("\\[lockgraft] WARN " + Pattern.quote(LOST) + "A after \\d+ ms \\(lease 3000 ms\\):"
                            + " the lock server does not have it any more\\. The method goes on without it"
                            + " \\(onLost: warn\\); another call may run at the same time\\.");
            assertThat(other.process().errors()).doesNotContain("WARN", "ERROR");
            Orphans.none(redis);
        }
    }

    @Test
    void everyEndingArrivesUnchangedThoughTheLockWasDeleted() throws Exception {
        try (RedisServer redis = RedisServer.start();
                StageProcess stage = start(redis)) {
            List<StageProcess.Call> calls = inTheirBodies(stage);
            redis.command("FLUSHALL");
            awaitLog(stage, LOST);
            assertOwnEndings(calls);
            Orphans.none(redis);
        }
    }

    @Test
    void everyEndingArrivesUnchangedAndAtOnceThoughRedisWasKilled() throws Exception {
        try (RedisServer redis = RedisServer.start();
                StageProcess stage = start(redis)) {
            List<StageProcess.Call> calls = inTheirBodies(stage);
            redis.kill();
            assertOwnEndings(calls);

            redis.restart();
            assertOwnEndings(inTheirBodies(stage));
            Orphans.none(redis);
        }
    }

    @Test
    void everyEndingArrivesUnchangedAndAtOnceThoughRedisIsFrozen() throws Exception {
        try (RedisServer redis = RedisServer.start();
                StageProcess stage = start(redis)) {
            List<StageProcess.Call> calls = inTheirBodies(stage);
            redis.freeze();
            assertOwnEndings(calls);
            redis.resume();
            Orphans.none(redis);
        }
    }

    @Test
    void aLockThatRedisDoesNotConfirmIsLostWhenItsLeaseEnds() throws Exception {
        try (RedisServer redis = RedisServer.start();
                StageProcess stage = start(redis)) {
            List<StageProcess.Call> calls = inTheirBodies(stage);
            redis.kill();
            long killed = System.nanoTime();
            awaitLog(stage, "the lock server did not confirm it before its lease ended");
            Duration noticed = Duration.ofNanos(System.nanoTime() - killed);
            System.out.println("==== kill noticed after " + noticed.toMillis() + " ms, lease " + LEASE);
            assertThat(noticed).isBetween(LEASE.dividedBy(2), LEASE.plus(BUSY_MACHINE));
            Matcher held = Pattern.compile("after (\\d+) ms \\(lease 3000 ms\\)")
                    .matcher(stage.process().errors());
            assertThat(held.find()).isTrue();
            assertThat(Long.parseLong(held.group(1))).isGreaterThanOrEqualTo(LEASE.toMillis());
            assertOwnEndings(calls);

            redis.restart();
            assertOwnEndings(inTheirBodies(stage));
            Orphans.none(redis);
        }
    }

    private static StageProcess start(RedisServer redis) throws Exception {
        return StageProcess.start(AppProcess.of(Jvms.running(), "Stage")
                .options("-Xss512k")
                .rules(RulesText.on(redis.address(), "wait: 30s, lease: 3s")
                        .lock("LateEnding.*(String)")
                        .toString()));
    }

    /** One call of each body, each with a key of its own. */
    private static List<StageProcess.Call> inTheirBodies(StageProcess stage) throws Exception {
        List<StageProcess.Call> calls = new ArrayList<>();
        for (String body : BODIES) {
            calls.add(stage.call("LateEnding." + body, body));
        }
        for (StageProcess.Call call : calls) {
            call.awaitBody();
        }
        return calls;
    }

    private static void assertOwnEndings(List<StageProcess.Call> calls) throws Exception {
        for (int i = 0; i < calls.size(); i++) {
            assertOwnEnding(calls.get(i), BODIES.get(i));
        }
    }

    private static void assertOwnEnding(StageProcess.Call call, String body) throws Exception {
        long told = System.nanoTime();
        StageProcess.End end = call.finish().awaitEnd();
        assertThat(Duration.ofNanos(System.nanoTime() - told))
                .as("from the body's end to its caller: nobody waits for Redis")
                .isLessThan(BUSY_MACHINE);
        switch (body) {
            case "result":
                assertThat(end.result()).as("%s", end).isEqualTo("the body's own String");
                break;
            case "checked":
                assertThrown(end, "com.example.app.ShopException", "no checked");
                break;
            case "error":
                assertThrown(end, "java.lang.AssertionError", "no error");
                break;
            default:
                assertThrown(end, "java.lang.StackOverflowError", "null");
        }
        assertThat(end.interrupted()).isFalse();
    }

    private static void assertThrown(StageProcess.End end, String type, String message) {
        assertThat(end.thrown()).as("%s", end).isEqualTo(type);
        assertThat(end.message()).isEqualTo(message);
        assertThat(end.cause()).isEqualTo("null");
        assertThat(end.trace()).doesNotContain("io.lockgraft.lock", "Suppressed:");
    }

    private static void awaitLog(StageProcess stage, String text) {
        Awaitility.await(text)
                .atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(20))
                .untilAsserted(() -> assertThat(stage.process().errors()).contains(text));
    }
}
