package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.Shows;
import io.lockgraft.testing.server.RedisServer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** What a call gets instead of the lock: while another JVM holds it, and while the lock server is not there. */
@ParameterizedClass
@MethodSource("io.lockgraft.it.Jvms#usual")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Shows("a part is null or blank")
class OutcomesIT {
    private static final String KEY = "A";
    private static final long BUSY_MACHINE = 5000;

    @Parameter
    private Jvm jvm;

    private RedisServer redis;
    private RedisServer absent;
    private WitnessServer witness;
    private StageProcess holder;
    private StageProcess busy;
    private StageProcess unavailable;
    private StageProcess.Call held;

    @BeforeParameterizedClassInvocation
    void letAnotherJvmHoldTheKey() throws Exception {
        redis = RedisServer.start();
        absent = RedisServer.absent();
        witness = new WitnessServer();
        holder = stage(RulesText.on(redis.address(), "wait: 30s, lease: 20s").lock("Desk.hold(String)"));
        busy = stage(outcomes(redis, "onBusy"));
        unavailable = stage(outcomes(absent, "onUnavailable"));
        held = holder.call("Desk.hold", KEY).awaitBody();
        busy.call("Desk.text", "FREE").awaitEnd(); // what is slow the first time is over then
    }

    @AfterParameterizedClassInvocation
    void theHolderHeldThroughoutAndAllEnds() throws Exception {
        try {
            assertThat(held.finish().awaitEnd().result()).isEqualTo("held String");
            assertThat(witness.of(KEY).overlaps()).isEmpty();
        } finally {
            endAll();
        }
    }

    private void endAll() throws Exception {
        for (AutoCloseable each : new AutoCloseable[] {unavailable, busy, holder, witness, absent, redis}) {
            if (each != null) {
                each.close();
            }
        }
    }

    @Test
    void throwSaysWhichOfTheTwoItIs() throws Exception {
        StageProcess.End whenBusy = end(busy, "Desk.text");
        assertThat(whenBusy.thrown()).isEqualTo("io.lockgraft.api.LockBusyException");
        assertThat(whenBusy.message()).contains("text");
        assertThat(whenBusy.millis()).isGreaterThanOrEqualTo(200);

        StageProcess.End whenUnavailable = end(unavailable, "Desk.text");
        assertThat(whenUnavailable.thrown()).isEqualTo("io.lockgraft.api.LockUnavailableException");
        assertThat(whenUnavailable.message()).contains("text");
    }

    @Test
    void throwMakesTheApplicationsOwnExceptionWithTheKeysParts() throws Exception {
        for (StageProcess stage : both()) {
            StageProcess.End end = end(stage, "Desk.declared");
            assertThat(end.thrown()).isEqualTo("com.example.app.ShopException");
            assertThat(end.message()).isEqualTo("A is taken");
        }
    }

    @Test
    void returnGivesTheRulesValue() throws Exception {
        for (StageProcess stage : both()) {
            assertThat(end(stage, "Desk.number").result()).isEqualTo("7 Integer");
            assertThat(end(stage, "Desk.fixed").result()).isEqualTo("closed String");
        }
    }

    @Test
    void skipGivesTheEmptyValueOfEveryType() throws Exception {
        for (StageProcess stage : both()) {
            assertThat(end(stage, "Desk.big").result()).isEqualTo("0 Long");
            assertThat(end(stage, "Desk.exact").result()).isEqualTo("0.0 Double");
            assertThat(end(stage, "Desk.flag").result()).isEqualTo("false Boolean");
            assertThat(end(stage, "Desk.letter").result()).isEqualTo("\0 Character");
            assertThat(end(stage, "Desk.nothing").result()).isEqualTo("null");
            assertThat(end(stage, "Desk.maybe").result()).isEqualTo("Optional.empty");
            assertThat(end(stage, "Desk.later").result()).startsWith("failed future");
        }
    }

    @Test
    void proceedRunsTheBodyWithoutTheLock() throws Exception {
        for (StageProcess stage : both()) {
            StageProcess.Call call = stage.call("Desk.self", KEY);
            for (int tries = 1; stage == busy && isUnavailable(call.awaitEnd()) && tries < 20; tries++) {
                call = stage.call("Desk.self", KEY);
            }
            assertThat(call.awaitEnd().result()).isEqualTo("secret String");
            assertThat(call.bodyRan()).isTrue();
        }
        assertThat(redis.keys("*")).contains("it:K:A");
    }

