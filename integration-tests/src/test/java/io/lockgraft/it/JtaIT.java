package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.server.RedisServer;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Locks that are held until a transaction of JTA is over, whoever ends it. */
@Timeout(300)
@Shows({"Narayana", "Atomikos", "Geronimo"})
class JtaIT {
    private static final String LOST = "io.lockgraft.api.LockLostException";

    /** One for each manager and JVM. */
    private static final Map<String, StageProcess> STAGES = new HashMap<>();

    private static RedisServer redis;

    @BeforeAll
    static void startTheServer() {
        redis = RedisServer.start();
    }

    @AfterAll
    static void endAll() throws Exception {
        for (StageProcess stage : STAGES.values()) {
            stage.close();
        }
        redis.close();
    }

    private static StageProcess stage(JtaManager manager, Jvm jvm) throws Exception {
        String name = manager + " " + jvm;
        if (!STAGES.containsKey(name)) {
            STAGES.put(name, start(manager, jvm));
        }
        return STAGES.get(name);
    }

    static Stream<Arguments> everyManager() {
        return Stream.of(JtaManager.values())
                .flatMap(manager -> Jvms.usual().stream().map(jvm -> Arguments.of(manager, jvm)));
    }

    @ParameterizedTest
    @MethodSource("everyManager")
    @FailsWithout("`Sources#active` lets each transaction of a thread keep its holds")
    @Shows("two managers each have a transaction open on the thread (`ChainedTransactionManager`, a "
            + "template inside of another manager's, JTA around Spring's own)")
    void theLockIsHeldUntilTheTransactionIsOverAndAtLeastAsLongAsTheMethodRuns(JtaManager manager, Jvm jvm)
            throws Exception {
        StageProcess stage = stage(manager, jvm);
        for (String play : List.of(
                "committed", "rolledBack", "committedElsewhere", "completion", "ofSpring", "joined", "aroundSpring")) {
            assertThat(heldUntilTheEnd(stage, play).thrown()).as(play).isNull();
        }
        assertThat(heldUntilTheEnd(stage, "marked").thrown()).endsWith("RollbackException");
        Orphans.none(redis, stage);
    }

    @ParameterizedTest
    @MethodSource("everyManager")
    @Shows("a transaction is committed inside of the locked body, with `onLost: throw`")
    void aLockThatWasLostBeforeTheCommitRollsItBack(JtaManager manager, Jvm jvm) throws Exception {
        StageProcess stage = stage(manager, jvm);
        String rollback = "javax.transaction.RollbackException";
        Map<String, String> thrown = Map.of(
                "committed", rollback,
                "committedElsewhere", rollback,
                "inside", rollback,
                "ofSpring", LOST,
                "joined", rollback,
                "aroundSpring", rollback);
        for (String play : thrown.keySet()) {
            StageProcess.Call call = play(stage, play).awaitBody();
            assertThat(redis.command("DEL", "it:K:" + play)).isEqualTo(1L);

            StageProcess.End end = call.finish().awaitEnd();

            assertThat(end.thrown()).as("%s: %s", play, end).isEqualTo(thrown.get(play));
            Awaitility.await("the lock server's answer to the release")
                    .untilAsserted(
                            () -> assertThat(stage.process().errors()).contains("lost the lock on it:K:" + play));
        }
        Orphans.none(redis, stage);
    }

    @ParameterizedTest
    @MethodSource("io.lockgraft.it.Jvms#usual")
    void narayanasReaperEndsTheHoldButNotBeforeTheMethodHasEnded(Jvm jvm) throws Exception {
        StageProcess stage = stage(JtaManager.NARAYANA, jvm);
        heldUntilTheEnd(stage, "outlived");

        StageProcess.Call call = play(stage, "timedOut").awaitBody();
        Awaitility.await("the reaper")
                .atMost(Duration.ofSeconds(30))
                .until(() -> Orphans.locks(redis).isEmpty());
        assertThat(call.hasEnded()).isFalse();
        call.finish().awaitEnd();
        Orphans.none(redis, stage);
    }

    /** It only says so, and rolls back when the application comes to the end of its transaction. */
    @ParameterizedTest
    @MethodSource("io.lockgraft.it.Jvms#usual")
    void atomikosHoldsTheLockBeyondTheTimeOfTheTransactionUntilItIsRolledBack(Jvm jvm) throws Exception {
        StageProcess stage = stage(JtaManager.ATOMIKOS, jvm);
        StageProcess.Call call = play(stage, "timedOut").awaitBody();
        Awaitility.await("the time-out")
                .atMost(Duration.ofSeconds(30))
                .until(() -> stage.process().toString().contains("has timed out and will rollback"));
        assertThat(Orphans.locks(redis)).containsExactly("it:K:timedOut");

        assertThat(call.finish().awaitEnd().thrown()).isNull();
        Orphans.none(redis, stage);
    }

    @ParameterizedTest
    @MethodSource("io.lockgraft.it.Jvms#usual")
    void whereATransactionIsMarkedBeforeTheCallAtomikosKeepsTheLockAndNarayanaTakesNoNoticeOfUs(Jvm jvm)
            throws Exception {
        StageProcess atomikos = stage(JtaManager.ATOMIKOS, jvm);
        StageProcess narayana = stage(JtaManager.NARAYANA, jvm);
        heldUntilTheEnd(atomikos, "markedBefore");

        StageProcess.Call call = play(narayana, "markedBefore").awaitBody();
        Awaitility.await("a lock that ends with its method, for nothing will be committed")
                .atMost(Duration.ofSeconds(30))
                .until(() -> Orphans.locks(redis).isEmpty());
        assertThat(call.finish().awaitEnd().thrown()).isNull();
        Orphans.none(redis, atomikos, narayana);
    }

    /** When the play waits for the test, the key is held; another call gets it when the play goes on. */
    private static StageProcess.End heldUntilTheEnd(StageProcess stage, String play) throws Exception {
        StageProcess.Call call = play(stage, play).awaitBody();
        assertThat(Orphans.locks(redis)).as(play).containsExactly("it:K:" + play);
        StageProcess.Call next = stage.call("com.example.ledger.JtaPlay.put", play);
        stage.awaitAtTheGate(1);
        assertThat(next.hasEnded()).as(play).isFalse();
        StageProcess.End end = call.finish().awaitEnd();
        assertThat(next.awaitEnd().thrown()).as(play).isNull();
        return end;
    }

    private static StageProcess.Call play(StageProcess stage, String play) throws Exception {
        return stage.call("com.example.ledger.JtaPlay." + play, play);
    }

    private static StageProcess start(JtaManager manager, Jvm jvm) throws Exception {
        return StageProcess.start(manager.stage(jvm)
                .rules(RulesText.on(redis.address(), "wait: 30s, lease: 30s, onLost: throw")
                        .lock("com.example.ledger.Vault.put(String)")
                        .lock("com.example.ledger.Vault.outlive")
                        .lock("com.example.ledger.JtaPlay.inside(String)")
                        .toString()));
    }
}
