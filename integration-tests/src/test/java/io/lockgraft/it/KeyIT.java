package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.Shows;
import io.lockgraft.testing.server.RedisServer;
import java.nio.charset.StandardCharsets;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys that cannot be computed, are missing, are huge, or are full of what no name should have. */
@Timeout(120)
class KeyIT {
    private RedisServer redis;
    private StageProcess one;
    private StageProcess two;

    @BeforeEach
    void startTwoJvms() throws Exception {
        redis = RedisServer.start();
        String rules = RulesText.on(redis.address(), "wait: 60s, lease: 60s")
                .lock("LateEnding.result(String)")
                .lockBy("key: 'K:{p0.substring(3)}'", "Desk.text(String)", "onMissingKey: proceed")
                .lock("Desk.declared(String)")
                .toString();
        one = StageProcess.start(AppProcess.of(Jvms.running(), "Stage").rules(rules));
        two = StageProcess.start(AppProcess.of(Jvms.running(), "Stage").rules(rules));
    }

    @AfterEach
    void end() throws Exception {
        for (AutoCloseable each : new AutoCloseable[] {one, two, redis}) {
            if (each != null) {
                each.close();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"-huge-", "-binary-"})
    @Shows({"a million characters", "line breaks, zeros, braces, half a surrogate pair"})
    void aKeyOfAnyContentLocks(String content) throws Exception {
        StageProcess.Call held = one.call("LateEnding.result", content).awaitBody();
        StageProcess.Call other = two.call("LateEnding.result", content);
        StageProcess.Call elsewhere =
                two.call("LateEnding.result", "A").awaitBody().finish();
        elsewhere.awaitEnd();

        assertThat(other.bodyRan()).isFalse();
        Awaitility.await("the release of what was held elsewhere")
                .untilAsserted(() -> assertThat(Orphans.locks(redis))
                        .singleElement()
                        .satisfies(key -> assertThat(key.getBytes(StandardCharsets.UTF_8).length)
                                .isLessThanOrEqualTo(512)));
        held.finish().awaitEnd();
        other.awaitBody().finish().awaitEnd();
        Orphans.none(redis, one, two);
    }

    @Test
    @Shows("an expression throws")
    void aKeyThatThrowsStopsTheCallWhateverIsSaidOfMissingOnes() throws Exception {
        StageProcess.Call call = one.call("Desk.text", "A");

        StageProcess.End end = call.awaitEnd();
        assertThat(end.thrown()).isEqualTo("io.lockgraft.api.LockKeyException");
        assertThat(end.cause()).contains("StringIndexOutOfBoundsException");
        assertThat(call.bodyRan()).isFalse();
        Orphans.none(redis, one, two);
    }

    @Test
    @Shows("a part is null or blank")
    void aKeyThatIsNullStopsTheCall() throws Exception {
        StageProcess.Call call = one.call("Desk.declared", "-null-");

        assertThat(call.awaitEnd().thrown()).isEqualTo("io.lockgraft.api.LockKeyException");
        assertThat(call.bodyRan()).isFalse();
        Orphans.none(redis, one, two);
    }
}
