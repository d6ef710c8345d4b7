package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Shows;
import io.lockgraft.testing.server.RedisServer;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is committed where the lock is lost before, and what is done under the lock after the commit. */
@Timeout(600)
class TransactionEndIT {
    private static final LedgerPlatform JDBC = LedgerPlatform.of(LedgerAccess.JDBC);
    private static final String LOST = "io.lockgraft.api.LockLostException";

    /** Applications of one platform that several tests use, by that and their names. */
    private static final Map<String, StageProcess> STAGES = new HashMap<>();

    private static LedgerDatabase database;
    private static RedisServer redis;

    @BeforeAll
    static void startTheServers() throws Exception {
        database = LedgerDatabase.start();
        redis = RedisServer.start();
    }

    @AfterAll
    static void endAll() throws Exception {
        for (StageProcess stage : STAGES.values()) {
            stage.close();
        }
        redis.close();
        database.close();
    }

    /** Idle JVMs take memory, too. */
    private static void endAllBut(LedgerPlatform platform) throws Exception {
        for (String each : List.copyOf(STAGES.keySet())) {
            if (!each.startsWith(platform + ", ")) {
                STAGES.remove(each).close();
            }
        }
    }

    private static StageProcess stage(String name, LedgerPlatform platform) throws Exception {
        String whole = platform + ", " + name;
        if (!STAGES.containsKey(whole)) {
            endAllBut(platform);
            STAGES.put(whole, start(platform, "lease: 30s, onLost: throw"));
        }
        return STAGES.get(whole);
    }

    @ParameterizedTest
    @MethodSource("io.lockgraft.it.LedgerPlatform#usual")
    @Shows({
        "the same counter, with Spring 4.3, 5.3, 6.2 or 7.0, and with AspectJ in place of proxies",
        "a transaction is committed inside of the locked body, with `onLost: throw`"
    })
    void nothingIsCommittedWhereTheLockWasLostBefore(LedgerPlatform platform) throws Exception {
        StageProcess stage = stage("one", platform);
        StageProcess other = stage("other", platform);
        List<String> plays = platform.access().hasSavepoints()
                ? List.of("own", "around", "inside", "nested", "caught")
                : List.of("own", "around", "inside", "caught");
        for (String play : plays) {
            String account = open(platform, play);
            StageProcess.Call call = play(stage, play, account).awaitBody();
            lose(account);

            StageProcess.End end = call.finish().awaitEnd();

            assertThat(end.thrown()).as("%s: %s", play, end).isEqualTo(LOST);
            assertThat(database.number(account)).as(play).isZero();
        }

        String inner = open(platform, "inNew");
        database.open(inner + "-around");
        StageProcess.Call inNew = play(stage, "inNew", inner).awaitBody();
        lose(inner);
        StageProcess.End inNewEnd = inNew.finish().awaitEnd();
        // AspectJ's new transaction is inside of the method: its lock goes on with the transaction around that.
        boolean keptByOuter = platform.spring() == LedgerSpring.ASPECTJ;
        assertThat(keptByOuter ? inNewEnd.thrown() : inNewEnd.result()).startsWith(LOST);
        assertThat(database.number(inner)).isZero();
        assertThat(database.number(inner + "-around"))
                .as("has kept its own lock")
                .isEqualTo(keptByOuter ? 0 : 1);

        String taken = open(platform, "taken");
        StageProcess.Call first = play(stage, "own", taken).awaitBody();
        lose(taken);
        StageProcess.Call second = play(other, "briefly", taken);
        Awaitility.await("the second has the lock, and waits for the row if the first has written it already")
                .atMost(Duration.ofSeconds(30))
                .until(() -> second.hasEnded() || Orphans.locks(redis).contains("it:K:" + taken));
        assertThat(first.finish().awaitEnd().thrown()).isEqualTo(LOST);
        assertThat(second.awaitEnd().thrown()).isNull();
        assertThat(database.number(taken)).as("of the one that has the lock").isOne();
        Orphans.none(redis, stage, other);
    }

    @Test
    @FailsWithout("`OpenTransactions#addTo` keeps a hold for each transaction that is open on the thread")
    @Shows("two managers each have a transaction open on the thread (`ChainedTransactionManager`, a "
            + "template inside of another manager's, JTA around Spring's own)")
    void whereTwoManagersHaveATransactionEachTheLockIsHeldUntilBothAreOver() throws Exception {
        StageProcess stage = stage("one", JDBC);
        StageProcess other = stage("other", JDBC);
        for (String play : List.of("twoManagers", "chained")) {
            String account = open(JDBC, play);
            StageProcess.Call call = play(stage, play, account).awaitBody();
            StageProcess.Call next = play(other, "briefly", account);
            other.awaitAtTheGate(1);
            assertThat(Orphans.locks(redis)).as("the inner one has ended").containsExactly("it:K:" + account);
            assertThat(next.hasEnded()).isFalse();

            assertThat(call.finish().awaitEnd().thrown()).isNull();
            assertThat(next.awaitEnd().thrown()).isNull();
            assertThat(database.number(account)).isEqualTo(2);

            String lost = open(JDBC, play + "-lost");
            StageProcess.Call losing = play(stage, play, lost).awaitBody();
            lose(lost);
            assertThat(losing.finish().awaitEnd().thrown()).isEqualTo(LOST);
            assertThat(database.number(lost))
                    .as("the outer one was rolled back")
                    .isZero();
        }
        Orphans.none(redis, stage, other);
    }

