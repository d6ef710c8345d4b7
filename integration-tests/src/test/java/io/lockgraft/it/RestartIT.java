package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.Shows;
import io.lockgraft.testing.server.RedisServer;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** A Redis that keeps a log of what it was told, is killed, and starts again from that log. */
@ParameterizedClass
@MethodSource("io.lockgraft.it.Jvms#usual")
@Timeout(120)
@Tag("whole")
@Shows("restarted with its log (`appendfsync always`)")
class RestartIT {
    @Parameter
    private Jvm jvm;

    private static final Duration LEASE = Duration.ofSeconds(8);
    private static final Duration BUSY_MACHINE = Duration.ofSeconds(5);
    private static final String DEFAULTS = "wait: 60s, lease: 8s";

    private RedisServer redis;
    private WitnessServer witness;

    @BeforeEach
    void open() throws Exception {
        redis = RedisServer.start("--appendonly", "yes", "--appendfsync", "always");
        witness = new WitnessServer();
    }

    @AfterEach
    void end() throws Exception {
        witness.close();
        redis.close();
    }

    @Test
    void theLeaseOfADeadHolderGoesOnWhileRedisIsDown() throws Exception {
        try (StageProcess holder = start(Kind.EXCLUSIVE.rules(redis.address(), DEFAULTS, "A", "warm"));
                StageProcess rival = start(Kind.EXCLUSIVE.rivalsRules(redis.address(), DEFAULTS, "A", "warm"))) {
            rival.call("Desk.hold", "warm").awaitBody().finish().awaitEnd();
            holder.call("Desk.hold", "A").awaitBody();
            holder.process().kill();
            long killed = System.nanoTime();
            long left = (Long) redis.command("PTTL", "it:K:A");

            redis.kill();
            Thread.sleep(1_500);
            redis.restart();

            long after = (Long) redis.command("PTTL", "it:K:A");
            assertThat(after).isBetween(1L, left - 1_500);
            rival.call("Desk.hold", "A").awaitBody().finish().awaitEnd();
            assertThat(Duration.ofNanos(System.nanoTime() - killed)).isLessThan(LEASE.plus(BUSY_MACHINE));
            Orphans.none(redis, rival);
        }
    }

    private StageProcess start(String rules) throws Exception {
        return StageProcess.start(AppProcess.of(jvm, "Stage").witness(witness).rules(rules));
    }
}
