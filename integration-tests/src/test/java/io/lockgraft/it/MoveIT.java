package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.Closing;
import io.lockgraft.testing.Shows;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Locks that move from one store to another, as docs/stores/all.md says, under load and without a stop. */
@Timeout(600)
class MoveIT {
    private static final int JVMS = 4;
    private static final long LEASE_MILLIS = 3_000;

    /** What no token of the old store reaches. */
    private static final long TOKENS_ABOVE = 1_000_000_000_000L;

    private final Closing open = new Closing();

    @AfterEach
    void end() throws Exception {
        open.close();
    }

    @Test
    @Shows("locks move from one store to another, JVM by JVM")
    void fromRedisToZooKeeper() throws Exception {
        StoreServer old = open.add(new StoreServer.Redis());
        StoreServer next = open.add(new StoreServer.ZooKeeper());

        move(old, next);
    }

    @Test
    @Tag("whole")
    void fromRedisToEtcd() throws Exception {
        StoreServer next = open.add(new StoreServer.Etcd());
        StoreServer old = open.add(new StoreServer.Redis());

        move(old, next);
    }

    private void move(StoreServer old, StoreServer next) throws Exception {
        Crew crew = open.add(new Crew("A=0", "A=0", "own-%d=0", "fenced-F=0", "B=500"));
        String before = rules(old, next, "old");
        for (int jvm = 0; jvm < JVMS; jvm++) {
            crew.start(jvm, before);
        }
        crew.goesOn();
        writeSeldom(crew, before);

        restartEach(crew, rules(old, next, "moving"));
        Thread.sleep(LEASE_MILLIS); // as the page says
        String after = rules(old, next, "new");
        restartEach(crew, after);

        old.kill();
        crew.goesOn();
        writeSeldom(crew, after);
        assertThat(crew.lastToken("fenced-seldom")).isGreaterThan(TOKENS_ABOVE);
        crew.endAll();
        crew.metNobody();
        assertThat(crew.logs()).noneMatch(log -> log.contains("lost the lock"));
        System.out.printf(
                "==== moved from %s to %s under %d calls; the last token %d%n",
                old, next, crew.calls("A"), crew.lastToken("fenced-F"));
    }

    /** One after the other, while the rest goes on. */
    private static void restartEach(Crew crew, String rules) throws Exception {
        for (int jvm = 0; jvm < JVMS; jvm++) {
            crew.end(jvm);
            crew.goesOn();
            crew.start(jvm, rules);
            crew.goesOn();
        }
    }

    /** A key that no call uses during the move. */
    private static void writeSeldom(Crew crew, String rules) throws Exception {
        try (StageProcess stage = StageProcess.start(
                AppProcess.of(Jvms.running(), "Stage").rules(rules).witness(crew.witness()))) {
            for (int i = 0; i < 2; i++) {
                StageProcess.End end =
                        stage.call("SteadyApp.once", "fenced-seldom").awaitEnd();
                assertThat(end.result()).as("%s in %s", end, stage.process()).isEqualTo("written String");
            }
        }
    }

    /** What the page warns of, and how the test knows that its witness sees it. */
    @Test
    @Tag("whole")
    void withoutTheStepBetweenBodiesMeet() throws Exception {
        StoreServer old = open.add(new StoreServer.Redis());
        StoreServer next = open.add(new StoreServer.ZooKeeper());
        Crew crew = open.add(new Crew("A=20"));

        crew.start(0, rules(old, next, "old"));
        crew.start(1, rules(old, next, "new"));

        Awaitility.await("two bodies of one key at once")
                .atMost(Duration.ofSeconds(60))
                .until(() -> !crew.witness().of("A").overlaps().isEmpty());
    }

    private static String rules(StoreServer old, StoreServer next, String store) {
        String above = next.store().replace("}}", ", tokensAbove: " + TOKENS_ABOVE + "}}");
        String stores = """
                stores:
                  old: %s
                  new: %s
                  moving: {all: [old, new]}""".formatted(old.store(), above);
        return Crew.rules(stores, "handoff: off, lease: " + LEASE_MILLIS + "ms, store: " + store);
    }
}
