package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.server.Leftovers;
import io.lockgraft.testing.server.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One body at a time for one key, over threads and JVMs, as a witness outside sees it. */
class MutualExclusionIT {
    @ParameterizedTest
    @MethodSource("io.lockgraft.it.Jvms#usual")
    void tenThousandCallsFromFourJvmsOfEightThreadsNeverOverlap(Jvm jvm) throws Exception {
        countAlone(Collections.nCopies(4, jvm), 8, 313);
    }

    @Test
    void jvmsOfDifferentVersionsExcludeEachOther() throws Exception {
        countAlone(new ArrayList<>(Jvms.extremes()), 2, 50);
    }

    @Test
    void differentKeysDoNotWaitForEachOther() throws Exception {
        try (RedisServer redis = RedisServer.start();
                WitnessServer witness = new WitnessServer();
                StageProcess stage = StageProcess.start(AppProcess.of(Jvms.running(), "Stage")
                        .rules(RulesText.on(redis.address(), "wait: 30s")
                                .lock("Desk.hold(String)")
                                .toString())
                        .witness(witness))) {
            StageProcess.Call one = stage.call("Desk.hold", "A").awaitBody();
            StageProcess.Call two = stage.call("Desk.hold", "B").awaitBody();

            assertThat(redis.keys("*")).contains("it:K:A", "it:K:B");

            assertThat(two.finish().awaitEnd().result()).isEqualTo("held String");
            assertThat(one.finish().awaitEnd().result()).isEqualTo("held String");
        }
    }

    private static void countAlone(List<Jvm> jvms, int threads, int calls) throws Exception {
        List<AppProcess> counting = new ArrayList<>();
        try (RedisServer redis = RedisServer.start();
                WitnessServer witness = new WitnessServer()) {
            String rules = RulesText.on(redis.address(), "wait: 60s, lease: 20s")
                    .lock("Counter.add(String)")
                    .toString();
            try {
                for (Jvm jvm : jvms) {
                    counting.add(AppProcess.of(jvm, "CounterApp", "A", "" + jvms.size(), "" + threads, "" + calls)
                            .rules(rules)
                            .witness(witness)
                            .start());
                }
                for (AppProcess each : counting) {
                    each.succeeds(Duration.ofMinutes(10));
                }
                WitnessServer.Watch seen = witness.of("A");
                assertThat(seen.overlaps()).isEmpty();
                assertThat(seen.calls()).isEqualTo(jvms.size() * threads * calls);
                assertThat(seen.counter()).isEqualTo(seen.calls());
                Leftovers.awaitNone(redis);
            } finally {
                for (AppProcess each : counting) {
                    each.close();
                }
            }
        }
    }
}
