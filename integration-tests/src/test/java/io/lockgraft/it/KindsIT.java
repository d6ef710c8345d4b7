package io.lockgraft.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockgraft.testing.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void fourJvmsOfEightThreadsAreInsideTogetherOnlyWhereTheirKindsLetThem(int count) throws Exception {
        for (int i = 0; i < count; i++) {
            servers.add(RedisServer.start());
        }
        String addresses = servers.stream().map(RedisServer::address).collect(Collectors.joining("', '", "'", "'"));
        try (WitnessServer witness = new WitnessServer()) {
            String rules = RulesText.onServers(
                            count == 1 ? "address: " + addresses : "quorum: [" + addresses + ']',
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
                assertThat(redis.keys("*")).isEmpty();
            }
        }
    }

    private static void assertAlone(WitnessServer.Watch watch, int calls) {
        assertThat(watch.overlaps()).isEmpty();
        assertThat(watch.calls()).isEqualTo(calls);
        assertThat(watch.counter()).isEqualTo(calls);
    }
}
