package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.RedisServer;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A thousand threads of two JVMs on more keys than Redisson has subscriptions: nobody is forgotten, and nobody meets.
 */
@Timeout(180)
class CrowdIT {
    private static final int THREADS = 500;
    private static final int KEYS = 300;
    private static final int CALLS = 6;

    @Test
    void aThousandThreadsOnThreeHundredKeysAllGetIn() throws Exception {
        try (RedisServer redis = RedisServer.start();
                WitnessServer witness = new WitnessServer();
                AppProcess one = start(redis, witness, 0);
                AppProcess two = start(redis, witness, KEYS / 2)) {
            one.succeeds(Duration.ofSeconds(120));
            two.succeeds(Duration.ofSeconds(120));

            int calls = 0;
            for (int key = 0; key < KEYS; key++) {
                WitnessServer.Watch watch = witness.of(String.valueOf(key));
                assertThat(watch.overlaps()).isEmpty();
                assertThat(watch.counter()).isEqualTo(watch.calls());
                calls += watch.calls();
            }
            assertThat(calls).isEqualTo(2 * THREADS * CALLS);
            assertThat(one.errors() + two.errors()).doesNotContain("lost the lock", "Exception in thread");
            Orphans.none(redis);
        }
    }

    private static AppProcess start(RedisServer redis, WitnessServer witness, int first) throws Exception {
        return AppProcess.of(Jvms.running(), "CrowdApp", "" + THREADS, "" + KEYS, "" + CALLS, "" + first)
                .witness(witness)
                .rules(RulesText.on(redis.address(), "wait: 60s, lease: 30s")
                        .lock("Counter.add(String)")
                        .toString())
                .start();
    }
}
