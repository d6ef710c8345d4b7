package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.api.Locks;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.server.Leftovers;
import io.lockgraft.testing.server.RedisServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Code that may be changed asks for the rules by their names. */
@Shows("code that may be changed locks a block by a rule's name, beside locked methods with the same key")
class LocksIT {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final int JVMS = 2;
    private static final int THREADS = 4;
    private static final int CALLS = 100;

    @ParameterizedTest
    @MethodSource("io.lockgraft.it.Jvms#usual")
    void blocksAndLockedMethodsOfTwoJvmsNeverOverlap(Jvm jvm) throws Exception {
        List<AppProcess> counting = new ArrayList<>();
        try (RedisServer redis = RedisServer.start();
                WitnessServer witness = new WitnessServer()) {
            String rules = RulesText.on(redis.address(), "wait: 60s, lease: 20s")
                            .lock("Counter.add(String)", "name: add")
                            .toString()
                    + """
                      - {name: count, argument: dto, key: 'K:{dto.number}'}
                      - {name: at-once, argument: key, key: '{key}', wait: 0}
                      - name: own
                        argument: number
                        key: K:{number}
                        wait: 0
                        onBusy: {throw: com.example.app.ShopException, message: '{number} is taken'}
                    """;
            try {
                for (int i = 0; i < JVMS; i++) {
                    counting.add(AppProcess.of(jvm, "LocksApp", "A", "" + JVMS, "" + THREADS, "" + CALLS)
                            .rules(rules)
                            .witness(witness)
                            .start());
                }
                for (AppProcess each : counting) {
                    each.succeeds(PATIENCE);
                    assertThat(each.output())
                            .containsExactly("LockBusyException at-once", "com.example.app.ShopException A is taken");
                }
                WitnessServer.Watch seen = witness.of("A");
                assertThat(seen.overlaps()).isEmpty();
                assertThat(seen.calls()).isEqualTo(JVMS * THREADS * CALLS);
                assertThat(seen.counter()).isEqualTo(seen.calls());
                Leftovers.awaitNone(redis);
            } finally {
                for (AppProcess each : counting) {
                    each.close();
                }
            }
        }
    }

    @Test
    void withoutTheAgentNoBlockRuns() throws Exception {
        Path api = Path.of(
                Locks.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        try (AppProcess alone = AppProcess.of(Jvms.running(), "LocksApp$Alone")
                .alsoOnClassPath(api)
                .start()) {
            alone.succeeds(PATIENCE);
            String told = "the block did not run: Lockgraft is not in this JVM."
                    + " Start it with -javaagent:lockgraft.jar=rules.yaml";
            assertThat(alone.output()).containsExactly(told, told, "OptionalLong.empty");
        }
    }
}
