package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.Shows;
import io.lockgraft.testing.server.RedisServer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Three calls of one JVM, two of which wait behind the first: by whose grants they run is what {@code handoff} says.
 */
@Timeout(120)
@Tag("whole")
@Shows("many calls of several JVMs")
class HandoffIT {
    /** The second runs by the first one's grant where their letters are the same. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{max: 64, for: 1m}  | AAA",
                "{max: 1, for: 1m}   | AAB",
                "{max: 64, for: 1ms} | ABC",
                "off                 | ABC"
            })
    void callsThatWaitHaveAGrantOfTheirOwnOrTheOneThatIsPassedOn(String handoff, String grants) throws Exception {
        try (RedisServer redis = RedisServer.start();
                WitnessServer witness = new WitnessServer();
                StageProcess stage = StageProcess.start(AppProcess.of(Jvms.running(), "Stage")
                        .witness(witness)
                        .rules(RulesText.on(redis.address(), "wait: 60s, handoff: " + handoff)
                                .lock("Desk.hold(String)")
                                .toString()))) {
            List<StageProcess.Call> calls = new ArrayList<>();
            calls.add(stage.call("Desk.hold", "A").awaitBody());
            for (int waiting = 1; waiting <= 2; waiting++) {
                calls.add(stage.call("Desk.hold", "A"));
                stage.awaitAtTheGate(waiting);
            }

            List<Object> owners = new ArrayList<>();
            for (StageProcess.Call call : calls) {
                call.awaitBody();
                owners.add(redis.command("HKEYS", "it:K:A"));
                Thread.sleep(5); // longer than the shortest of the bounds
                call.finish().awaitEnd();
            }

            assertThat(letters(owners)).isEqualTo(grants);
            assertThat(witness.of("A").overlaps()).isEmpty();
            Orphans.none(redis, stage);
        }
    }

    /** A for the first, B for the first that differs from it, and so on. */
    private static String letters(List<Object> owners) {
        List<Object> distinct = owners.stream().distinct().toList();
        StringBuilder letters = new StringBuilder();
        owners.forEach(owner -> letters.append((char) ('A' + distinct.indexOf(owner))));
        return letters.toString();
    }
}
