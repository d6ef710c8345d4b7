package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.server.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A JVM that is the first of a queue is stopped by SIGSTOP, and goes on later: what the others get, and what it gets.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(120)
@Tag("whole")
@Shows("a waiting JVM dies, or stands still")
class StoppedWaiterIT {
    private static final Duration BUSY_MACHINE = Duration.ofSeconds(5);

    private static final Duration PATIENCE = Duration.ofMillis(500);

    private static final Duration PATIENCE_OF_FAIR = Duration.ofSeconds(5);
    private static final Duration SHORT_WAIT = Duration.ofSeconds(3);

    private RedisServer redis;
    private WitnessServer witness;
    private StageProcess holder;
    private StageProcess first;
    private StageProcess impatient;
    private StageProcess next;

    @BeforeAll
    void start() throws Exception {
        redis = RedisServer.start();
        witness = new WitnessServer();
        holder = start("60s");
        first = start("60s");
        impatient = start(SHORT_WAIT.toSeconds() + "s");
        next = start("60s");
    }

    private StageProcess start(String wait) throws Exception {
        RulesText rules = RulesText.on(redis.address(), "lease: 20s, wait: " + wait);
        for (Kind kind : Kind.values()) {
            kind.lock(rules, "Desk.hold(String)", kind.of("stopped"));
            kind.lock(rules, "Desk.hold(String)", kind.of("late"));
        }
        StageProcess stage = StageProcess.start(
                AppProcess.of(Jvms.running(), "Stage").witness(witness).rules(rules.toString()));
        for (Kind kind : Kind.values()) {
            stage.call("Desk.hold", kind.of("stopped")).awaitBody().finish().awaitEnd();
        }
        return stage;
    }

    @AfterAll
    void end() throws Exception {
        for (AutoCloseable each : new AutoCloseable[] {holder, first, impatient, next, witness, redis}) {
            if (each != null) {
                each.close();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"EXCLUSIVE", "FAIR", "WRITE", "FENCED", "SEVERAL_KEYS"})
    @FailsWithout("`turn.lua` and `WaitState#turn` take the place of a waiter that misses its turn")
    void theOthersGoOnOnceItsPatienceIsOverAndItGetsItsTurnWhenItGoesOn(Kind kind) throws Exception {
        String key = kind.of("stopped");
        StageProcess.Call held = holder.call("Desk.hold", key).awaitBody();
        StageProcess.Call stopped = queued(first, key, 1);
        StageProcess.Call second = queued(next, key, 2);

        first.process().freeze();
        long released = System.nanoTime();
        held.finish().awaitEnd();
        second.awaitBody();
        Duration waited = since(released);
        List<Duration> later = new ArrayList<>();
        StageProcess.Call inside = second;
        for (int round = 0; round < 4; round++) {
            StageProcess.Call another = queued(round % 2 == 0 ? holder : next, key, 1);
            released = System.nanoTime();
            inside.finish().awaitEnd();
            inside = another.awaitBody();
            later.add(since(released));
        }
        assertThat(stopped.bodyRan()).isFalse();

        first.process().thaw();
        queueHas(key, 1);
        assertThat(stopped.bodyRan()).as("runs beside the holder").isFalse();
        inside.finish().awaitEnd();
        stopped.awaitBody();
        assertThat(stopped.finish().awaitEnd().result()).isEqualTo("held String");

        System.out.printf(
                "==== %s: the stopped first of the queue was waited for %d ms; those after that waited %s%n",
                kind, waited.toMillis(), later);
        if (kind == Kind.FAIR) {
            assertThat(waited).isLessThan(PATIENCE_OF_FAIR.plus(BUSY_MACHINE));
        } else {
            assertThat(waited).isBetween(PATIENCE, PATIENCE.plus(BUSY_MACHINE));
        }
        assertThat(Collections.min(later)).as("once only").isLessThan(PATIENCE);
        assertThat(witness.of(key).overlaps()).isEmpty();
        Orphans.none(redis, holder, first, next);
    }

    @ParameterizedTest
    @EnumSource(names = {"EXCLUSIVE", "FAIR", "WRITE", "FENCED", "SEVERAL_KEYS"})
    void whoseDeadlinePassesMeanwhileIsToldSoAndDoesNotRun(Kind kind) throws Exception {
        String key = kind.of("late");
        StageProcess.Call held = holder.call("Desk.hold", key).awaitBody();
        StageProcess.Call stopped = queued(impatient, key, 1);
        long queued = System.nanoTime();
        StageProcess.Call second = queued(next, key, 2);

        impatient.process().freeze();
        held.finish().awaitEnd();
        second.awaitBody();
        Thread.sleep(Math.max(0, SHORT_WAIT.minus(since(queued)).toMillis()));
        impatient.process().thaw();

        StageProcess.End end = stopped.awaitEnd();
        // What is asked or answered while the JVM stands still may come too late: then nobody knows who has the key.
        if (!end.thrown().equals("io.lockgraft.api.LockBusyException")) {
            assertThat(end.thrown()).as("%s", end).isEqualTo("io.lockgraft.api.LockUnavailableException");
            assertThat(end.message())
                    .contains("It did not run")
                    .containsAnyOf("has not answered", "response timeout", "its turn has not come");
        }
        assertThat(stopped.bodyRan()).isFalse();
        second.finish().awaitEnd();
        assertThat(witness.of(key).overlaps()).isEmpty();
        Orphans.none(redis, holder, impatient, next);
    }

    private StageProcess.Call queued(StageProcess stage, String key, long places) throws Exception {
        StageProcess.Call call = stage.call("Desk.hold", key);
        queueHas(key, places);
        return call;
    }

    private void queueHas(String key, long places) {
        Awaitility.await(places + " in the queue")
                .atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(5))
                .untilAsserted(() -> assertThat(redis.command("ZCARD", "it:K:" + key + ":lockgraft#waiting"))
                        .isEqualTo(places));
    }

    private static Duration since(long nanos) {
        return Duration.ofNanos(System.nanoTime() - nanos);
    }
}
