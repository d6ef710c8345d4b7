package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.Shows;
import io.lockgraft.testing.server.RedisServer;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A thousand threads of two JVMs on more keys than Redisson has subscriptions: nobody is forgotten, and nobody meets.
 */
@Timeout(180)
@Tag("whole")
@Shows("a thousand threads, 300 or 1,000 contended keys")
class CrowdIT {
    private static final int THREADS = 500;
    private static final int KEYS = 300;
    private static final int CALLS = 6;

    @Test
    void aThousandThreadsOnThreeHundredKeysAllGetIn() throws Exception {
        try (RedisServer redis = RedisServer.start();
                WitnessServer witness = new WitnessServer();
                StageProcess one = start(redis, witness, 0);
                StageProcess two = start(redis, witness, KEYS / 2)) {
            one.awaitReady(Duration.ofSeconds(120));
            two.awaitReady(Duration.ofSeconds(120));

            int calls = 0;
            for (int key = 0; key < KEYS; key++) {
                WitnessServer.Watch watch = witness.of(String.valueOf(key));
                assertThat(watch.overlaps()).isEmpty();
                assertThat(watch.counter()).isEqualTo(watch.calls());
                calls += watch.calls();
            }
            assertThat(calls).isEqualTo(2 * THREADS * CALLS);
            assertThat(one.process().errors() + two.process().errors())
                    .doesNotContain("lost the lock", "Exception in thread");
            Orphans.none(redis, one, two);
            one.end();
            two.end();
        }
    }

    private static StageProcess start(RedisServer redis, WitnessServer witness, int first) throws Exception {
        return StageProcess.begin(
                AppProcess.of(Jvms.running(), "Stage", "CrowdApp", "" + THREADS, "" + KEYS, "" + CALLS, "" + first)
                        .witness(witness)
                        .rules(RulesText.on(redis.address(), "wait: 60s, lease: 30s")
                                .lock("Counter.add(String)")
                                .toString()));
    }
}