    @Test
    void callAsksAnotherMethodOfTheClass() throws Exception {
        for (StageProcess stage : both()) {
            assertThat(end(stage, "Desk.asked").result()).isEqualTo("busy at the desk: A String");
            assertThat(end(stage, "Desk.askedForKey").result()).isEqualTo("busy at the desk: A under it:K:A String");
        }
    }

    @Test
    void retryTriesAgainWithTheWholeWaitAndThenGivesUp() throws Exception {
        StageProcess.End end = end(busy, "Desk.waiting");
        assertThat(end.result()).isEqualTo("gave up String");
        assertThat(end.millis())
                .as("three waits of 200 ms, each kept to within 100 ms, and pauses of half to all of 50 and of 100 ms")
                .isBetween(3 * 200 + 25 + 50L, 3 * (200 + 100) + 50 + 100 + BUSY_MACHINE);

        assertThat(end(unavailable, "Desk.waiting").result()).isEqualTo("gave up String");
    }

    @Test
    void aMissingKeyThrowsOrProceedsAsTheRuleSays() throws Exception {
        StageProcess.End end = end(busy, "Desk.text", "-null-");
        assertThat(end.thrown()).isEqualTo("io.lockgraft.api.LockKeyException");
        assertThat(end.message()).contains("p0");

        StageProcess.Call proceeds = busy.call("Desk.self", "-null-");
        assertThat(proceeds.awaitEnd().result()).isEqualTo("secret String");
        assertThat(proceeds.bodyRan()).isTrue();
    }

    @Test
    void aKeyThatIsFreeIsGrantedAndGivenBack() throws Exception {
        long before = RedisStatistics.scripts(redis);
        StageProcess.Call call = busy.call("Desk.text", "FREE");
        assertThat(call.awaitEnd().result()).isEqualTo("text String");
        assertThat(call.bodyRan()).isTrue();
        assertThat(RedisStatistics.scripts(redis)).isGreaterThan(before);
        Awaitility.await().untilAsserted(() -> assertThat(redis.keys("*")).doesNotContain("it:K:FREE"));
    }

    private StageProcess[] both() {
        return new StageProcess[] {busy, unavailable};
    }

    /** Calls it on the key that is held; the body must not run. */
    private StageProcess.End end(StageProcess stage, String method) throws Exception {
        return end(stage, method, KEY);
    }

    /**
     * On a busy machine the server may have no time to answer within the short wait, and nobody is busy: then again.
     */
    private StageProcess.End end(StageProcess stage, String method, String key) throws Exception {
        StageProcess.End end = endOfOne(stage, method, key);
        for (int tries = 1; stage == busy && isUnavailable(end) && tries < 20; tries++) {
            end = endOfOne(stage, method, key);
        }
        return end;
    }

    private static boolean isUnavailable(StageProcess.End end) {
        return "io.lockgraft.api.LockUnavailableException".equals(end.thrown());
    }

    private static StageProcess.End endOfOne(StageProcess stage, String method, String key) throws Exception {
        StageProcess.Call call = stage.call(method, key);
        StageProcess.End end = call.awaitEnd();
        assertThat(call.bodyRan()).as("the body of %s ran; %s", method, end).isFalse();
        return end;
    }

    private StageProcess stage(RulesText rules) throws Exception {
        return StageProcess.start(AppProcess.of(jvm, "Stage")
                .options("-Xverify:all")
                .rules(rules.toString())
                .witness(witness));
    }

    private static RulesText outcomes(RedisServer redis, String when) {
        return RulesText.on(redis.address(), "wait: 200ms, lease: 20s")
                .lock("Desk.text(String)", "name: text", "when: p0 != 'FREE'")
                .lock("Desk.text(String)", "name: willing", "when: p0 == 'FREE'", "wait: 30s")
                .lock("Desk.declared", when + ": {throw: com.example.app.ShopException, message: '{p0} is taken'}")
                .lock("Desk.number(String)", when + ": {return: 7}")
                .lock("Desk.fixed(..)", when + ": {return: closed}")
                .lock("Desk.big", when + ": skip")
                .lock("Desk.exact", when + ": skip")
                .lock("Desk.flag", when + ": skip")
                .lock("Desk.letter", when + ": skip")
                .lock("Desk.nothing", when + ": skip")
                .lock("Desk.maybe", when + ": skip")
                .lock("Desk.later", when + ": skip")
                .lock("Desk.secret", when + ": proceed", "onMissingKey: proceed")
                .lock("Desk.asked", when + ": {call: askedBusy}")
                .lock("Desk.askedForKey", when + ": {call: askedForKeyBusy}")
                .lock("Desk.waiting", when + ": {retry: {times: 2, backoff: 50ms..100ms}, then: {return: 'gave up'}}");
    }
}