    @Test
    @FailsWithout("`OpenTransactions#suspend` knows which transactions a later one has suspended")
    @FailsWithout("`WorkShares#here` looks for a suspended transaction first")
    @Shows("two managers each have a transaction open on the thread (`ChainedTransactionManager`, a "
            + "template inside of another manager's, JTA around Spring's own)")
    void aCallInTheTransactionOfAnotherManagerSharesTheHoldUnlessItsOwnIsSuspended() throws Exception {
        StageProcess stage = stage("one", JDBC);
        String account = open(JDBC, "inBoth");
        StageProcess.End end = play(stage, "inBoth", account).awaitEnd();
        assertThat(end.thrown()).as("%s", end).isNull();
        assertThat(database.number(account)).isEqualTo(2);

        String suspended = open(JDBC, "inBothAndInNew");
        StageProcess.End refused = play(stage, "inBothAndInNew", suspended).awaitEnd();
        assertThat(refused.toString()).contains("suspended");
        assertThat(database.number(suspended)).isZero();
        Orphans.none(redis, stage);
    }

    @Test
    @FailsWithout("`FrameworkTransaction#isGoingOn` lets calls after the commit share the hold of the transaction")
    @Shows("a method with the key is called after the commit, by what the transaction tells of its end "
            + "(`afterCommit`, `AFTER_COMMIT`)")
    void aLockedCallOfTheSameKeyAfterTheCommitSharesTheHold() throws Exception {
        StageProcess stage = stage("one", JDBC);
        for (String play : List.of("afterCompletion", "afterCompletionInNew", "afterCommit", "afterCommitInNew")) {
            String account = open(JDBC, play);

            StageProcess.End end = play(stage, play, account).awaitEnd();

            assertThat(end.thrown()).as("%s: %s", play, end).isNull();
            assertThat(database.number(account))
                    .as(play + stage.process().errors())
                    .isEqualTo(2);
        }
        Orphans.none(redis, stage);
    }

    @Tag("whole")
    @Test
    void aLossThatIsKnownBeforeTheCommitKeepsATransactionFromItWhateverTheCallerCatches() throws Exception {
        try (StageProcess stage = start(JDBC, "lease: 3s, onLost: throw")) {
            for (String play : List.of("own", "around", "inside", "caught")) {
                String account = open(JDBC, "known-" + play);
                StageProcess.Call call = play(stage, play, account).awaitBody();
                lose(account);
                Awaitility.await("a renewal that finds it lost")
                        .atMost(Duration.ofSeconds(30))
                        .until(() -> stage.process().errors().contains("lost the lock on it:K:" + account));

                assertThat(call.finish().awaitEnd().thrown()).as(play).isEqualTo(LOST);
                assertThat(database.number(account)).as(play).isZero();
            }
            Orphans.none(redis, stage);
        }
    }

