package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.Shows;
import io.lockgraft.testing.Whole;
import io.lockgraft.testing.server.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every kind of lock, and several keys in crossed order, over threads and JVMs, as a witness outside sees it. */
@Shows({"a member is dead or frozen", "several keys"})
class KindsIT {
    private static final int JVMS = 4;
    private static final int THREADS = 8;
    private static final int ROUNDS = Whole.rounds(12, 4);
    private static final int CALLS = JVMS * THREADS * ROUNDS;

    private final List<RedisServer> servers = new ArrayList<>();
    private final List<StageProcess> using = new ArrayList<>();

    @AfterEach
    void end() throws Exception {
        for (StageProcess each : using) {
            each.close();
        }
        servers.forEach(RedisServer::close);
    }

    private enum Servers {
        ONE(1),
        QUORUM(3),
        /** One after the other freezes, and dies and comes back with its log. */
        QUORUM_OF_ILL_ONES(3);

        private final int count;

        Servers(int count) {
            this.count = count;
        }

        /** A majority keeps one. */
        int permits() {
            return this == ONE ? 3 : 1;
        }
    }

    static List<Servers> servers() {
        return Whole.isWanted() ? List.of(Servers.values()) : List.of(Servers.ONE);
    }

    @ParameterizedTest
    @MethodSource("servers")
    void fourJvmsOfEightThreadsAreInsideTogetherOnlyWhereTheirKindsLetThem(Servers kind) throws Exception {
        for (int i = 0; i < kind.count; i++) {
            servers.add(RedisServer.start("--appendonly", "yes", "--appendfsync", "always"));
        }
        String addresses = servers.stream().map(RedisServer::address).collect(Collectors.joining("', '", "'", "'"));
        try (WitnessServer witness = new WitnessServer()) {
            RulesText rules = RulesText.onServers(
                            kind == Servers.ONE ? "address: " + addresses : "quorum: [" + addresses + ']',
                            "wait: 60s, lease: 20s")
                    .lock("Shelf.look(String)", "lock: read")
                    .lock("Shelf.tidy(String)", "lock: write")
                    .lock("Shelf.queue(String)", "lock: fair")
                    .lock("Shelf.visit(String)", "lock: semaphore", "permits: " + kind.permits())
                    .lockAll("Shelf.compare(String, String)", "'K:{p0}', 'K:{p1}'", "lock: read")
                    .lockAll("Shelf.match(String, String)", "'K:{p1}', 'K:{p0}'", "lock: read");
            lockCrossed(rules, "LEFT", "lock: exclusive");
            lockCrossed(rules, "COVER", "lock: write");
            lockCrossed(rules, "CHAIR", "lock: semaphore", "permits: 1");
            for (int i = 0; i < JVMS; i++) {
                using.add(StageProcess.begin(
                        AppProcess.of(Jvms.running(), "Stage", "ShelfApp", "" + JVMS, "" + THREADS, "" + ROUNDS)
                                .rules(rules.toString())
                                .witness(witness)));
            }
            if (kind == Servers.QUORUM_OF_ILL_ONES) {
                strikeUntilOneEnds();
            }
            for (StageProcess each : using) {
                each.awaitReady(Duration.ofMinutes(3));
            }
            assertAlone(witness.of("DESK"), CALLS);
            for (String key : new String[] {"LEFT", "RIGHT", "CHAIR", "STOOL"}) {
                assertAlone(witness.of(key), 2 * CALLS);
            }
            assertReadersMeetNoWriter(witness.of("BOOK"), CALLS);
            assertReadersMeetNoWriter(witness.of("COVER"), 2 * CALLS);
            assertReadersMeetNoWriter(witness.of("PAGE"), 2 * CALLS);
            WitnessServer.Watch room = witness.of("ROOM");
            assertThat(room.calls()).isEqualTo(CALLS);
            assertThat(room.most())
                    .as("calls with a permit at once")
                    .isBetween(Math.min(2, kind.permits()), kind.permits());
            Orphans.noneOfQuorum(servers, using);
            for (StageProcess each : using) {
                each.end();
            }
        }
    }

    /** Two rules that name the same keys in opposite order, where the first argument is this. */
    private static void lockCrossed(RulesText rules, String first, String... kind) {
        lockWhere(rules, first, "Shelf.move", "'K:{p0}', 'K:{p1}'", kind);
        lockWhere(rules, first, "Shelf.swap", "'K:{p1}', 'K:{p0}'", kind);
    }

    private static void lockWhere(RulesText rules, String first, String method, String keys, String... kind) {
        rules.lockAll(method + "(String, String)", keys, "name: " + method + ' ' + first, "when: p0 == '" + first + "'")
                .set(kind);
    }

    private void strikeUntilOneEnds() throws InterruptedException {
        for (int i = 0; using.stream().noneMatch(StageProcess::isReadyOrDead); i++) {
            RedisServer server = servers.get(i / 2 % servers.size());
            if (i % 2 == 0) {
                server.freeze();
                Thread.sleep(300);
                server.resume();
            } else {
                server.kill();
                Thread.sleep(100);
                server.restart();
            }
            Thread.sleep(300);
        }
    }

    private static void assertAlone(WitnessServer.Watch watch, int calls) {
        assertThat(watch.overlaps()).isEmpty();
        assertThat(watch.calls()).isEqualTo(calls);
        assertThat(watch.counter()).isEqualTo(calls);
    }

    /** @param calls of readers, and as many of writers */
    private static void assertReadersMeetNoWriter(WitnessServer.Watch watch, int calls) {
        assertThat(watch.overlaps()).isEmpty();
        assertThat(watch.calls()).isEqualTo(2 * calls);
        assertThat(watch.counter()).as("what writers counted").isEqualTo(calls);
        assertThat(watch.most()).as("readers at once").isGreaterThan(1);
    }
}
