package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every kind of lock, and several keys in crossed order, over threads and JVMs, as a witness outside sees it. */
class KindsIT {
    private static final int JVMS = 4;
    private static final int THREADS = 8;
    private static final int ROUNDS = 12;
    private static final int CALLS = JVMS * THREADS * ROUNDS;

    private final List<RedisServer> servers = new ArrayList<>();
    private final List<AppProcess> using = new ArrayList<>();

    @AfterEach
    void end() throws Exception {
        for (AppProcess each : using) {
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
    }

    @ParameterizedTest
    @EnumSource
    void fourJvmsOfEightThreadsAreInsideTogetherOnlyWhereTheirKindsLetThem(Servers kind) throws Exception {
        for (int i = 0; i < kind.count; i++) {
            servers.add(RedisServer.start("--appendonly", "yes", "--appendfsync", "always"));
        }
        String addresses = servers.stream().map(RedisServer::address).collect(Collectors.joining("', '", "'", "'"));
        try (WitnessServer witness = new WitnessServer()) {
            String rules = RulesText.onServers(
                            kind == Servers.ONE ? "address: " + addresses : "quorum: [" + addresses + ']',
                            "wait: 60s, lease: 20s")
                    .lock("Shelf.look(String)", "lock: read")
                    .lock("Shelf.tidy(String)", "lock: write")
                    .lock("Shelf.queue(String)", "lock: fair")
                    .lock("Shelf.visit(String)", "lock: semaphore", "permits: 3")
                    .lockAll("Shelf.move(String, String)", "'K:{p0}', 'K:{p1}'")
                    .lockAll("Shelf.swap(String, String)", "'K:{p1}', 'K:{p0}'")
                    .toString();
            for (int i = 0; i < JVMS; i++) {
                using.add(AppProcess.of(Jvms.running(), "ShelfApp", "" + JVMS, "" + THREADS, "" + ROUNDS)
                        .rules(rules)
                        .witness(witness)
                        .start());
            }
            if (kind == Servers.QUORUM_OF_ILL_ONES) {
                strikeUntilOneEnds();
            }
            for (AppProcess each : using) {
                each.succeeds(Duration.ofMinutes(3));
            }
            assertAlone(witness.of("DESK"), CALLS);
            assertAlone(witness.of("LEFT"), 2 * CALLS);
            assertAlone(witness.of("RIGHT"), 2 * CALLS);
            WitnessServer.Watch book = witness.of("BOOK");
            assertThat(book.overlaps()).isEmpty();
            assertThat(book.calls()).isEqualTo(2 * CALLS);
            assertThat(book.counter()).as("what writers counted").isEqualTo(CALLS);
            assertThat(book.most()).as("readers at once").isGreaterThan(1);
            WitnessServer.Watch room = witness.of("ROOM");
            assertThat(room.calls()).isEqualTo(CALLS);
            assertThat(room.most()).as("calls with a permit at once").isBetween(2, 3);
            for (RedisServer redis : servers) {
                Orphans.none(redis);
                if (kind != Servers.QUORUM_OF_ILL_ONES) {
                    assertThat(redis.keys("*")).as("not even a tombstone").isEmpty();
                }
            }
        }
    }

    private void strikeUntilOneEnds() throws InterruptedException {
        for (int i = 0; using.stream().allMatch(AppProcess::isAlive); i++) {
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
}