    @Tag("whole")
    @Test
    void whereTheRuleOnlyWarnsALostLockIsCommittedAndTold() throws Exception {
        try (StageProcess stage = start(JDBC, "lease: 3s")) {
            String account = open(JDBC, "warn");
            StageProcess.Call call = play(stage, "own", account).awaitBody();
            lose(account);
            Awaitility.await("a renewal that finds it lost")
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> stage.process().errors().contains("lost the lock on it:K:" + account));

            assertThat(call.finish().awaitEnd().thrown()).isNull();
            assertThat(database.number(account)).isOne();
            Orphans.none(redis, stage);
        }
    }

    @ParameterizedTest
    @MethodSource("io.lockgraft.it.LedgerPlatform#usual")
    void whatTheApplicationDoesAtTheCompletionIsDoneUnderTheLockWheneverItWasRegistered(LedgerPlatform platform)
            throws Exception {
        StageProcess stage = stage("one", platform);
        StageProcess other = stage("other", platform);
        for (String listener : List.of("before", "committed", "completed", "after")) {
            String account = open(platform, listener);
            StageProcess.Call call = play(stage, "completion", account).awaitBody();
            assertThat(database.number(account)).as("has been committed").isOne();
            StageProcess.Call next = play(other, "briefly", account);
            other.awaitAtTheGate(1);

            assertThat(Orphans.locks(redis)).as(listener).containsExactly("it:K:" + account);
            assertThat(next.hasEnded()).as(listener).isFalse();

            assertThat(call.finish().awaitEnd().thrown()).as(listener).isNull();
            assertThat(next.awaitEnd().thrown()).as(listener).isNull();
            assertThat(database.number(account)).isEqualTo(2);
        }
        StageProcess.Call rolledBack =
                play(stage, "rolledBack", open(platform, "rolledBack")).awaitBody();
        assertThat(Orphans.locks(redis)).hasSize(1);
        assertThat(rolledBack.finish().awaitEnd().thrown()).isNull();
        Orphans.none(redis, stage, other);
    }

    @Test
    void aCallOutsideOfTheMethodThatTheRuleNamesEndsItsHoldWhenItReturnsAndThatIsTold() throws Exception {
        StageProcess stage = stage("one", JDBC);
        StageProcess.Call call = play(stage, "outside", open(JDBC, "outside")).awaitBody();
        Awaitility.await("its release")
                .atMost(Duration.ofSeconds(20))
                .until(() -> Orphans.locks(redis).isEmpty());
        assertThat(call.hasEnded()).as("its caller goes on").isFalse();
        // A thread of the agent's writes it, and one of ours reads it.
        Awaitility.await("its warning")
                .atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(stage.process().errors())
                        .contains("was called outside of com.example.ledger.Units.run(..), which its hold.until names:"
                                + " its lock has ended with the method"));
        call.finish().awaitEnd();
        Orphans.none(redis, stage);
    }

    /**
     * The server's own order of commands tells when the agent looked for the key before the commit. Where the row was
     * written, the key was deleted after that; where it was not, before.
     */
    @Tag("whole")
    @Test
    void aDeleteThatRacesTheCommitComesAfterTheAgentsLookWhereTheRowIsWrittenAndBeforeItWhereNot() throws Exception {
        StageProcess stage = stage("one", JDBC);
        int rounds = 200;
        int written = 0;
        long lead = 0;
        try (RedisMonitor monitor = new RedisMonitor(redis)) {
            for (int round = 0; round < rounds; round++) {
                String account = open(JDBC, "race-" + round);
                StageProcess.Call call = play(stage, "own", account).awaitBody();
                race(call::finish, () -> redis.command("DEL", "it:K:" + account), lead);
                StageProcess.End end = call.awaitEnd();
                redis.command("ECHO", "over:" + account);

                List<String> story = monitor.until("over:" + account);
                int looked = last(story, "\"hget\" \"it:K:" + account + "\"");
                int deleted = last(story, "\"DEL\" \"it:K:" + account + "\"");
                assertThat(looked).as("a look before the commit: %s", story).isNotNegative();
                if (database.number(account) == 1) {
                    written++;
                    assertThat(end.thrown()).as("%s", story).isNull();
                    assertThat(looked).as("%s", story).isLessThan(deleted);
                } else {
                    assertThat(end.thrown()).isEqualTo(LOST);
                    assertThat(deleted).as("%s", story).isLessThan(looked);
                }
                // So that they stay close to each other, however fast the machine is.
                lead += deleted < looked ? 150_000 : -150_000;
            }
        }
        System.out.println("==== a delete against the commit: " + written + " of " + rounds + " committed, before it");
        assertThat(written).isBetween(1, rounds - 1);
    }

    private interface Step {
        Object take() throws Exception;
    }

    /** The first step, and the other one so many nanoseconds after it, or before it. */
    private static void race(Step first, Step other, long lead) throws Exception {
        (lead < 0 ? other : first).take();
        LockSupport.parkNanos(Math.abs(lead));
        (lead < 0 ? first : other).take();
    }

    /** The place of the last command that has this in it; -1 where there is none. */
    private static int last(List<String> commands, String part) {
        int i = commands.size() - 1;
        while (i >= 0 && !commands.get(i).contains(part)) {
            i--;
        }
        return i;
    }

    private static void lose(String account) {
        assertThat(redis.command("DEL", "it:K:" + account)).isEqualTo(1L);
    }

    private static String open(LedgerPlatform platform, String play) throws Exception {
        String account = platform.toString().replace(' ', '-') + "-" + play;
        database.open(account);
        return account;
    }

    private static StageProcess.Call play(StageProcess stage, String play, String account) throws Exception {
        return stage.call("com.example.ledger.Play." + play, account);
    }

    private static StageProcess start(LedgerPlatform platform, String defaults) throws Exception {
        return StageProcess.start(platform.of(database, "Stage")
                .rules(RulesText.on(redis.address(), "wait: 30s, " + defaults)
                        .lock("com.example.ledger.Ledger.hold*(String)")
                        .lock("com.example.ledger.Play.inside(String)")
                        .lock("com.example.ledger.Ledger.addPlain(String, String, boolean)")
                        .lock(
                                "com.example.ledger.Till.add(String, String)",
                                "hold: {until: com.example.ledger.Units.run(..)}")
                        .toString()));
    }
}
