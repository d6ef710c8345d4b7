package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.Shows;
import io.lockgraft.testing.Whole;
import io.lockgraft.testing.server.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A lock that is lost while the body runs: it is told, and the caller still gets what the body ends with. */
@ParameterizedClass
@MethodSource("io.lockgraft.it.Jvms#usual")
@Timeout(180)
class LossIT {
    @Parameter
    private Jvm jvm;

    private static final Duration LEASE = Duration.ofSeconds(3);
    private static final Duration BUSY_MACHINE = Duration.ofSeconds(5);
    private static final String LOST = "rule 'LateEnding.*': lost the lock on it:K:";
    private static final String UNCONFIRMED = "the lock server did not confirm it before its lease ended";

    @ParameterizedTest
    @ValueSource(strings = {"DEL it:K:A", "FLUSHALL"})
    @Tag("whole")
    @Shows("`FLUSHALL`, `DEL` of a key, an eviction")
    void aLockThatIsDeletedIsMissedWithinAThirdOfItsLease(String deletion) throws Exception {
        try (Scene scene = scene();
                StageProcess other = scene.anotherJvm()) {
            StageProcess holder = scene.stage();
            RedisServer redis = scene.redis();
            StageProcess.Call first = holder.call("LateEnding.result", "A").awaitBody();
            StageProcess.Call warm =
                    other.call("LateEnding.result", "warm").awaitBody().finish();
            warm.awaitEnd();
            Awaitility.await()
                    .untilAsserted(() -> assertThat(Orphans.locks(redis)).containsExactly("it:K:A"));

            redis.command(deletion.split(" "));
            long deleted = System.nanoTime();
            StageProcess.Call second = other.call("LateEnding.result", "A").awaitBody();
            scene.awaitLog(LOST + "A after ");
            Duration noticed = Duration.ofNanos(System.nanoTime() - deleted);
            System.out.println("==== " + deletion + " noticed after " + noticed.toMillis() + " ms, lease " + LEASE);
            assertThat(noticed)
                    .as("a third of it, and what a busy machine takes")
                    .isLessThan(LEASE);

            // The second one holds the key now; a third in the first's JVM waits for it like everybody else.
            StageProcess.Call third = holder.call("LateEnding.result", "A");
            endsWithItsResult(first);
            Thread.sleep(300); // time enough for the first one's release to do harm
            assertThat(Orphans.locks(redis)).containsExactly("it:K:A");
            assertThat(third.bodyRan()).isFalse();
            endsWithItsResult(second);
            endsWithItsResult(third.awaitBody());

            assertThat(holder.process().errors().lines().filter(line -> line.contains("lost the lock")))
                    .singleElement()
                    .asString()
                    .matches("\\[lockgraft] WARN " + Pattern.quote(LOST) + "A after \\d+ ms \\(lease 3000 ms\\):"
                            + " the lock server does not have it any more\\. The method goes on without it"
                            + " \\(onLost: warn\\); another call may run at the same time\\.");
            assertThat(Complaints.in(other.process().errors())).isEmpty();
            Orphans.none(redis, holder, other);
        }
    }

    @Test
    @Tag("whole")
    void everyEndingArrivesUnchangedThoughTheLockWasDeleted() throws Exception {
        try (Scene scene = scene()) {
            LateBodies bodies = LateBodies.begun(scene.stage(), "A");

            scene.redis().command("FLUSHALL");
            scene.awaitLog(LOST);

            bodies.endUnmasked();
            scene.isWellAgain();
        }
    }

