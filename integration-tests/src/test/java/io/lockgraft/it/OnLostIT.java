package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.server.RedisServer;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a woven method and its caller get when the lock is lost, as the rule says. */
@Timeout(180)
class OnLostIT {
    private static final String LOST = "io.lockgraft.api.LockLostException";

    @ParameterizedTest
    @MethodSource("io.lockgraft.it.Jvms#usual")
    void methodsOfEveryKindThrowAfterTheirBodyHasLostItsLock(Jvm jvm) throws Exception {
        try (RedisServer redis = RedisServer.start();
                StageProcess stage = start(jvm, redis, "onLost: throw")) {
            for (String method : List.of(
                    "text",
                    "nothing",
                    "number",
                    "big",
                    "exact",
                    "flag",
                    "fixed",
                    "monitor",
                    "monitorOfClass",
                    "self")) {
                StageProcess.End end = call(stage, method);
                assertThat(end.thrown()).as("%s: %s", method, end).isEqualTo(LOST);
                assertThat(end.message())
                        .matches("rule 'Losing\\.\\w+': lost the lock on it:K:" + method + " after \\d+ ms .*"
                                + " has run to its end, and another call may have run at the same time.*");
                assertThat(end.interrupted()).isFalse();
            }

            StageProcess.End checked = call(stage, "checked");
            assertThat(checked.thrown()).as("the body's own").isEqualTo("com.example.app.ShopException");
            assertThat(checked.trace()).contains("Suppressed: " + LOST);
            StageProcess.End overflow = call(stage, "overflow");
            assertThat(overflow.thrown()).as("the body's own").isEqualTo("java.lang.StackOverflowError");

            assertThat(stage.call("Losing.monitors", "free").awaitEnd().result())
                    .isEqualTo("free String");
            Orphans.none(redis, stage);
        }
    }

    @Test
    void aMethodThatKeepsItsLockReturnsItsResultAndWaitsForNoMoreThanTheAnswer() throws Exception {
        try (RedisServer redis = RedisServer.start();
                StageProcess stage = StageProcess.start(AppProcess.of(Jvms.running(), "Stage")
                        .rules(RulesText.on(redis.address(), "wait: 30s, lease: 30s, onLost: throw")
                                .lock("Desk.*(String)")
                                .toString()))) {
            assertThat(stage.call("Desk.number", "A").awaitEnd().result()).isEqualTo("42 Integer");
            StageProcess.Call call = stage.call("Desk.monitor", "B").awaitBody();
            redis.freeze();
            long frozen = System.nanoTime();

            assertThat(call.finish().awaitEnd().result())
                    .as("not confirmed within redis.timeout, which is 1 s: no loss")
                    .isEqualTo("with the monitor String");
            assertThat(Duration.ofNanos(System.nanoTime() - frozen)).isLessThan(Duration.ofSeconds(20));
            redis.resume();
            Orphans.none(redis, stage);
        }
    }

    @Test
    void aBodyIsInterruptedWhenItsLockIsLostAndItsCallerIsNot() throws Exception {
        try (RedisServer redis = RedisServer.start();
                StageProcess stage = start(Jvms.running(), redis, "onLost: interrupt")) {
            StageProcess.End sleeper = call(stage, "sleeper");
            StageProcess.End looker = call(stage, "looker");

            assertThat(sleeper.result()).isEqualTo("woken String");
            assertThat(looker.result()).isEqualTo("seen String");
            assertThat(sleeper.interrupted()).isFalse();
            assertThat(looker.interrupted()).as("the flag was for the body").isFalse();
            assertThat(stage.process().errors()).contains("The method's thread is interrupted (onLost: interrupt)");
            Orphans.none(redis, stage);
        }
    }

    @Test
    @Tag("whole")
    void aHolderThatSleptLongerThanItsLeaseFindsItLostBeforeItBelievesAnyRenewal() throws Exception {
        try (RedisServer redis = RedisServer.start();
                StageProcess holder = start(Jvms.running(), redis, "onLost: throw");
                StageProcess other = start(Jvms.running(), redis, "onLost: throw")) {
            StageProcess.Call first = holder.call("LateEnding.result", "A").awaitBody();
            holder.process().freeze();
            StageProcess.Call second = other.call("LateEnding.result", "A").awaitBody();
            Thread.sleep(500); // the second has the lock, and is in its body
            holder.process().thaw();

            Awaitility.await()
                    .atMost(Duration.ofSeconds(20))
                    .untilAsserted(() -> assertThat(holder.process().errors())
                            .containsPattern("lost the lock on it:K:A after \\d+ ms \\(lease 3000 ms\\)"));
            assertThat(first.finish().awaitEnd().thrown()).isEqualTo(LOST);
            assertThat(Orphans.locks(redis)).as("the second's").containsExactly("it:K:A");
            assertThat(second.finish().awaitEnd().result()).isEqualTo("the body's own String");
            assertThat(holder.process().errors()).contains("did not confirm it before its lease ended");
            Orphans.none(redis, holder, other);
        }
    }

    private static StageProcess.End call(StageProcess stage, String method) throws Exception {
        return stage.call("Losing." + method, method).awaitEnd();
    }

    private static StageProcess start(Jvm jvm, RedisServer redis, String onLost) throws Exception {
        RulesText rules = RulesText.on(redis.address(), "wait: 30s, lease: 3s, " + onLost);
        for (String method : List.of(
                "text",
                "nothing",
                "number",
                "big",
                "exact",
                "flag",
                "fixed",
                "monitor",
                "monitorOfClass",
                "secret",
                "checked",
                "overflow",
                "sleeper",
                "looker")) {
            rules.lock("Losing." + method + "(String)");
        }
        return StageProcess.start(AppProcess.of(jvm, "Stage")
                .options("-Xverify:all", "-Xss512k")
                .eye(redis)
                .rules(rules.lock("LateEnding.result(String)").toString()));
    }
}
