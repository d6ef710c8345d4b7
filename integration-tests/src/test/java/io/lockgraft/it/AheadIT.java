package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.Closing;
import io.lockgraft.testing.FailsWithout;
import io.lockgraft.testing.Shows;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The real jar with a store where calls wait, ahead of one that decides: whatever befalls the first one. */
@Tag("whole")
@Timeout(300)
class AheadIT {
    /** No call may need so long where the store ahead is passed over; the patience of all is longer by far. */
    private static final Duration IN_TIME = Duration.ofSeconds(20);

    private final Closing open = new Closing();

    @AfterEach
    void end() throws Exception {
        open.close();
    }

    private static String stores(StoreServer ahead, StoreServer decide) {
        return "ahead: " + ahead.store() + "\ndecide: " + decide.store();
    }

    @Test
    @Shows({
        "the store `ahead` is down",
        "the store `ahead` is frozen",
        "a key stays locked at `ahead` that nothing holds",
        "the store `decide` is down"
    })
    @FailsWithout("`AheadAttempt#atAhead` passes over a first store that does not answer")
    @FailsWithout("`AheadAttempt#atAhead` asks the store that decides although the first one says busy")
    @FailsWithout("`AheadAttempt#decided` grants what the store that decides has granted, and nothing else")
    void callsAreServedInTimeByTheStoreThatDecidesAndByNoOther() throws Exception {
        StoreServer.Redis ahead = open.add(new StoreServer.Redis());
        StoreServer decide = open.add(new StoreServer.ZooKeeper());
        ahead.kill();
        StageProcess stage = open.add(
                StageProcess.start(AppProcess.of(Jvms.running(), "Stage").rules("""
                        namespace: it
                        %s
                        defaults: {wait: 60s, lease: 10s}
                        rules:
                          - {method: com.example.app.Desk.text(String), key: 'K:{p0}'}
                          - {method: com.example.app.Desk.number(String), key: 'K:{p0}', wait: 0}
                          - {method: com.example.app.Desk.flag(String), key: 'K:{p0}', wait: 3s}
                        """.formatted(stores(ahead, decide)))));

        isServedInTime(stage, "down from the start");
        ahead.restart();
        Awaitility.await("calls wait at the store ahead again")
                .atMost(Duration.ofSeconds(60))
                .until(() -> asks(ahead, stage));
        ahead.server.freeze();
        isServedInTime(stage, "frozen");
        ahead.server.resume();
        ahead.kill();
        isServedInTime(stage, "killed");
        ahead.restart();

        ahead.server.command("HSET", "it:K:strange", "somebody:1", "1");
        Awaitility.await("a call has waited at the store ahead")
                .atMost(Duration.ofSeconds(60))
                .until(() -> waitsAndIsServed(stage, "strange"));
        StageProcess.End tried = stage.call("Desk.number", "strange").awaitEnd();
        assertThat(tried.result()).as("%s in %s", tried, stage.process()).isEqualTo("42 Integer");

        decide.kill();
        StageProcess.Call none = stage.call("Desk.flag", "free");
        StageProcess.End end = none.awaitEnd();
        assertThat(end.thrown())
                .as("%s in %s", end, stage.process())
                .isEqualTo("io.lockgraft.api.LockUnavailableException");
        assertThat(none.bodyRan()).isFalse();
        decide.restart();
        isServedInTime(stage, "back");
    }

    private static void isServedInTime(StageProcess stage, String when) throws Exception {
        for (int i = 0; i < 5; i++) {
            StageProcess.End end = stage.call("Desk.text", "free").awaitEnd();
            assertThat(end.result())
                    .as("%s: %s in %s", when, end, stage.process())
                    .isEqualTo("text String");
            assertThat(end.millis() - end.starved()).as(when).isLessThan(IN_TIME.toMillis());
        }
    }

    /** Whether a call has waited, and not passed over the store ahead. It is served in any case. */
    private static boolean waitsAndIsServed(StageProcess stage, String key) throws Exception {
        StageProcess.End end = stage.call("Desk.flag", key).awaitEnd();
        assertThat(end.result()).as("%s in %s", end, stage.process()).isEqualTo("true Boolean");
        return end.millis() > 2_000;
    }

    /** Whether a call asks the store ahead. */
    private static boolean asks(StoreServer.Redis ahead, StageProcess stage) throws Exception {
        long before = RedisStatistics.scripts(ahead.server);
        stage.call("Desk.text", "free").awaitEnd();
        return RedisStatistics.scripts(ahead.server) > before;
    }

    @Test
    @Shows("`ahead` loses its data")
    void noBodiesMeetWhileTheStoreAheadDiesFreezesAndForgets() throws Exception {
        StoreServer.Redis ahead = open.add(new StoreServer.Redis());
        StoreServer decide = open.add(new StoreServer.ZooKeeper());
        Crew crew = open.add(new Crew("A=0", "A=0", "own-%d=0", "fenced-F=0"));
        for (int jvm = 0; jvm < 2; jvm++) {
            crew.start(jvm, Crew.rules(stores(ahead, decide), "handoff: off, lease: 10s"));
        }
        crew.goesOn();
        ahead.kill();
        crew.goesOn();
        ahead.restartEmpty();
        crew.goesOn();
        ahead.server.freeze();
        crew.goesOn();
        ahead.server.resume();
        ahead.server.command("FLUSHALL");
        crew.goesOn();
        crew.endAll();
        crew.metNobody();
        assertThat(crew.logs()).noneMatch(log -> log.contains("lost the lock"));
    }

    /**
     * A JVM that waits at a database asks it every 10 ms at first, and every 50 ms once it has waited for 200 ms. Each
     * call waits there for three bodies of 600 ms: that is some 50 questions. Behind another store its calls are asked
     * for twice each, and once in each lease of a wait.
     */
    @Test
    @Tag("whole")
    void theStoreThatDecidesIsAskedForATenthOfTheQuestionsOfAHotKey() throws Exception {
        StoreServer.Redis ahead = open.add(new StoreServer.Redis());
        StoreServer.PostgreSql decide = open.add(new StoreServer.PostgreSql());

        double alone = transactionsOfACall(decide, "stores: {only: " + decide.store() + "}");
        double behind = transactionsOfACall(decide, stores(ahead, decide));

        System.out.printf("==== transactions for each call of a hot key: %.1f alone, %.1f behind%n", alone, behind);
        assertThat(behind).isLessThan(alone / 10);
    }

    /** Of four JVMs with eight threads each. */
    private static double transactionsOfACall(StoreServer.PostgreSql database, String stores) throws Exception {
        try (Crew crew = new Crew("A=600", "A=600", "A=600", "A=600", "A=600", "A=600", "A=600", "A=600")) {
            for (int jvm = 0; jvm < 4; jvm++) {
                crew.start(jvm, Crew.rules(stores, "handoff: off, lease: 30s"));
            }
            awaitCalls(crew, 10);
            long transactions = database.transactions();
            int calls = crew.calls("A");
            awaitCalls(crew, calls + 30);
            double each = (double) (database.transactions() - transactions) / (crew.calls("A") - calls);
            crew.endAll();
            crew.metNobody();
            return each;
        }
    }

    private static void awaitCalls(Crew crew, int calls) {
        Awaitility.await("calls of the hot key")
                .atMost(Duration.ofSeconds(90))
                .pollInterval(Duration.ofMillis(10))
                .until(() -> crew.calls("A") >= calls);
    }
}