    /** What happens to Redis while bodies run, and what makes it well. */
    private enum Fault {
        KILLED(true) {
            @Override
            void strike(RedisServer redis) {
                redis.kill();
            }

            @Override
            void heal(RedisServer redis) {
                redis.restart();
            }
        },
        FROZEN(true) {
            @Override
            void strike(RedisServer redis) {
                redis.freeze();
            }

            @Override
            void heal(RedisServer redis) {
                redis.resume();
            }
        },
        PAUSED(true) {
            @Override
            void strike(RedisServer redis) {
                redis.command("CLIENT", "PAUSE", "8000", "ALL");
            }

            @Override
            void heal(RedisServer redis) {
                redis.command("PING"); // is answered when the pause is over
            }
        },
        READ_ONLY(true) {
            @Override
            void strike(RedisServer redis) {
                redis.command("REPLICAOF", "127.0.0.1", String.valueOf(RedisServer.freePort()));
            }

            @Override
            void heal(RedisServer redis) {
                redis.command("REPLICAOF", "NO", "ONE");
            }
        },
        /** What is held can still be renewed and given back. */
        OUT_OF_MEMORY(false) {
            @Override
            void strike(RedisServer redis) {
                redis.command("CONFIG", "SET", "maxmemory", "1");
            }

            @Override
            void heal(RedisServer redis) {
                redis.command("CONFIG", "SET", "maxmemory", "0");
            }
        },
        WITHOUT_RIGHTS(true) {
            @Override
            void strike(RedisServer redis) {
                redis.command("ACL", "SETUSER", Scene.USER, "-@all");
            }

            @Override
            void heal(RedisServer redis) {
                redis.command("ACL", "SETUSER", Scene.USER, "+@all");
            }
        };

        private final boolean losesLocks;

        Fault(boolean losesLocks) {
            this.losesLocks = losesLocks;
        }

        abstract void strike(RedisServer redis);

        abstract void heal(RedisServer redis);
    }

    static List<Fault> faults() {
        return Whole.isWanted() ? List.of(Fault.values()) : List.of(Fault.KILLED, Fault.FROZEN);
    }

    @ParameterizedTest
    @MethodSource("faults")
    @Shows("the body throws while Redis is ill")
    void everyEndingArrivesUnchangedAndAtOnceWhile(Fault redisIs) throws Exception {
        try (Scene scene = scene()) {
            LateBodies early = LateBodies.begun(scene.stage(), "early");
            LateBodies late = LateBodies.begun(scene.stage(), "late");

            redisIs.strike(scene.redis());
            early.endUnmasked();
            scene.isUnavailable("");
            if (redisIs.losesLocks) {
                scene.awaitLog(LOST + "late");
            }
            late.endUnmasked();

            redisIs.heal(scene.redis());
            LateBodies afterwards = LateBodies.begun(scene.stage(), "afterwards");
            afterwards.endUnmasked();
            Orphans.none(scene.redis(), scene.stage());
            assertThat(scene.stage().process().errors().contains(LOST)).isEqualTo(redisIs.losesLocks);
        }
    }

    @Test
    @Shows("killed or frozen while a body runs")
    void aLockThatRedisDoesNotConfirmIsLostWhenItsLeaseEnds() throws Exception {
        try (Scene scene = scene()) {
            LateBodies bodies = LateBodies.begun(scene.stage(), "A");

            scene.redis().kill();
            long killed = System.nanoTime();
            scene.awaitLog(UNCONFIRMED);
            Duration noticed = Duration.ofNanos(System.nanoTime() - killed);

            System.out.println("==== kill noticed after " + noticed.toMillis() + " ms, lease " + LEASE);
            assertThat(noticed).isBetween(LEASE.dividedBy(2), LEASE.plus(BUSY_MACHINE));
            Matcher held = Pattern.compile("after (\\d+) ms \\(lease 3000 ms\\)")
                    .matcher(scene.stage().process().errors());
            assertThat(held.find()).isTrue();
            assertThat(Long.parseLong(held.group(1))).isGreaterThanOrEqualTo(LEASE.toMillis());
            bodies.endUnmasked();
            scene.redis().restart();
            scene.isWellAgain();
        }
    }

    private Scene scene() throws Exception {
        return Scene.warm(jvm, RedisServer.start(Scene.WITH_USER), "lease: 3s", Scene.USER, Scene.PASSWORD);
    }

    private static void endsWithItsResult(StageProcess.Call call) throws Exception {
        assertThat(call.finish().awaitEnd().result()).isEqualTo("the body's own String");
    }
}
